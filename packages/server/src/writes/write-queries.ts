import { openStates } from '@coldkeep/domain/commands/command-state'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { type Expression, type Insertable, type SqlBool, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db, Trx } from '../db/connect'
import { containing } from '../db/containing'
import { sqlInstant } from '../db/instants'
import { sameIn } from '../db/same-in'
import type { WriteTables } from '../db/write-tables'

/** A terminal that has taken a write and is silent for this long does not stand in the way of another. */
const SILENT_MS = minutes(10)

export interface WriteFilter {
  readonly scope: Scope
  readonly storeId: StoreId | null
  readonly deviceId: DeviceId | null
  readonly status: 'all' | 'waiting' | 'open'
  readonly search: string
}

/** Of stores in the scope, newest first. */
export async function selectWrites(
  db: Db,
  filter: WriteFilter,
  page: { readonly offset: number; readonly limit: number },
  now: EpochMs,
) {
  return requests(db)
    .where(matches(filter, now))
    .orderBy('writeRequest.createdAt', 'desc')
    .orderBy('writeRequest.writeId')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

export async function countWrites(db: Db, filter: WriteFilter, now: EpochMs): Promise<number> {
  const { count } = await placed(db)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(matches(filter, now))
    .executeTakeFirstOrThrow()
  return count
}

export async function selectWrite(db: Db, scope: Scope, writeId: string) {
  const filter = { scope, storeId: null, deviceId: null, status: 'all' as const, search: '' }
  const row = await requests(db)
    .where(matches(filter, null))
    .where('writeRequest.writeId', '=', writeId)
    .executeTakeFirst()
  return row ?? null
}

export type WriteRow = NonNullable<Awaited<ReturnType<typeof selectWrite>>>

/** By store and id, in whatever scope. */
export async function selectWritesById(
  db: Db,
  names: readonly Pick<WriteRow, 'storeId' | 'writeId'>[],
): Promise<WriteRow[]> {
  if (names.length === 0) return []
  return requests(db)
    .where(
      'writeRequest.storeId',
      'in',
      names.map(({ storeId }) => storeId),
    )
    .where(
      'writeRequest.writeId',
      'in',
      names.map(({ writeId }) => writeId),
    )
    .execute()
}

/** Held until the end of the transaction: two people who decide at once do so one after the other. */
export async function lockWrite(
  trx: Trx,
  { storeId, writeId }: Pick<WriteRow, 'storeId' | 'writeId'>,
): Promise<void> {
  await trx
    .selectFrom('writeRequest')
    .select('writeId')
    .where('storeId', '=', storeId)
    .where('writeId', '=', writeId)
    .forUpdate()
    .execute()
}

export async function isKnownWrite(db: Db, writeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('writeRequest')
    .select('writeId')
    .where('writeId', '=', writeId)
    .executeTakeFirst()
  return row !== undefined
}

/** The lines of some writes that the caller may see, in their order. */
export async function selectLines(db: Db, scope: Scope, writes: readonly WriteRow[]) {
  if (writes.length === 0) return []
  return db
    .selectFrom('writeLine')
    .innerJoin('device', sameIn('device', 'writeLine', 'storeId', 'deviceId'))
    .leftJoin('command', sameIn('command', 'writeLine', 'storeId', 'commandId'))
    .leftJoin('terminalState', sameIn('terminalState', 'command', 'storeId', 'terminalId'))
    .selectAll('writeLine')
    .select([
      'device.name',
      'device.type',
      'device.zone',
      'command.terminalId',
      'command.state',
      'command.outcome',
      'command.errorCode',
      'command.errorText',
      'command.createdAt as queuedAt',
      'command.expiresAt',
      'command.changedAt',
      'terminalState.connection',
      'terminalState.since',
    ])
    .where('writeLine.storeId', 'in', [...new Set(writes.map(({ storeId }) => storeId))])
    .where(
      'writeLine.writeId',
      'in',
      writes.map(({ writeId }) => writeId),
    )
    .where(isShown(scope, 'writeLine'))
    .orderBy('writeLine.position')
    .execute()
}

export type LineRow = Awaited<ReturnType<typeof selectLines>>[number]

/** True where a write to the same point of a device is still open: two at once cannot be told apart. */
export async function isUnderWay(
  trx: Trx,
  { storeId, deviceId }: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  { code, pointName }: { readonly code: string; readonly pointName: string },
  now: EpochMs,
): Promise<boolean> {
  const { rows } = await sql<{ writeId: string }>`
    select l.write_id from write_line l join write_request r using (store_id, write_id)
      left join command c on c.store_id = l.store_id and c.command_id = l.command_id
    where l.store_id = ${storeId} and l.device_id = ${deviceId}
      and (l.command_code = ${code} or (l.point_name <> '' and l.point_name = ${pointName}))
      and ((c.state = any(${openStates}::text[]) and c.expires_at > ${sqlInstant(later(now, -SILENT_MS))})
        or (r.approval = 'waiting' and r.approve_until > ${sqlInstant(now)}))
    limit 1`.execute(trx)
  return rows.length > 0
}

/**
 * Of these, the ones that have been undone already, or are about to be. An undoing that came to nothing does
 * not count: it may be tried again.
 */
export async function selectUndone(
  db: Db,
  writes: readonly Pick<WriteRow, 'writeId'>[],
  now: EpochMs,
): Promise<ReadonlySet<string>> {
  if (writes.length === 0) return new Set()
  const rows = await db
    .selectFrom('writeRequest')
    .select('undoOf')
    .where(
      'undoOf',
      'in',
      writes.map(({ writeId }) => writeId),
    )
    .where(sql<SqlBool>`((approval = 'waiting' and approve_until > ${sqlInstant(now)})
      or (approval in ('approved', 'not_needed') and exists (select from write_line l
        join command c on c.store_id = l.store_id and c.command_id = l.command_id
        where l.store_id = write_request.store_id and l.write_id = write_request.write_id
          and (c.state = 'done' or c.state = any(${openStates}::text[])))))`)
    .execute()
  return new Set(rows.map(({ undoOf }) => undoOf as string))
}

/** Two requests with one id follow one another. */
export async function lockWriteId(trx: Trx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`write ${id}`}, 0))`.execute(trx)
}

export async function insertRequest(
  trx: Trx,
  request: Insertable<WriteTables['writeRequest']>,
): Promise<void> {
  await trx.insertInto('writeRequest').values(request).execute()
}

/** Records the decision on a write. */
export async function updateApproval(
  trx: Trx,
  { storeId, writeId }: Pick<WriteRow, 'storeId' | 'writeId'>,
  to: {
    readonly approval: 'approved' | 'rejected' | 'withdrawn'
    readonly decidedBy: string
    readonly decidedAt: EpochMs
    readonly decisionNote?: string
  },
): Promise<void> {
  await trx
    .updateTable('writeRequest')
    .set(to)
    .where('storeId', '=', storeId)
    .where('writeId', '=', writeId)
    .execute()
}

/** Marks the writes that were not decided on in time, and returns them. */
export function updateOverdueApprovals(trx: Trx, now: EpochMs) {
  return trx
    .updateTable('writeRequest')
    .set({ approval: 'expired' })
    .where('approval', '=', 'waiting')
    .where('approveUntil', '<=', now)
    .returning(['storeId', 'writeId', 'accountId', 'createdBy', 'approveUntil'])
    .execute()
}

function placed(db: Db) {
  return db.selectFrom('writeRequest').innerJoin('store', 'store.storeId', 'writeRequest.storeId')
}

function requests(db: Db) {
  return placed(db)
    .selectAll('writeRequest')
    .select(['store.code as storeCode', 'store.name as storeName', 'store.zone as timeZone'])
    .select(
      sql<number>`(select count(distinct n.account_id)::int from notice n where n.store_id = write_request.store_id
        and n.subject_kind = 'write' and n.subject_name = write_request.write_id and n.about = 'requested')`.as(
        'notified',
      ),
    )
}

function matches(
  { scope, storeId, deviceId, status, search }: WriteFilter,
  now: EpochMs | null,
): Expression<SqlBool> {
  const line = sql`select from write_line where write_line.store_id = write_request.store_id
    and write_line.write_id = write_request.write_id and ${isShown(scope, 'writeLine')}`
  const parts: Expression<SqlBool>[] = [isInScope(scope)]
  // an id of 53 bits fits the wire, and the column has 32
  if (storeId !== null) parts.push(sql<SqlBool>`write_request.store_id = ${storeId}::bigint`)
  parts.push(
    deviceId === null
      ? sql<SqlBool>`exists (${line})`
      : sql<SqlBool>`exists (${line} and write_line.device_id = ${deviceId})`,
  )
  if (search !== '') parts.push(isFound(search, line))
  if (status !== 'all' && now !== null) parts.push(hasStatus(status, now))
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`
}

function isFound(search: string, line: Expression<unknown>): Expression<SqlBool> {
  const like = containing(search)
  return sql<SqlBool>`(store.code ilike ${like} or store.name ilike ${like}
    or write_request.created_by ilike ${like} or write_request.note ilike ${like}
    or exists (${line} and (write_line.note ilike ${like} or write_line.command_code ilike ${like}
      or exists (select from device d where d.store_id = write_line.store_id
        and d.device_id = write_line.device_id and d.name ilike ${like}))))`
}

function hasStatus(status: 'waiting' | 'open', now: EpochMs): Expression<SqlBool> {
  const waits = sql<SqlBool>`(write_request.approval = 'waiting' and write_request.approve_until > ${sqlInstant(now)})`
  if (status === 'waiting') return waits
  return sql<SqlBool>`(${waits} or exists (select from write_line l
    join command c on c.store_id = l.store_id and c.command_id = l.command_id
    where l.store_id = write_request.store_id and l.write_id = write_request.write_id
      and c.state = any(${openStates}::text[])))`
}
