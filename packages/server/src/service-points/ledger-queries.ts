import type { CreditEntryId, CreditGrantId, DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { CreditCause, CreditEntryKind } from '@coldkeep/domain/service-points/entry'
import { stepOfKind } from '@coldkeep/domain/service-points/entry'
import type { CreditPlace, Leg } from '@coldkeep/domain/service-points/legs'
import { type Subservice, serviceOf } from '@coldkeep/domain/service-points/service'
import type { OpenGrant, Take } from '@coldkeep/domain/service-points/take-points'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import type { CreditDetail } from '../db/credit-tables'

/** The points of a chain for a part of a service; whoever posts to one holds its lock. */
export interface Pool {
  readonly chainId: DepartmentId
  readonly subservice: Subservice
}

/** Where something happened, as it was then. */
export interface CreditPlaceThen {
  readonly chainId: DepartmentId
  readonly departmentId: DepartmentId
  /** `null`: it concerns the chain as a whole. */
  readonly storeId: StoreId | null
  /** Number and name of the store, or the name of the department. */
  readonly name: string
}

/** Keeps others from posting to a pool until the transaction ends. @returns how many points are owed */
export async function lockPool(trx: Trx, { chainId, subservice }: Pool): Promise<number> {
  await trx
    .insertInto('creditBalance')
    .values({ chainId, subservice })
    .onConflict((on) => on.doNothing())
    .execute()
  const { owed } = await trx
    .selectFrom('creditBalance')
    .select('owed')
    .where('chainId', '=', chainId)
    .where('subservice', '=', subservice)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return owed
}

export function selectOpenGrants(
  trx: Trx,
  { chainId, subservice }: Pool,
  now: EpochMs,
): Promise<OpenGrant[]> {
  return trx
    .selectFrom('creditGrant')
    .select(['creditGrantId as id', 'leftPoints as left', 'createdAt as grantedAt', 'expiresAt'])
    .where('chainId', '=', chainId)
    .where('subservice', '=', subservice)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('leftPoints', '>', 0)
    .execute()
}

/** Those of some grants from which points can still be used. */
export async function selectStillOpen(
  trx: Trx,
  chainId: DepartmentId,
  grantIds: readonly CreditGrantId[],
  now: EpochMs,
): Promise<ReadonlySet<CreditGrantId>> {
  if (grantIds.length === 0) return new Set()
  const rows = await trx
    .selectFrom('creditGrant')
    .select('creditGrantId')
    .where('chainId', '=', chainId)
    .where('creditGrantId', 'in', grantIds)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .execute()
  return new Set(rows.map(({ creditGrantId }) => creditGrantId))
}

export interface EntryDraft {
  readonly kind: CreditEntryKind
  readonly cause: CreditCause
  readonly subservice: Subservice
  readonly place: CreditPlaceThen
  readonly points: number
  readonly owed: number
  readonly at: EpochMs
  readonly by: Actor
  readonly detail: CreditDetail
}

/** @returns `null` where its cause has an entry for this step already */
export async function insertEntry(trx: Trx, draft: EntryDraft): Promise<CreditEntryId | null> {
  const { kind, cause, subservice, place, points, owed, at, by, detail } = draft
  const row = await trx
    .insertInto('creditEntry')
    .values({
      chainId: place.chainId,
      kind,
      causeKind: cause.kind,
      causeId: cause.id,
      step: stepOfKind[kind],
      serviceId: serviceOf(subservice),
      subservice,
      storeId: place.storeId,
      storeName: place.name,
      departmentId: place.departmentId,
      points,
      owed,
      at,
      accountId: by.accountId,
      accountName: by.name,
      detail: JSON.stringify(detail),
    })
    .onConflict((on) => on.doNothing())
    .returning('creditEntryId')
    .executeTakeFirst()
  return row?.creditEntryId ?? null
}

export async function hasEntry(
  trx: Trx,
  chainId: DepartmentId,
  cause: CreditCause,
  kind: CreditEntryKind,
): Promise<boolean> {
  const row = await trx
    .selectFrom('creditEntry')
    .select('creditEntryId')
    .where('chainId', '=', chainId)
    .where('causeKind', '=', cause.kind)
    .where('causeId', '=', cause.id)
    .where('step', '=', stepOfKind[kind])
    .executeTakeFirst()
  return row !== undefined
}

export async function insertLegs(
  trx: Trx,
  chainId: DepartmentId,
  creditEntryId: CreditEntryId,
  legs: readonly Leg[],
): Promise<void> {
  if (legs.length === 0) return
  await trx
    .insertInto('creditLeg')
    .values(
      legs.map(({ place, grantId: creditGrantId, points }, number) => ({
        ...{ chainId, creditEntryId, number, place, creditGrantId, points },
      })),
    )
    .execute()
}

/** What an entry brought to a place, grant by grant, in its order. */
export async function selectTakes(
  trx: Trx,
  chainId: DepartmentId,
  entryId: CreditEntryId,
  place: CreditPlace,
): Promise<Take[]> {
  return trx
    .selectFrom('creditLeg')
    .select(['creditGrantId as grantId', 'points'])
    .where('chainId', '=', chainId)
    .where('creditEntryId', '=', entryId)
    .where('place', '=', place)
    .where('points', '>', 0)
    .orderBy('number')
    .execute()
}

/** How the balance of a pool changes. */
export interface BalanceChange {
  readonly free: number
  readonly held: number
  readonly spent: number
  readonly owed: number
}

export async function addToBalance(
  trx: Trx,
  { chainId, subservice }: Pool,
  { free, held, spent, owed }: BalanceChange,
): Promise<void> {
  await trx
    .updateTable('creditBalance')
    .set({
      free: sql`free + ${free}::bigint`,
      held: sql`held + ${held}::bigint`,
      spent: sql`spent + ${spent}::bigint`,
      owed: sql`owed + ${owed}::bigint`,
    })
    .where('chainId', '=', chainId)
    .where('subservice', '=', subservice)
    .execute()
}

export async function addToGrants(
  trx: Trx,
  chainId: DepartmentId,
  changes: ReadonlyMap<CreditGrantId, number>,
): Promise<void> {
  if (changes.size === 0) return
  await sql`update credit_grant g set left_points = g.left_points + u.points
    from unnest(${[...changes.keys()]}::bigint[], ${[...changes.values()]}::bigint[]) as u (id, points)
    where g.chain_id = ${chainId} and g.credit_grant_id = u.id`.execute(trx)
}

/** What an entry adds to the month that it is in. */
export interface MonthChange {
  readonly granted: number
  readonly used: number
  readonly corrected: number
  readonly lapsed: number
}

export async function addToMonth(
  trx: Trx,
  { chainId, departmentId, storeId }: CreditPlaceThen,
  subservice: Subservice,
  month: LocalDate,
  { granted, used, corrected, lapsed }: MonthChange,
): Promise<void> {
  await sql`insert into credit_month as m (chain_id, month, department_id, store_id, subservice, granted, used,
      corrected, lapsed)
    values (${chainId}, ${month}::date, ${departmentId}, ${storeId ?? 0}, ${subservice}, ${granted}, ${used},
      ${corrected}, ${lapsed})
    on conflict (chain_id, month, department_id, store_id, subservice) do update set
      granted = m.granted + excluded.granted, used = m.used + excluded.used,
      corrected = m.corrected + excluded.corrected, lapsed = m.lapsed + excluded.lapsed`.execute(trx)
}

/** A reservation that is not settled yet. */
export async function selectHold(
  trx: Trx,
  chainId: DepartmentId,
  cause: CreditCause,
): Promise<CreditEntryId | null> {
  const row = await trx
    .selectFrom('creditHold')
    .select('creditEntryId')
    .where('chainId', '=', chainId)
    .where('causeKind', '=', cause.kind)
    .where('causeId', '=', cause.id)
    .executeTakeFirst()
  return row?.creditEntryId ?? null
}

export async function insertHold(
  trx: Trx,
  chainId: DepartmentId,
  cause: CreditCause,
  creditEntryId: CreditEntryId,
  until: EpochMs,
): Promise<void> {
  await trx
    .insertInto('creditHold')
    .values({ chainId, causeKind: cause.kind, causeId: cause.id, creditEntryId, until })
    .execute()
}

export async function deleteHold(trx: Trx, chainId: DepartmentId, cause: CreditCause): Promise<void> {
  await trx
    .deleteFrom('creditHold')
    .where('chainId', '=', chainId)
    .where('causeKind', '=', cause.kind)
    .where('causeId', '=', cause.id)
    .execute()
}

/** Reservations that nobody settled in time, with what was reserved. */
export function selectForgottenHolds(db: Db, now: EpochMs, limit: number) {
  return db
    .selectFrom('creditHold')
    .innerJoin('creditEntry', (join) =>
      join
        .onRef('creditEntry.chainId', '=', 'creditHold.chainId')
        .onRef('creditEntry.creditEntryId', '=', 'creditHold.creditEntryId'),
    )
    .selectAll('creditEntry')
    .where('creditHold.until', '<=', now)
    .orderBy('creditHold.until')
    .limit(limit)
    .execute()
}

/** The store of an entry with the departments above it, as they are now; `undefined` where it is gone. */
export async function selectStorePlace(db: Db, storeId: StoreId): Promise<CreditPlaceThen | undefined> {
  const row = await db
    .selectFrom('store')
    .innerJoin('department', 'department.departmentId', 'store.departmentId')
    .select(['department.path', 'store.departmentId', 'store.code', 'store.name'])
    .where(sql<SqlBool>`store.store_id = ${storeId}::bigint`)
    .executeTakeFirst()
  const chainId = row?.path[0]
  if (row === undefined || chainId === undefined) return undefined
  return { chainId, departmentId: row.departmentId, storeId, name: `${row.code} ${row.name}` }
}

/** A department with the chain that it belongs to, as it is now. */
export async function selectDepartmentPlace(db: Db, departmentId: DepartmentId): Promise<CreditPlaceThen> {
  const { path, name } = await db
    .selectFrom('department')
    .select(['path', 'name'])
    .where('departmentId', '=', departmentId)
    .executeTakeFirstOrThrow()
  return { chainId: path[0] as DepartmentId, departmentId, storeId: null, name }
}

/** The chain of a department, by its name. */
export async function selectChain(db: Db, departmentId: DepartmentId): Promise<CreditPlaceThen> {
  const row = await db
    .selectFrom('department as here')
    .innerJoin('department as top', (join) => join.on(sql<SqlBool>`top.department_id = here.path[1]`))
    .select(['top.departmentId', 'top.name'])
    .where('here.departmentId', '=', departmentId)
    .executeTakeFirstOrThrow()
  return { chainId: row.departmentId, departmentId: row.departmentId, storeId: null, name: row.name }
}

export async function selectDepartmentName(db: Db, departmentId: DepartmentId): Promise<string> {
  const { name } = await db
    .selectFrom('department')
    .select('name')
    .where('departmentId', '=', departmentId)
    .executeTakeFirstOrThrow()
  return name
}
