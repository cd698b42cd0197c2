import type { SentUpkeepPlan, UpkeepPlanRow, upkeepOrders } from '@coldkeep/contract/areas/upkeep-plans'
import type { DeviceId, StoreId, UpkeepPlanId } from '@coldkeep/domain/ids'
import type { DeviceType } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { daysBetween, type LocalDate } from '@coldkeep/domain/time/local-date'
import { dueState, SOON_DAYS, type UpkeepState } from '@coldkeep/domain/upkeep/due-state'
import type { DoneUpkeep, UpkeepSchedule, UpkeepUnit } from '@coldkeep/domain/upkeep/upkeep-plan'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db, Trx } from '../db/connect'
import { containing } from '../db/containing'
import { sqlInstant } from '../db/instants'
import { orderOf } from '../db/order-of'
import { sameIn } from '../db/same-in'

type Order = (typeof upkeepOrders)[number]

export interface PlanFilter {
  readonly scope: Scope
  readonly storeId: StoreId | null
  /** `due`: overdue or due soon. */
  readonly state: UpkeepState | 'due' | 'all'
  /** Part of the number or name of the store, of the item or of the device; empty: all. */
  readonly text: string
}

const orders: Readonly<Record<Order, RawBuilder<unknown>>> = {
  due: sql`upkeep_plan.due_on`,
  store: sql`store.code`,
  item: sql`upkeep_plan.item`,
  start: sql`upkeep_plan.starts_on`,
}

/** The day that it is at the store of a row. */
export const todayAt = (now: EpochMs) => sql<LocalDate>`(${sqlInstant(now)} at time zone store.zone)::date`

/** Plans of one page, what is due first at the top by default. */
export async function selectUpkeepPlans(
  db: Db,
  filter: PlanFilter,
  sort: Order | `-${Order}`,
  page: { readonly offset: number; readonly limit: number },
  now: EpochMs,
): Promise<UpkeepPlanRow[]> {
  const rows = await shown(db, filter.scope, now)
    .where(matches(filter, now))
    .orderBy(orderOf(orders, sort))
    .orderBy('store.code')
    .orderBy('upkeepPlan.item')
    .orderBy('upkeepPlan.upkeepPlanId')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  return rows.map(rowOf)
}

export async function countUpkeepPlans(db: Db, filter: PlanFilter, now: EpochMs): Promise<number> {
  const { count } = await placed(db, filter.scope)
    .where(matches(filter, now))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A plan that is about to be written; `null` for one that does not exist, is out of reach, withheld or ended. */
export async function lockUpkeepPlan(
  trx: Trx,
  scope: Scope,
  id: UpkeepPlanId,
  now: EpochMs,
): Promise<UpkeepPlanRow | null> {
  const found = await selectPlanPlace(trx, scope, id)
  if (found === undefined || found.removedAt !== null) return null
  await trx
    .selectFrom('upkeepPlan')
    .select('revision')
    .where('storeId', '=', found.storeId)
    .where('upkeepPlanId', '=', id)
    .forUpdate()
    .execute()
  const row = await shown(trx, scope, now)
    .where('upkeepPlan.storeId', '=', found.storeId)
    .where('upkeepPlan.upkeepPlanId', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : rowOf(row)
}

/** The store of a plan that the scope shows, and since when it is ended. */
export function selectPlanPlace(db: Db, scope: Scope, id: UpkeepPlanId) {
  return knownPlans(db, scope)
    .select(['upkeepPlan.storeId', 'upkeepPlan.removedAt'])
    .where('upkeepPlan.upkeepPlanId', '=', id)
    .executeTakeFirst()
}

/** What people decide of a plan, checked. */
export interface UpkeepPlanContent extends Omit<UpkeepSchedule, 'unit'> {
  readonly unit: UpkeepUnit
  readonly deviceId: DeviceId | null
  readonly group: DeviceType | null
  readonly item: string
  readonly note: string
  readonly graceDays: number
  readonly tasks: readonly string[]
  readonly leastPhotos: number
}

export async function insertUpkeepPlan(
  trx: Trx,
  storeId: StoreId,
  content: UpkeepPlanContent,
  dueOn: LocalDate | null,
  now: EpochMs,
): Promise<void> {
  await trx
    .insertInto('upkeepPlan')
    .values({ storeId, ...columnsOf(content), dueOn, createdAt: now })
    .execute()
}

export async function updateUpkeepPlan(
  trx: Trx,
  { storeId, id }: Pick<UpkeepPlanRow, 'storeId' | 'id'>,
  content: UpkeepPlanContent,
  dueOn: LocalDate | null,
): Promise<void> {
  await trx
    .updateTable('upkeepPlan')
    .set({ ...columnsOf(content), dueOn, revision: sql<number>`revision + 1` })
    .where('storeId', '=', storeId)
    .where('upkeepPlanId', '=', id)
    .execute()
}

/** The work was done: the next day, and from what it is counted. */
export async function updateDueDay(
  trx: Trx,
  { storeId, id }: Pick<UpkeepPlanRow, 'storeId' | 'id'>,
  { dueOn, last }: { readonly dueOn: LocalDate | null; readonly last: DoneUpkeep },
): Promise<void> {
  await trx
    .updateTable('upkeepPlan')
    .set({ dueOn, lastDueOn: last.dueOn, lastDoneOn: last.doneOn, revision: sql<number>`revision + 1` })
    .where('storeId', '=', storeId)
    .where('upkeepPlanId', '=', id)
    .execute()
}

export async function endUpkeepPlan(
  trx: Trx,
  { storeId, id }: Pick<UpkeepPlanRow, 'storeId' | 'id'>,
  now: EpochMs,
): Promise<void> {
  await trx
    .updateTable('upkeepPlan')
    .set({ removedAt: now })
    .where('storeId', '=', storeId)
    .where('upkeepPlanId', '=', id)
    .execute()
}

/** A store of the scope by its number. */
export function selectStoreNumbered(db: Db, scope: Scope, code: SentUpkeepPlan['storeCode']) {
  return db
    .selectFrom('store')
    .select(['storeId', 'name'])
    .where('code', '=', code)
    .where(isInScope(scope))
    .executeTakeFirst()
}

/** Devices of a store that are in use and not withheld, by name. */
export function selectPlannable(db: Db, scope: Scope, storeId: StoreId) {
  return db
    .selectFrom('device')
    .select(['deviceId as id', 'name'])
    .where('storeId', '=', storeId)
    .where('removedAt', 'is', null)
    .where(isShown(scope, 'device'))
    .orderBy('name')
    .execute()
}

function columnsOf({ group, tasks, ...columns }: UpkeepPlanContent) {
  return { ...columns, deviceType: group, tasks: JSON.stringify(tasks) }
}

/** Plans in force that the scope shows, with their stores and devices. */
export function placed(db: Db, scope: Scope) {
  return knownPlans(db, scope).where('upkeepPlan.removedAt', 'is', null)
}

/** The same with those that were ended. */
export function knownPlans(db: Db, scope: Scope) {
  return db
    .selectFrom('upkeepPlan')
    .innerJoin('store', 'store.storeId', 'upkeepPlan.storeId')
    .leftJoin('device', sameIn('device', 'upkeepPlan', 'storeId', 'deviceId'))
    .where(isInScope(scope))
    .where(isShownPlan(scope))
}

/** A plan for all walk-in rooms names what is withheld as one of a single room does. */
function isShownPlan(scope: Scope): Expression<SqlBool> {
  const isOfDevice = isShown(scope, 'upkeepPlan')
  if (!scope.hidden.has('walk_in')) return isOfDevice
  return sql<SqlBool>`(${isOfDevice} and upkeep_plan.device_type is distinct from 'walk_in')`
}

function matches({ storeId, state, text }: PlanFilter, now: EpochMs): Expression<SqlBool> {
  const pattern = containing(text)
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`true`]
  if (storeId !== null) conditions.push(sql<SqlBool>`store.store_id = ${storeId}::bigint`)
  if (text !== '') {
    conditions.push(sql<SqlBool>`(store.code ilike ${pattern} or store.name ilike ${pattern}
      or upkeep_plan.item ilike ${pattern} or device.name ilike ${pattern})`)
  }
  if (state !== 'all') conditions.push(isInState(state, now))
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The same as `dueState`, of the plans whose device is in use. */
function isInState(state: UpkeepState | 'due', now: EpochMs): Expression<SqlBool> {
  const today = todayAt(now)
  const isOverdue = sql`upkeep_plan.due_on + upkeep_plan.grace_days < ${today}`
  const isNear = sql`upkeep_plan.due_on <= ${today} + ${SOON_DAYS}::int`
  const conditions = {
    due: isNear,
    overdue: isOverdue,
    soon: sql`${isNear} and not (${isOverdue})`,
    later: sql`(${isNear}) is not true`,
  }
  return sql<SqlBool>`(device.removed_at is null and ${conditions[state]})`
}

function shown(db: Db, scope: Scope, now: EpochMs) {
  return placed(db, scope)
    .select([
      'upkeepPlan.upkeepPlanId',
      'upkeepPlan.revision',
      'upkeepPlan.storeId',
      'upkeepPlan.deviceId',
      'upkeepPlan.deviceType',
      'upkeepPlan.item',
      'upkeepPlan.note',
      'upkeepPlan.every',
      'upkeepPlan.unit',
      'upkeepPlan.base',
      'upkeepPlan.graceDays',
      'upkeepPlan.startsOn',
      'upkeepPlan.tasks',
      'upkeepPlan.leastPhotos',
      'upkeepPlan.dueOn',
      'upkeepPlan.lastDueOn',
      'upkeepPlan.lastDoneOn',
      'store.code as storeCode',
      'store.name as storeName',
      'store.zone',
      'device.name as deviceName',
      'device.removedAt as retiredAt',
    ])
    .select(todayAt(now).as('today'))
}

type ShownPlan = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

function rowOf({ upkeepPlanId, deviceType, retiredAt, today, tasks, ...row }: ShownPlan): UpkeepPlanRow {
  return {
    ...row,
    id: upkeepPlanId,
    group: deviceType,
    tasks: [...tasks],
    state: retiredAt === null ? dueState(row.dueOn, row.graceDays, today) : 'retired',
    dueInDays: row.dueOn === null ? null : daysBetween(today, row.dueOn),
  }
}
