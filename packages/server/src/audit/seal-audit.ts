import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { hashOfRow, NO_HASH } from './audit-row'

/** The end of the chain. */
export interface Head {
  readonly position: number
  readonly hash: Uint8Array
}

/** Any number; it only has to be the same in every server. */
const CHAIN_LOCK = 4_207_312
const ROWS_AT_ONCE = 500

/**
 * Gives the rows that were written since the last time their places in the chain, in the order of their numbers among
 * those that can be seen. Of several servers one at a time does; who writes rows waits for none.
 * @returns the end of the chain where it has grown
 */
export async function sealAudit(db: Db): Promise<Head | null> {
  let grown: Head | null = null
  while (await hasUnsealed(db)) {
    const head = await db.transaction().execute(sealSome)
    if (head === null) break
    grown = head
  }
  return grown
}

/** Waits for whoever else works on the chain; ends with the transaction. */
export async function lockChain(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(CHAIN_LOCK)})`.execute(trx)
}

export async function selectHead(db: Db): Promise<Head> {
  const last = await db
    .selectFrom('audit')
    .select(['position', 'hash'])
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.position != null && last.hash !== null) return { position: last.position, hash: last.hash }
  return selectStart(db)
}

/** What the first row that is still there follows. */
export async function selectStart(db: Db): Promise<Head> {
  const cut = await db
    .selectFrom('auditCut')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return cut ?? { position: 0, hash: NO_HASH }
}

async function hasUnsealed(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('audit')
    .select('auditId')
    .where('position', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function sealSome(trx: Trx): Promise<Head | null> {
  await lockChain(trx)
  const rows = await trx
    .selectFrom('audit')
    .select(['auditId', 'at', 'accountId', 'accountName', 'departmentId'])
    .select(['storeId', 'kind', 'subject', 'detail', 'outcome'])
    .where('position', 'is', null)
    .orderBy('auditId')
    .limit(ROWS_AT_ONCE)
    .execute()
  if (rows.length === 0) return null
  let { position, hash } = await selectHead(trx)
  const places = rows.map(({ auditId, ...row }) => {
    position += 1
    hash = hashOfRow({ ...row, position }, hash)
    return { auditId, position, hash: Buffer.from(hash).toString('hex') }
  })
  await sql`
    update audit set position = place.position, hash = decode(place.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as place("auditId" bigint, position bigint, hash text)
    where audit.audit_id = place."auditId"`.execute(trx)
  return { position, hash }
}
