import type { breachFilters } from '@coldkeep/contract/areas/corrections'
import { type BreachState, openStates } from '@coldkeep/domain/corrections/breach-state'
import type { AccountId, AlarmId, BreachId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { Period } from '@coldkeep/domain/time/period'
import { type SqlBool, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db, Trx } from '../db/connect'
import { containing } from '../db/containing'
import { sqlInstant } from '../db/instants'
import { sameIn } from '../db/same-in'

/** A breach with the names of what it is of. */
export interface Breach {
  readonly storeId: StoreId
  readonly breachId: BreachId
  readonly deviceId: DeviceId
  readonly zone: TemperatureZone
  readonly firstOn: LocalDate
  readonly startedAt: EpochMs
  readonly endedAt: EpochMs
  readonly through: EpochMs
  readonly minutes: number
  readonly degreeMinutes: number
  readonly extremeC: number
  readonly limitC: number
  readonly facts: number
  readonly state: BreachState
  readonly actions: number
  readonly writerId: AccountId | null
  readonly recordedAt: EpochMs
  readonly closedAt: EpochMs | null
  readonly code: string
  readonly storeName: string
  readonly timeZone: string
  readonly deviceName: string
}

export interface BreachFilter {
  readonly scope: Scope
  readonly storeId: StoreId | null
  readonly deviceId: DeviceId | null
  readonly alarmId: AlarmId | null
  readonly show: (typeof breachFilters)[number]
  /** Who may check what others wrote. */
  readonly checker: AccountId
  /** Begun in it; `null`: whenever. */
  readonly period: { readonly from: EpochMs; readonly until: EpochMs } | null
  /** Empty: nothing is looked for. */
  readonly search: string
}

/** The same words as the index of open ones has. */
const isOpenBreach = sql<SqlBool>`breach.state in (${sql.join(openStates.map((state) => sql.lit(state)))})`

/** An alarm belongs to the breaches of its device that it was active during: it may begin before the product is warm. */
const ALARM_REACH = sql`interval '1 hour'`

function breaches(db: Db, scope: Scope) {
  return db
    .selectFrom('breach')
    .innerJoin('store', 'store.storeId', 'breach.storeId')
    .innerJoin('device', sameIn('device', 'breach', 'storeId', 'deviceId'))
    .where(isInScope(scope))
    .where(isShown(scope, 'breach'))
}

function shownBreaches(db: Db, scope: Scope) {
  return breaches(db, scope)
    .selectAll('breach')
    .select(['store.code', 'store.name as storeName', 'store.zone as timeZone', 'device.name as deviceName'])
}

/** A page of breaches, the newest first. */
export async function selectBreaches(
  db: Db,
  filter: BreachFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<Breach[]> {
  return shownBreaches(db, filter.scope)
    .where(matching(filter))
    .orderBy('breach.startedAt', 'desc')
    .orderBy('breach.breachId', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

/** How many breaches all pages have. */
export async function countBreaches(db: Db, filter: BreachFilter): Promise<number> {
  const { total } = await breaches(db, filter.scope)
    .where(matching(filter))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Open breaches of a scope. */
export async function countOpenBreaches(db: Db, scope: Scope): Promise<number> {
  const { total } = await breaches(db, scope)
    .where(isOpenBreach)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function matching({ storeId, deviceId, alarmId, show, checker, period, search }: BreachFilter) {
  const conditions = [
    ...(storeId === null ? [] : [sql`breach.store_id = ${storeId}::bigint`]),
    ...(deviceId === null ? [] : [sql`breach.device_id = ${deviceId}`]),
    ...(alarmId === null ? shownOf(show, checker, period) : [ofAlarm(alarmId)]),
    ...(search === '' ? [] : [holding(search)]),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

function shownOf(show: BreachFilter['show'], checker: AccountId, period: BreachFilter['period']) {
  if (show === 'open') return [isOpenBreach]
  if (show === 'check')
    return [
      isOpenBreach,
      sql`breach.state in ('unchecked', 'changed') and breach.writer_id is distinct from ${checker}`,
    ]
  if (period === null) return [sql`true`]
  return [
    sql`breach.started_at >= ${sqlInstant(period.from)} and breach.started_at < ${sqlInstant(period.until)}`,
  ]
}

function ofAlarm(alarmId: AlarmId) {
  return sql`exists (select from alarm a where a.alarm_id = ${alarmId} and a.store_id = breach.store_id
    and a.device_id = breach.device_id and a.started_at <= breach.ended_at
    and (a.cleared_at is null or a.cleared_at >= breach.started_at - ${ALARM_REACH}))`
}

function holding(search: string) {
  const pattern = containing(search)
  const number = /^(?:B-?)?0*([1-9]\d{0,14})$/i.exec(search.trim())?.[1] ?? '0'
  return sql`(breach.breach_id = ${number}::bigint or store.code ilike ${pattern} or store.name ilike ${pattern}
    or device.name ilike ${pattern})`
}

/** `null`: there is none that the caller may see. */
export async function selectBreach(db: Db, scope: Scope, breachId: BreachId): Promise<Breach | null> {
  const row = await shownBreaches(db, scope).where('breach.breachId', '=', breachId).executeTakeFirst()
  return row ?? null
}

/** Breaches of a store that lasted into a period, in order, those included that turned out to be none. */
export function selectBreachesDuring(
  db: Db,
  scope: Scope,
  storeId: StoreId,
  { startAt, endAt }: Period,
): Promise<Breach[]> {
  return shownBreaches(db, scope)
    .where('breach.storeId', '=', storeId)
    .where('breach.startedAt', '<', endAt)
    .where('breach.endedAt', '>', startAt)
    .orderBy('breach.startedAt')
    .orderBy('breach.breachId')
    .execute()
}

/** Breaches of a store that began before the end of a day of it, and are open. */
export function selectOpenBreachesOfDay(
  db: Db,
  scope: Scope,
  storeId: StoreId,
  { endAt }: Pick<Period, 'endAt'>,
): Promise<Breach[]> {
  return shownBreaches(db, scope)
    .where('breach.storeId', '=', storeId)
    .where(isOpenBreach)
    .where('breach.startedAt', '<', endAt)
    .orderBy('breach.startedAt')
    .orderBy('breach.breachId')
    .execute()
}

/** What became of some breaches of a store. */
export async function selectBreachStates(
  db: Db,
  storeId: StoreId,
  breachIds: readonly BreachId[],
): Promise<Map<BreachId, BreachState>> {
  if (breachIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('breach')
    .select(['breachId', 'state'])
    .where('storeId', '=', storeId)
    .where('breachId', 'in', breachIds)
    .execute()
  return new Map(rows.map(({ breachId, state }) => [breachId, state]))
}

/** Kept from others until the transaction ends. */
export async function lockBreach(
  trx: Trx,
  { storeId, breachId }: Pick<Breach, 'storeId' | 'breachId'>,
): Promise<void> {
  await trx
    .selectFrom('breach')
    .select('breachId')
    .where('storeId', '=', storeId)
    .where('breachId', '=', breachId)
    .forUpdate()
    .execute()
}

interface StateChange {
  readonly state: BreachState
  readonly closedAt: EpochMs | null
  /** Who has written a further entry. */
  readonly writerId?: AccountId
  /** It is open again from now on, and no one has been reminded of that. */
  readonly openedAt?: EpochMs
  readonly remindedAt?: null
}

export async function updateState(
  trx: Trx,
  { storeId, breachId, actions }: Pick<Breach, 'storeId' | 'breachId' | 'actions'>,
  { writerId, ...change }: StateChange,
): Promise<void> {
  await trx
    .updateTable('breach')
    .set({ ...change, ...(writerId !== undefined && { writerId, actions: actions + 1 }) })
    .where('storeId', '=', storeId)
    .where('breachId', '=', breachId)
    .execute()
}

/** The alarms of a device that were active during a breach. */
export async function selectBreachAlarms(
  db: Db,
  { storeId, deviceId, startedAt, endedAt }: Pick<Breach, 'storeId' | 'deviceId' | 'startedAt' | 'endedAt'>,
): Promise<AlarmId[]> {
  const rows = await db
    .selectFrom('alarm')
    .select('alarmId')
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('startedAt', '<=', endedAt)
    .where(sql<boolean>`(cleared_at is null or cleared_at >= ${sqlInstant(startedAt)} - ${ALARM_REACH})`)
    .orderBy('startedAt', 'desc')
    .limit(MOST_ALARMS)
    .execute()
  return rows.map(({ alarmId }) => alarmId)
}

const MOST_ALARMS = 50
