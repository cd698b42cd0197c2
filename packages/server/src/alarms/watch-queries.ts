import type { DeviceWatch } from '@coldkeep/domain/alarms/device-watch'
import type { LimitRule } from '@coldkeep/domain/alarms/limit-rule'
import type { DeviceId, PointId, PointListId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { PointKind, PointUnit } from '@coldkeep/domain/points/point'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'

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

/** Marks devices whose readings must be gone over again; a mark that waits already does not wait longer. */
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
