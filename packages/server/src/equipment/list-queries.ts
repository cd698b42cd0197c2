import type { EquipmentState, equipmentOrders } from '@coldkeep/contract/areas/equipment'
import type { DeviceId, FridgeEntryId, StoreId } from '@coldkeep/domain/ids'
import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import { type FridgeList, fridgeLists } from '@coldkeep/domain/organisation/fridge-list'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { containing } from '../db/containing'
import { sqlInstant } from '../db/instants'
import { orderOf } from '../db/order-of'
import { sameIn } from '../db/same-in'
import { fridgeColumn, fridgeTitles } from '../devices/fridge-entry-queries'
import { lacksZone } from '../devices/lacks-zone-queries'

type Order = (typeof equipmentOrders)[number]

export interface EquipmentFilter {
  readonly scope: Scope
  readonly storeId: StoreId | null
  readonly type: DeviceType | null
  readonly zone: TemperatureZone | 'none' | 'unsaid' | null
  readonly state: EquipmentState | null
  readonly withRetired: boolean
  /** Entries of lists that a device has; left out: any. */
  readonly fridge?: Readonly<Record<FridgeList, FridgeEntryId | null>>
  /** Part of the name of a device, of its store, terminal, brand or model; empty: all. */
  readonly text: string
}

/** A device whose newest cycle is older than this, or than three of its cycles, is silent. */
const SILENT_AFTER_SECONDS = 3600
const SILENT_AFTER_CYCLES = 3

const isDisconnected = sql`(terminal_state.connection is null or terminal_state.connection = 'never_seen')`

/** Cycles of late in which a device gave at least one usable value; one without qualities was good throughout. */
function usable(now: EpochMs): RawBuilder<unknown> {
  return sql`latest l join point_list p on p.store_id = l.store_id and p.point_list_id = l.point_list_id
    where not p.counts_bus and l.at > ${sqlInstant(now)} - interval '1 second'
      * greatest(${SILENT_AFTER_SECONDS}::int, ${SILENT_AFTER_CYCLES}::int * p.period_seconds)
      and (l.quality is null or position('\\x00'::bytea in l.quality) > 0)`
}

/** For some devices: each is looked up. */
function answers(now: EpochMs): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ${usable(now)}
    and l.store_id = device.store_id and l.device_id = device.device_id)`
}

/** For many: all that answer are read once. Not as a condition of its own, which would be looked up again. */
function isAmongAnswering(now: EpochMs): RawBuilder<boolean> {
  return sql<boolean>`((device.store_id, device.device_id) in
    (select l.store_id, l.device_id from ${usable(now)})) is true`
}

function stateOf(now: EpochMs): RawBuilder<EquipmentState> {
  return sql<EquipmentState>`case when device.removed_at is not null then 'retired'
    when terminal_state.host_lost_since is not null then 'host_lost'
    when ${isDisconnected} then 'never_seen'
    when terminal_state.connection = 'offline' then 'offline'
    when ${answers(now)} then 'online' else 'silent' end`
}

/** The same, row by row, in terms whose frequency the database has statistics of. */
function isInState(state: EquipmentState, now: EpochMs): Expression<SqlBool> {
  if (state === 'retired') return sql<SqlBool>`device.removed_at is not null`
  const isUsed = sql`device.removed_at is null`
  const isLost = sql`terminal_state.host_lost_since is not null`
  if (state === 'host_lost') return sql<SqlBool>`(${isUsed} and ${isLost})`
  if (state === 'never_seen') return sql<SqlBool>`(${isUsed} and not (${isLost}) and ${isDisconnected})`
  const isConnected = sql`terminal_state.connection = ${state === 'offline' ? 'offline' : 'online'}`
  const own = sql`${isUsed} and not (${isLost}) and ${isConnected}`
  if (state === 'offline') return sql<SqlBool>`(${own})`
  return state === 'online'
    ? sql<SqlBool>`(${own} and ${isAmongAnswering(now)})`
    : sql<SqlBool>`(${own} and not (${isAmongAnswering(now)}))`
}

const lastContact = sql<EpochMs | null>`(select max(l.at) from latest l
    join point_list p on p.store_id = l.store_id and p.point_list_id = l.point_list_id
  where l.store_id = device.store_id and l.device_id = device.device_id and not p.counts_bus)`

const columns: Readonly<Record<Order, RawBuilder<unknown>>> = {
  store: sql`store.code`,
  name: sql`device.name`,
  type: sql`device.type`,
  zone: sql`device.zone`,
  model: sql`device_model.brand || ' ' || device_model.model`,
  lastContact,
  score: sql`device_health.score`,
}

/** One page of devices; those of one store come together by default. */
export async function selectEquipment(
  db: Db,
  filter: EquipmentFilter,
  sort: Order | `-${Order}`,
  page: { readonly offset: number; readonly limit: number },
  now: EpochMs,
): Promise<readonly EquipmentRow[]> {
  // first the keys alone, since all that is shown of a device would be looked up for each that is passed over
  // too
  const keys = await selectKeys(db, filter, now)
    .select(['device.storeId', 'device.deviceId'])
    .orderBy(orderOf(columns, sort))
    .orderBy('store.code')
    .orderBy('device.name')
    .orderBy('device.deviceId')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  const ids = keys.map(({ deviceId }) => deviceId)
  const rows = await shown(db, now)
    .where(sql<SqlBool>`device.store_id = any(${[...new Set(keys.map((key) => key.storeId))]}::int[])`)
    .where(sql<SqlBool>`device.device_id = any(${ids}::bigint[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.deviceId, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function countEquipment(db: Db, filter: EquipmentFilter, now: EpochMs): Promise<number> {
  const { count } = await selectKeys(db, filter, now)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function selectKeys(db: Db, filter: EquipmentFilter, now: EpochMs) {
  return placed(db)
    .where(matches(filter))
    .$if(filter.state !== null, (query) => query.where(isInState(filter.state as EquipmentState, now)))
}

/** `null` for one that does not exist, is out of the caller's reach, or withheld. */
export async function selectOneEquipment(
  db: Db,
  scope: Scope,
  deviceId: DeviceId,
  now: EpochMs,
): Promise<EquipmentRow | null> {
  const row = await shown(db, now)
    .where('device.deviceId', '=', deviceId)
    .where(isInScope(scope))
    .where(isShown(scope, 'device'))
    .executeTakeFirst()
  return row ?? null
}

export type EquipmentRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

function matches(filter: EquipmentFilter): Expression<SqlBool> {
  const { scope, storeId, type, zone, state, withRetired, fridge, text } = filter
  const pattern = containing(text)
  const conditions = [isInScope(scope), isShown(scope, 'device')]
  if (storeId !== null) conditions.push(sql<SqlBool>`store.store_id = ${storeId}`)
  if (type !== null) conditions.push(sql<SqlBool>`device.type = ${type}`)
  if (zone === 'none') conditions.push(sql<SqlBool>`device.zone is null`)
  else if (zone === 'unsaid') conditions.push(lacksZone)
  else if (zone !== null) conditions.push(sql<SqlBool>`device.zone = ${zone}`)
  for (const list of fridgeLists) {
    const entry = fridge?.[list] ?? null
    if (entry !== null) conditions.push(sql<SqlBool>`${fridgeColumn(list)} = ${entry}`)
  }
  if (!withRetired && state !== 'retired') conditions.push(sql<SqlBool>`device.removed_at is null`)
  if (text !== '') {
    conditions.push(sql<SqlBool>`(device.name ilike ${pattern} or store.code ilike ${pattern}
      or store.name ilike ${pattern} or device.terminal_id ilike ${pattern}
      or device_model.brand ilike ${pattern} or device_model.model ilike ${pattern})`)
  }
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** Joined tables whose columns are not selected are left out by the database. */
function placed(db: Db) {
  return db
    .selectFrom('store')
    .innerJoin('device', 'device.storeId', 'store.storeId')
    .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'device.deviceModelId')
    .leftJoin('terminalState', sameIn('terminalState', 'device', 'storeId', 'terminalId'))
    .leftJoin('deviceHealth', sameIn('deviceHealth', 'device', 'storeId', 'deviceId'))
}

function shown(db: Db, now: EpochMs) {
  return placed(db)
    .select([
      'device.deviceId',
      'device.name',
      'device.type',
      'device.zone',
      'device.terminalId',
      'device.portId',
      'device.unitId',
      'device.contractedKw',
      'device.demandIntervalMinutes',
      'device.fridgeBrandId',
      'device.fridgeTypeId',
      'device.fridgeLocationId',
      'device.removedAt',
      'device.revision',
      'device.deviceModelId',
      'deviceModel.brand',
      'deviceModel.model',
      'store.storeId',
      'store.code as storeCode',
      'store.name as storeName',
      'store.zone as timeZone',
      'deviceHealth.score',
    ])
    .select([fridgeTitles.brand, fridgeTitles.type, fridgeTitles.location])
    .select([
      stateOf(now).as('state'),
      lastContact.as('lastContactAt'),
      sql<string | null>`terminal_state.program`.as('firmware'),
      sql<boolean>`exists (select from point where point.store_id = device.store_id
          and point.device_id = device.device_id)`.as('hasPoints'),
    ])
}
