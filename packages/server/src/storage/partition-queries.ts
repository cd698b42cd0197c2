import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'

const ALREADY_THERE = ['42P07', '23505']

export async function partitionsOf(db: Db, parent: 'scan' | 'device_hour'): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${parent}::regclass`.execute(db)
  return new Set(rows.map((row) => row.name))
}

export async function dropPartition(db: Db, name: string): Promise<void> {
  await sql`drop table if exists ${sql.table(name)}`.execute(db)
}

/** Has this transaction fail that waits for a lock too long, since others queue behind it. */
export async function limitLockWait(trx: Trx): Promise<void> {
  await sql`set local lock_timeout = '5s'`.execute(trx)
}

/** Makes a partition, unless another server process makes it at the same moment. */
export async function createPartition(
  db: Db,
  parent: string,
  name: string,
  from: LocalDate,
  to: LocalDate,
): Promise<void> {
  try {
    await sql`create table if not exists ${sql.table(name)} partition of ${sql.table(parent)}
      for values from (${sql.lit(`${from}T00:00:00Z`)}) to (${sql.lit(`${to}T00:00:00Z`)})`.execute(db)
  } catch (error) {
    // another server process made it at the same moment
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (!ALREADY_THERE.some((known) => known === code)) throw error
  }
}
