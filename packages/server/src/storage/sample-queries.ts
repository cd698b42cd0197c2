import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'
import type { PackedRow } from './hour-queries'

export interface StorePeriod {
  readonly storeId: StoreId
  readonly from: number
  readonly to: number
}

/** When samples of a device were taken and when they arrived: 8 bytes each, microseconds since 2000. */
export interface SampleTimesRow {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly times: Uint8Array
  readonly arrivals: Uint8Array
}

/** With how many values each has: 4 bytes each. */
export interface SamplesRow extends SampleTimesRow {
  readonly counts: Uint8Array
}

/** Scans that hold at least one value: a good or uncertain sample. */
export async function selectSampleTimes(db: Db, periods: readonly StorePeriod[]): Promise<SampleTimesRow[]> {
  const from = Math.min(...periods.map((period) => period.from))
  const to = Math.max(...periods.map((period) => period.to))
  const { rows } = await sql<SampleTimesRow>`
    select s.store_id, s.device_id,
      string_agg(timestamptz_send(s.at), ''::bytea) as times,
      string_agg(timestamptz_send(s.received_at), ''::bytea) as arrivals
    from unnest(${periods.map((period) => period.storeId)}::int[],
        ${periods.map((period) => instantText(period.from))}::timestamptz[],
        ${periods.map((period) => instantText(period.to))}::timestamptz[]) as u (store_id, from_at, to_at)
      join point_list l on l.store_id = u.store_id
      join scan s on s.store_id = l.store_id and s.device_id = l.device_id and s.point_list_id = l.point_list_id
    where s.at >= u.from_at and s.at < u.to_at and not l.counts_bus
      and s.at >= ${instantText(from)}::timestamptz and s.at < ${instantText(to)}::timestamptz
      and ('NaN'::real <> any(s.values) or 'NaN'::double precision <> any(s.counters))
    group by s.store_id, s.device_id`.execute(db)
  return rows
}

/** A stretch of time of several stores. */
export interface StoresPeriod extends Pick<StorePeriod, 'from' | 'to'> {
  readonly storeIds: readonly StoreId[]
}

/** The same of one stretch, with how many values each holds. */
export async function selectSamples(db: Db, { storeIds, from, to }: StoresPeriod): Promise<SamplesRow[]> {
  const { rows } = await sql<SamplesRow>`
    select store_id, device_id, string_agg(timestamptz_send(at), ''::bytea) as times,
      string_agg(timestamptz_send(received_at), ''::bytea) as arrivals, string_agg(int4send(count), ''::bytea) as counts
    from (select s.store_id, s.device_id, s.at, s.received_at,
        cardinality(array_remove(s.values, 'NaN')) + cardinality(array_remove(s.counters, 'NaN')) as count
      from point_list l join scan s on s.store_id = l.store_id and s.device_id = l.device_id
        and s.point_list_id = l.point_list_id
      where l.store_id = any(${storeIds}::int[]) and not l.counts_bus
        and s.at >= ${instantText(from)}::timestamptz and s.at < ${instantText(to)}::timestamptz) counted
    where count > 0
    group by store_id, device_id`.execute(db)
  return rows
}

/** Hours that are packed and begin in a stretch, of all devices of the stores. */
export async function selectPackedSamples(
  db: Db,
  { storeIds, from, to }: StoresPeriod,
): Promise<PackedRow[]> {
  const { rows } = await sql<PackedRow>`
    select store_id, device_id, hour, readings from device_hour
    where store_id = any(${storeIds}::int[])
      and hour >= ${instantText(from)}::timestamptz and hour < ${instantText(to)}::timestamptz`.execute(db)
  return rows
}

/** Points of stores that count what their buses did: they are no samples of a device. */
export async function selectBusPoints(db: Db, storeIds: readonly StoreId[]): Promise<Set<PointId>> {
  const { rows } = await sql<{ pointId: PointId }>`
    select point_id from point where store_id = any(${storeIds}::int[]) and starts_with(kind, 'bus_')`.execute(
    db,
  )
  return new Set(rows.map((row) => row.pointId))
}
