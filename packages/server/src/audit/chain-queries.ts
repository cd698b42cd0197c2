import type { AccountId, DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'
import { NO_HASH } from './audit-row'

/** The end of the chain. */
export interface Head {
  readonly position: number
  readonly hash: Uint8Array
}

/** Any number; it only has to be the same in every server. */
const CHAIN_LOCK = 4_207_312

/** Waits for all others that work on the chain; released at the end of the transaction. */
export async function lockChain(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(CHAIN_LOCK)})`.execute(trx)
}

/** The last row that has its place. */
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

/** True where rows wait for their places. */
export async function hasUnsealed(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('audit')
    .select('auditId')
    .where('position', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Rows that wait for their places, in the order of their numbers. */
export function selectUnsealed(trx: Trx, most: number) {
  return trx
    .selectFrom('audit')
    .select(['auditId', 'at', 'accountId', 'accountName', 'departmentId'])
    .select(['storeId', 'kind', 'subject', 'detail', 'outcome'])
    .where('position', 'is', null)
    .orderBy('auditId')
    .limit(most)
    .execute()
}

/** The place of a row in the chain. */
export interface Place {
  readonly auditId: number
  readonly position: number
  /** In hexadecimal digits. */
  readonly hash: string
}

export async function updatePlaces(trx: Trx, places: readonly Place[]): Promise<void> {
  await sql`
    update audit set position = place.position, hash = decode(place.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as place("auditId" bigint, position bigint, hash text)
    where audit.audit_id = place."auditId"`.execute(trx)
}

/** The last row of those at the start of the chain that are all older. */
export async function selectLastBefore(trx: Trx, limit: EpochMs): Promise<Head | null> {
  const { rows } = await sql<Head>`
    select position, hash from audit
    where position < coalesce(
      (select min(position) from audit where at >= ${sqlInstant(limit)}),
      (select max(position) + 1 from audit))
    order by position desc limit 1`.execute(trx)
  return rows[0] ?? null
}

/** Records the last row that is removed, from whose hash the chain goes on. */
export async function insertCut(trx: Trx, last: Head, at: EpochMs): Promise<void> {
  await trx
    .insertInto('auditCut')
    .values({ ...last, at })
    .execute()
}

/** Removes the rows up to that place, which the database allows for this alone. */
export async function deleteUpTo(trx: Trx, position: number): Promise<void> {
  await sql`set local coldkeep.audit_retention = 'on'`.execute(trx)
  await trx.deleteFrom('audit').where('position', '<=', position).execute()
  await sql`set local coldkeep.audit_retention = 'off'`.execute(trx)
}

export interface AuditDraft {
  readonly at: EpochMs
  readonly accountId: AccountId | null
  readonly accountName: string
  /** Left out: of the account. */
  readonly departmentId: DepartmentId | undefined
  readonly storeId: StoreId | null
  readonly deviceIds: DeviceId[]
  readonly kind: string
  readonly subject: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly outcome: 'done' | 'begun' | 'refused' | 'failed'
}

/** Writes rows that wait for their places. */
export async function insertAudits(db: Db, drafts: readonly AuditDraft[]): Promise<void> {
  await db.insertInto('audit').values(drafts.map(valuesOf)).execute()
}

function valuesOf(draft: AuditDraft) {
  const ofAccount = sql<DepartmentId | null>`(select department_id from account where account_id = ${draft.accountId})`
  return { ...draft, departmentId: draft.departmentId ?? ofAccount }
}
