import type { DeviceId, PointId, PointListId, StoreId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'
import { type ScanBlockRow, scanBlockColumns } from './scan-block-queries'

const HOUR_MS = 3_600_000

/** An hour of a store that is to be packed. */
export interface DueHour {
  readonly storeId: StoreId
  readonly hour: number
}

/** Stores whose hour is to be packed, oldest hour first. */
export async function selectDueHours(
  db: Db,
  {
    before,
    markedBefore,
    limit,
    but,
  }: { before: number; markedBefore: number; limit: number; but: readonly DueHour[] },
): Promise<DueHour[]> {
  const { rows } = await sql<DueHour>`
    select store_id, hour from hour_due
    where hour < ${instantText(before)}::timestamptz and marked_at < ${instantText(markedBefore)}::timestamptz
      and (store_id, hour) not in (select * from unnest(
        ${but.map((due) => due.storeId)}::int[], ${but.map((due) => instantText(due.hour))}::timestamptz[]))
    order by hour, store_id limit ${limit}`.execute(db)
  return rows
}

export async function countDueHours(
  db: Db,
  { before, markedBefore }: { before: number; markedBefore: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from hour_due
    where hour < ${instantText(before)}::timestamptz
      and marked_at < ${instantText(markedBefore)}::timestamptz`.execute(db)
  return rows[0]?.count ?? 0
}

/** Takes marks; who takes them waits for transactions that are setting them again. */
export async function deleteDueHours(
  trx: Db,
  storeIds: readonly StoreId[],
  hour: number,
): Promise<StoreId[]> {
  const { rows } = await sql<{ storeId: StoreId }>`
    delete from hour_due where store_id = any(${storeIds}::int[]) and hour = ${instantText(hour)}::timestamptz
    returning store_id`.execute(trx)
  return rows.map((row) => row.storeId)
}

export interface ListRow {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly pointListId: PointListId
  readonly valuePoints: PointId[]
  readonly counterPoints: PointId[]
}

export async function selectPointLists(db: Db, storeIds: readonly StoreId[]): Promise<ListRow[]> {
  return db
    .selectFrom('pointList')
    .select(['storeId', 'deviceId', 'pointListId', 'valuePoints', 'counterPoints'])
    .where('storeId', 'in', storeIds.length > 0 ? [...storeIds] : [-1 as StoreId])
    .orderBy('pointListId')
    .execute()
}

export async function selectScansOfHour(
  trx: Db,
  storeIds: readonly StoreId[],
  hour: number,
): Promise<ScanBlockRow[]> {
  const { rows } = await sql<ScanBlockRow>`
    select ${scanBlockColumns}
    from point_list l join scan s on s.store_id = l.store_id and s.device_id = l.device_id
      and s.point_list_id = l.point_list_id
    where l.store_id = any(${storeIds}::int[])
      and s.at >= ${instantText(hour)}::timestamptz and s.at < ${instantText(hour + HOUR_MS)}::timestamptz
    group by s.store_id, s.device_id, s.point_list_id`.execute(trx)
  return rows
}

/** Scans of devices of a store in a period, by point list. */
export async function selectScansOfDevices(
  db: Db,
  query: {
    readonly storeId: StoreId
    readonly deviceIds: readonly DeviceId[]
    readonly from: number
    readonly to: number
  },
): Promise<ScanBlockRow[]> {
  const { rows } = await sql<ScanBlockRow>`
    select ${scanBlockColumns} from scan s
    where s.store_id = ${query.storeId} and s.device_id = any(${[...new Set(query.deviceIds)]}::bigint[])
      and s.at >= ${instantText(query.from)}::timestamptz and s.at < ${instantText(query.to)}::timestamptz
    group by s.store_id, s.device_id, s.point_list_id`.execute(db)
  return rows
}

export interface PackedRow {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly hour: number
  readonly readings: Uint8Array
}

/** Packed hours of devices, in order of time. */
export async function selectPackedHours(
  db: Db,
  query: {
    readonly storeIds: readonly StoreId[]
    readonly deviceIds: readonly DeviceId[]
    readonly from: number
    readonly to: number
  },
): Promise<PackedRow[]> {
  const { rows } = await sql<PackedRow>`
    select store_id, device_id, hour, readings from device_hour
    where store_id = any(${query.storeIds}::int[]) and device_id = any(${[...new Set(query.deviceIds)]}::bigint[])
      and hour >= ${instantText(query.from)}::timestamptz and hour < ${instantText(query.to)}::timestamptz
    order by hour`.execute(db)
  return rows
}

/** Hours of a store that have readings which are not packed yet. */
export async function selectDueHoursOf(
  db: Db,
  storeId: StoreId,
  from: number,
  to: number,
): Promise<number[]> {
  const { rows } = await sql<{ hour: number }>`
    select hour from hour_due where store_id = ${storeId}
      and hour >= ${instantText(from)}::timestamptz and hour < ${instantText(to)}::timestamptz`.execute(db)
  return rows.map((row) => row.hour)
}

export async function upsertStagedHours(trx: Db): Promise<void> {
  await sql`
    insert into device_hour (store_id, device_id, hour, readings)
    select store_id, device_id, hour, readings from stage_hour
    on conflict (store_id, device_id, hour) do update set readings = excluded.readings`.execute(trx)
}
