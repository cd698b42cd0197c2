import type { DeviceWatch } from '@coldkeep/domain/alarms/device-watch'
import type { LimitRule } from '@coldkeep/domain/alarms/limit-rule'
import type { DeviceId, PointId, PointListId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { PointKind, PointUnit } from '@coldkeep/domain/points/point'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { instantText } from '../db/instants'
import type { NamedDevice } from './device-names'

export interface WatchedDeviceRow {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly terminalId: TerminalId
  readonly zone: TemperatureZone | null
  readonly country: string
  readonly timeZone: string
}

/** The devices of stores that are in use at an instant. */
export async function selectWatchedDevices(
  db: Db,
  storeIds: readonly StoreId[],
  now: EpochMs,
): Promise<WatchedDeviceRow[]> {
  const { rows } = await sql<WatchedDeviceRow>`
    select d.store_id, d.device_id, d.terminal_id, d.zone, s.country, s.zone as time_zone
    from device d join store s on s.store_id = d.store_id
    where d.store_id = any(${storeIds}::int[]) and d.commissioned_at <= ${instantText(now)}::timestamptz
      and (d.removed_at is null or d.removed_at > ${instantText(now)}::timestamptz)
    order by d.store_id, d.device_id`.execute(db)
  return rows
}

export interface WatchedPointRow {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly pointId: PointId
  readonly kind: PointKind
  readonly unit: PointUnit
}

export async function selectPointsOfStores(db: Db, storeIds: readonly StoreId[]): Promise<WatchedPointRow[]> {
  const { rows } = await sql<WatchedPointRow>`
    select store_id, device_id, point_id, kind, unit from point
    where store_id = any(${storeIds}::int[]) order by store_id, device_id, position, point_id`.execute(db)
  return rows
}

export interface PointListRow {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly pointListId: PointListId
  readonly periodSeconds: number
  readonly valuePoints: readonly PointId[]
  readonly counterPoints: readonly PointId[]
  readonly lastRevision: number | null
}

export async function selectListsOfStores(db: Db, storeIds: readonly StoreId[]): Promise<PointListRow[]> {
  const { rows } = await sql<PointListRow>`
    select store_id, device_id, point_list_id, period_seconds, value_points, counter_points, last_revision
    from point_list where store_id = any(${storeIds}::int[]) order by store_id, point_list_id`.execute(db)
  return rows
}

export interface RuleRow extends LimitRule {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly pointId: PointId
}

export async function selectRules(db: Db, storeIds: readonly StoreId[]): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select store_id, device_id, point_id, low_limit, low_delay_minutes, high_limit, high_delay_minutes,
      lost_delay_minutes
    from alarm_rule where store_id = any(${storeIds}::int[])`.execute(db)
  return rows
}

interface KeptWatchRow {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly state: DeviceWatch | null
}

export async function selectKeptWatches(db: Db, storeIds: readonly StoreId[]): Promise<KeptWatchRow[]> {
  const { rows } = await sql<KeptWatchRow>`
    select store_id, device_id, state from alarm_watch where store_id = any(${storeIds}::int[])`.execute(db)
  return rows
}

export interface NewestScanRow {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly pointListId: PointListId
  readonly at: EpochMs
  readonly values: readonly number[]
  readonly counters: readonly number[]
  readonly quality: Uint8Array | null
}

export async function selectNewestScans(db: Db, storeIds: readonly StoreId[]): Promise<NewestScanRow[]> {
  const { rows } = await sql<NewestScanRow>`
    select store_id, device_id, point_list_id, at, values, counters, quality
    from latest where store_id = any(${storeIds}::int[]) order by store_id, device_id, at`.execute(db)
  return rows
}

export interface KeptWatch {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly state: DeviceWatch
  readonly dueAt: EpochMs | null
  readonly isHeld: boolean
}

export async function upsertWatches(trx: Db, watches: readonly KeptWatch[]): Promise<void> {
  if (watches.length === 0) return
  await sql`
    insert into alarm_watch (store_id, device_id, state, due_at, is_held)
    select store_id, device_id, state::jsonb, due_at, is_held from unnest(
      ${watches.map((row) => row.storeId)}::int[], ${watches.map((row) => row.deviceId)}::bigint[],
      ${watches.map((row) => JSON.stringify(row.state))}::text[],
      ${watches.map((row) => (row.dueAt === null ? null : instantText(row.dueAt)))}::timestamptz[],
      ${watches.map((row) => row.isHeld)}::boolean[]
    ) as u (store_id, device_id, state, due_at, is_held)
    on conflict (store_id, device_id) do update set
      state = excluded.state, due_at = excluded.due_at, is_held = excluded.is_held`.execute(trx)
}

export interface LateDevice {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  /** Of the oldest reading that came late. */
  readonly since: EpochMs
}

/** Marks devices whose readings must be replayed; a mark that waits already does not wait longer. */
export async function upsertLateDevices(
  trx: Db,
  devices: readonly LateDevice[],
  dueAt: EpochMs,
): Promise<void> {
  if (devices.length === 0) return
  await sql`
    insert into alarm_late (store_id, device_id, since, due_at)
    select store_id, device_id, since, ${instantText(dueAt)}::timestamptz from unnest(
      ${devices.map((row) => row.storeId)}::int[], ${devices.map((row) => row.deviceId)}::bigint[],
      ${devices.map((row) => instantText(row.since))}::timestamptz[]
    ) as u (store_id, device_id, since)
    on conflict (store_id, device_id) do update set
      since = least(alarm_late.since, excluded.since), due_at = least(alarm_late.due_at, excluded.due_at)`.execute(
    trx,
  )
}

/** Holds for rows with `store_id` and `device_id` of any other device. */
function isNoDeviceOf(devices: readonly NamedDevice[]) {
  return sql<SqlBool>`(store_id, device_id) not in (select * from unnest(
    ${devices.map((device) => device.storeId)}::int[], ${devices.map((device) => device.deviceId)}::bigint[]))`
}

/** Devices whose clock is due before an instant, the first first. */
export async function selectDueDevices(
  db: Db,
  upTo: EpochMs,
  but: readonly NamedDevice[],
  limit: number,
): Promise<NamedDevice[]> {
  return db
    .selectFrom('alarmWatch')
    .select(['storeId', 'deviceId'])
    .where('dueAt', '<', upTo)
    .where(isNoDeviceOf(but))
    .orderBy('dueAt')
    .orderBy('storeId')
    .orderBy('deviceId')
    .limit(limit)
    .execute()
}

export async function deleteWatches(trx: Trx, devices: readonly NamedDevice[]): Promise<void> {
  if (devices.length === 0) return
  await sql`
    delete from alarm_watch w using unnest(
      ${devices.map((row) => row.storeId)}::int[], ${devices.map((row) => row.deviceId)}::bigint[]
    ) as u (store_id, device_id)
    where w.store_id = u.store_id and w.device_id = u.device_id`.execute(trx)
}

interface HeldDevice extends NamedDevice {
  readonly terminalId: TerminalId
  readonly periodSeconds: number
}

/** Devices with a branch that is held back, of terminals that are not lost (any more). */
export async function selectHeldDevices(db: Db): Promise<HeldDevice[]> {
  const { rows } = await sql<HeldDevice>`
    select w.store_id, w.device_id, d.terminal_id, coalesce(min(l.period_seconds), 300) as period_seconds
    from alarm_watch w
      join device d on d.store_id = w.store_id and d.device_id = w.device_id
      join terminal_state t on t.store_id = w.store_id and t.terminal_id = d.terminal_id
      left join point_list l on l.store_id = w.store_id and l.device_id = w.device_id and l.last_revision is null
    where w.is_held and t.host_lost_since is null
    group by w.store_id, w.device_id, d.terminal_id order by w.store_id, w.device_id`.execute(db)
  return rows
}

/** Devices whose readings are due to be replayed. */
export async function selectLateDevices(
  db: Db,
  now: EpochMs,
  but: readonly LateDevice[],
  limit: number,
): Promise<LateDevice[]> {
  return db
    .selectFrom('alarmLate')
    .select(['storeId', 'deviceId', 'since'])
    .where('dueAt', '<=', now)
    .where(isNoDeviceOf(but))
    .orderBy('storeId')
    .orderBy('deviceId')
    .limit(limit)
    .execute()
}

/** A mark that was set again in the meantime with an older reading stays. */
export async function deleteLateDevices(trx: Trx, devices: readonly LateDevice[]): Promise<void> {
  await sql`
    delete from alarm_late l using unnest(
      ${devices.map((row) => row.storeId)}::int[], ${devices.map((row) => row.deviceId)}::bigint[],
      ${devices.map((row) => instantText(row.since))}::timestamptz[]) as u (store_id, device_id, since)
    where l.store_id = u.store_id and l.device_id = u.device_id and l.since >= u.since`.execute(trx)
}
