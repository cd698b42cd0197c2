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
  const { rows } = await sql<SampleTimesRow>`
    select s.store_id, s.device_id,
      string_agg(timestamptz_send(s.at), ''::bytea) as times,
      string_agg(timestamptz_send(s.received_at), ''::bytea) as arrivals
    from ${scansIn(periods)}
      and ('NaN'::real <> any(s.values) or 'NaN'::double precision <> any(s.counters))
    group by s.store_id, s.device_id`.execute(db)
  return rows
}

/** The same, with how many values each holds; the periods of a store do not overlap. */
export async function selectSamples(db: Db, periods: readonly StorePeriod[]): Promise<SamplesRow[]> {
  const { rows } = await sql<SamplesRow>`
    select store_id, device_id, string_agg(timestamptz_send(at), ''::bytea) as times,
      string_agg(timestamptz_send(received_at), ''::bytea) as arrivals, string_agg(int4send(count), ''::bytea) as counts
    from (select s.store_id, s.device_id, s.at, s.received_at,
        cardinality(array_remove(s.values, 'NaN')) + cardinality(array_remove(s.counters, 'NaN')) as count
      from ${scansIn(periods)}) counted
    where count > 0
    group by store_id, device_id`.execute(db)
  return rows
}

/** Scans `s` of devices in periods of stores. */
function scansIn(periods: readonly StorePeriod[]) {
  const { from, to } = wholeOf(periods)
  return sql`${periodRows(periods)}
      join point_list l on l.store_id = u.store_id
      join scan s on s.store_id = l.store_id and s.device_id = l.device_id and s.point_list_id = l.point_list_id
    where s.at >= u.from_at and s.at < u.to_at and not l.counts_bus
      and s.at >= ${instantText(from)}::timestamptz and s.at < ${instantText(to)}::timestamptz`
}

/** Packed hours that begin in the periods, which do not overlap, of all devices of their stores. */
export async function selectPackedSamples(db: Db, periods: readonly StorePeriod[]): Promise<PackedRow[]> {
  const { from, to } = wholeOf(periods)
  const { rows } = await sql<PackedRow>`
    select h.store_id, h.device_id, h.hour, h.readings
    from ${periodRows(periods)} join device_hour h on h.store_id = u.store_id
    where h.hour >= u.from_at and h.hour < u.to_at
      and h.hour >= ${instantText(from)}::timestamptz and h.hour < ${instantText(to)}::timestamptz`.execute(
    db,
  )
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

function periodRows(periods: readonly StorePeriod[]) {
  return sql`unnest(${periods.map((period) => period.storeId)}::int[],
    ${periods.map((period) => instantText(period.from))}::timestamptz[],
    ${periods.map((period) => instantText(period.to))}::timestamptz[]) as u (store_id, from_at, to_at)`
}

function wholeOf(periods: readonly StorePeriod[]): Pick<StorePeriod, 'from' | 'to'> {
  return {
    from: Math.min(...periods.map((period) => period.from)),
    to: Math.max(...periods.map((period) => period.to)),
  }
}
