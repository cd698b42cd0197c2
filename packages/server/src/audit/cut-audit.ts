import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'
import { addAudit, SERVER } from './add-audit'
import { lockChain } from './seal-audit'

const KEPT_MONTHS = 24

/** Removes rows that are older than 24 months from the start of the chain, and keeps the hash from which it goes on. */
export async function cutAudit(db: Db, now: EpochMs): Promise<void> {
  const limit = new Date(now)
  limit.setUTCMonth(limit.getUTCMonth() - KEPT_MONTHS)
  await db.transaction().execute((trx) => cut(trx, epochMs(limit.getTime()), now))
}

async function cut(trx: Trx, limit: EpochMs, now: EpochMs): Promise<void> {
  await lockChain(trx)
  const last = await selectLastBefore(trx, limit)
  if (last === null) return
  await trx
    .insertInto('auditCut')
    .values({ ...last, at: now })
    .execute()
  await sql`set local coldkeep.audit_retention = 'on'`.execute(trx)
  await trx.deleteFrom('audit').where('position', '<=', last.position).execute()
  await sql`set local coldkeep.audit_retention = 'off'`.execute(trx)
  const detail = { position: last.position, hash: Buffer.from(last.hash).toString('hex') }
  const entry = { at: now, by: SERVER, storeId: null, kind: 'audit.retention', subject: '', detail }
  await addAudit(trx, { ...entry, outcome: 'done' })
}

/** The last row of those at the start of the chain that are all older. */
async function selectLastBefore(trx: Trx, limit: EpochMs) {
  const { rows } = await sql<{ position: number; hash: Uint8Array }>`
    select position, hash from audit
    where position < coalesce(
      (select min(position) from audit where at >= ${sqlInstant(limit)}),
      (select max(position) + 1 from audit))
    order by position desc limit 1`.execute(trx)
  return rows[0] ?? null
}
