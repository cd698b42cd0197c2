import type { EventKind } from '@coldkeep/contract/mqtt/event-kind'
import type { IngestProblem } from '@coldkeep/contract/mqtt/ingest-problem'
import type { DeviceId, PointId, QuarantineId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type BusKind, busKinds } from '@coldkeep/domain/points/point'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { containing } from '../db/containing'
import { instantText } from '../db/instants'

const MOST_CONFLICTS = 20

export interface StoreFilter {
  readonly scope: Scope
  readonly storeId: StoreId | null
}

export interface BusDevice {
  readonly storeId: StoreId
  readonly storeCode: string
  readonly storeName: string
  readonly zone: string
  readonly deviceId: DeviceId
  readonly name: string
  readonly unitId: number
  readonly terminalId: TerminalId
  readonly pointListId: string
  readonly total: number
}

/** Devices whose requests are counted, by how many of the last interval were answered, the fewest first. */
export async function selectBusDevices(
  db: Db,
  { scope, storeId }: StoreFilter,
  limit: number,
): Promise<BusDevice[]> {
  const { rows } = await sql<BusDevice>`
    select store.store_id, store.code as store_code, store.name as store_name, store.zone, d.device_id, d.name, d.unit_id,
      d.terminal_id, l.point_list_id, count(*) over ()::int as total
    from store join device d on d.store_id = store.store_id
      join point_list l on l.store_id = d.store_id and l.device_id = d.device_id and l.counts_bus
      left join latest n on n.store_id = l.store_id and n.device_id = l.device_id
        and n.point_list_id = l.point_list_id
    where ${isInScope(scope)} and (${storeId}::int is null or store.store_id = ${storeId}::int)
      and ${isShown(scope, 'd')} and d.removed_at is null and l.last_revision is null
    order by coalesce(${latestOf('bus_answers')} / nullif(${latestOf('bus_requests')}, 0), 2), store.code, d.name
    limit ${limit}`.execute(db)
  return rows
}

/** The value of the latest interval: the points of such a list are in the order of the kinds. */
function latestOf(kind: BusKind) {
  return sql`n.values[${sql.lit(busKinds.indexOf(kind) + 1)}]`
}

export interface BusPoint {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly pointId: PointId
  readonly kind: BusKind
  /** In the values of a scan, from 1; `null` where it is not read any more. */
  readonly place: number | null
}

export async function selectBusPoints(
  db: Db,
  devices: readonly Pick<BusDevice, 'storeId' | 'deviceId' | 'pointListId'>[],
): Promise<BusPoint[]> {
  const { rows } = await sql<BusPoint>`
    select p.store_id, p.device_id, p.point_id, p.kind, array_position(l.value_points, p.point_id) as place
    from unnest(${devices.map((device) => device.storeId)}::int[],
        ${devices.map((device) => device.pointListId)}::bigint[]) as u (store_id, point_list_id)
      join point_list l on l.store_id = u.store_id and l.point_list_id = u.point_list_id
      join point p on p.store_id = l.store_id and p.device_id = l.device_id and starts_with(p.kind, 'bus_')
    `.execute(db)
  return rows
}

export interface IntervalRow {
  readonly deviceId: DeviceId
  readonly at: EpochMs
  readonly values: readonly number[]
}

/** The intervals of a time, oldest first. */
export async function selectIntervals(
  db: Db,
  devices: readonly Pick<BusDevice, 'storeId' | 'deviceId' | 'pointListId'>[],
  from: EpochMs,
  until: EpochMs,
): Promise<IntervalRow[]> {
  const { rows } = await sql<IntervalRow>`
    select s.device_id, s.at, s.values
    from unnest(${devices.map((device) => device.storeId)}::int[],
        ${devices.map((device) => device.deviceId)}::bigint[],
        ${devices.map((device) => device.pointListId)}::bigint[]) as u (store_id, device_id, point_list_id)
      join scan s on s.store_id = u.store_id and s.device_id = u.device_id
        and s.point_list_id = u.point_list_id
    where s.at > ${instantText(from)}::timestamptz and s.at <= ${instantText(until)}::timestamptz
    order by s.at`.execute(db)
  return rows
}

/** Of each unit the last event of its terminal: given up, or back. */
export async function selectDeviceEvents(db: Db, devices: readonly BusDevice[], since: EpochMs) {
  const { rows } = await sql<{ terminalId: TerminalId; unit: string; state: string; at: EpochMs }>`
    select distinct on (e.store_id, e.terminal_id, e.detail ->> 'unit')
      e.terminal_id, e.detail ->> 'unit' as unit, e.detail ->> 'state' as state, e.at
    from terminal_event e
    where e.store_id = any(${[...new Set(devices.map(({ storeId }) => storeId))]}::int[])
      and e.terminal_id = any(${[...new Set(devices.map(({ terminalId }) => terminalId))]}::text[])
      and e.kind = 'device' and e.at > ${instantText(since)}::timestamptz and e.detail ? 'unit'
    order by e.store_id, e.terminal_id, e.detail ->> 'unit', e.at desc, e.epoch, e.sequence desc`.execute(db)
  return rows
}

/** With part of a terminal id, or of a store's name or number; empty: all. */
interface SearchFilter extends StoreFilter {
  readonly text: string
}

export interface QuarantineFilter extends SearchFilter {
  readonly reason: IngestProblem | null
}

/** Newest first. */
export function selectQuarantine(
  db: Db,
  filter: QuarantineFilter,
  page: { readonly offset: number; readonly limit: number },
) {
  return placedQuarantine(db, filter)
    .$if(filter.reason !== null, (query) => query.where('quarantine.reason', '=', filter.reason as string))
    .select([
      'quarantine.quarantineId',
      'quarantine.terminalId',
      'quarantine.receivedAt',
      'quarantine.topic',
      'quarantine.reason',
      sql<number>`octet_length(quarantine.body)`.as('sizeBytes'),
      'store.storeId',
      'store.code as storeCode',
      'store.name as storeName',
      'store.zone',
    ])
    .orderBy('quarantine.receivedAt', 'desc')
    .orderBy('quarantine.quarantineId', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

export function countQuarantine(db: Db, filter: SearchFilter) {
  return placedQuarantine(db, filter)
    .select(['quarantine.reason', sql<number>`count(*)::int`.as('count')])
    .groupBy('quarantine.reason')
    .orderBy('quarantine.reason')
    .execute()
}

/** Those of the ids that lie in stores of the scope. */
export async function selectQuarantined(db: Db, scope: Scope, ids: readonly QuarantineId[]) {
  return placedQuarantine(db, { scope, storeId: null, text: '' })
    .select([
      'quarantine.quarantineId',
      'quarantine.storeId',
      'quarantine.terminalId',
      'quarantine.receivedAt',
      'quarantine.topic',
      'quarantine.reason',
      'quarantine.body',
    ])
    .where('quarantine.quarantineId', 'in', ids)
    .orderBy('quarantine.quarantineId')
    .execute()
}

export type QuarantinedRow = Awaited<ReturnType<typeof selectQuarantined>>[number]

/** Terminals whose readings came again with other values, those with the most first. */
export function selectConflicts(db: Db, filter: StoreFilter) {
  return db
    .selectFrom('store')
    .innerJoin('terminalState', 'terminalState.storeId', 'store.storeId')
    .select([
      'store.storeId',
      'store.code as storeCode',
      'store.name as storeName',
      'store.zone',
      'terminalState.terminalId',
      'terminalState.conflicts',
    ])
    .where('terminalState.conflicts', '>', 0)
    .where(isInScope(filter.scope))
    .$if(filter.storeId !== null, (query) => query.where('store.storeId', '=', filter.storeId as StoreId))
    .orderBy('terminalState.conflicts', 'desc')
    .orderBy('store.code')
    .limit(MOST_CONFLICTS)
    .execute()
}

export interface EventFilter {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly kind: EventKind | null
}

/** Newest first. */
export function selectEvents(
  db: Db,
  filter: EventFilter,
  page: { readonly offset: number; readonly limit: number },
) {
  return eventsOf(db, filter)
    .select(['at', 'receivedAt', 'kind', 'detail'])
    .orderBy('at', 'desc')
    .orderBy('epoch')
    .orderBy('sequence', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

export async function countEvents(db: Db, filter: EventFilter): Promise<number> {
  const row = await eventsOf(db, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Gaps that a terminal has reported since then, the oldest first. */
export function selectGaps(db: Db, terminal: Omit<EventFilter, 'kind'>, since: EpochMs, limit: number) {
  return eventsOf(db, { ...terminal, kind: 'gap' })
    .select('detail')
    .where('at', '>=', since)
    .orderBy('at')
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

function eventsOf(db: Db, { storeId, terminalId, kind }: EventFilter) {
  return db
    .selectFrom('terminalEvent')
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .$if(kind !== null, (query) => query.where('kind', '=', kind as EventKind))
}

function placedQuarantine(db: Db, { scope, storeId, text }: SearchFilter) {
  const pattern = containing(text)
  return db
    .selectFrom('store')
    .innerJoin('quarantine', 'quarantine.storeId', 'store.storeId')
    .where(isInScope(scope))
    .$if(storeId !== null, (query) => query.where('store.storeId', '=', storeId as StoreId))
    .$if(text !== '', (query) =>
      query.where((is) =>
        is.or([
          is(sql<string>`quarantine.terminal_id`, 'ilike', pattern),
          is('store.code', 'ilike', pattern),
          is('store.name', 'ilike', pattern),
        ]),
      ),
    )
}
