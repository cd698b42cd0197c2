import type { DemandWatch } from '@coldkeep/domain/analysis/demand-watch'
import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'

export interface MeterRow {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  /** Its energy counter. */
  readonly pointId: PointId
  readonly counterEndsAt: number | null
  readonly contractedKw: number | null
  readonly demandIntervalMinutes: number | null
  readonly country: string
  readonly timeZone: string
}

/** The main meter of each store that has one in use which counts energy. */
export async function selectMainMeters(
  db: Db,
  storeIds: readonly StoreId[],
  now: EpochMs,
): Promise<MeterRow[]> {
  const { rows } = await sql<MeterRow>`
    select distinct on (d.store_id) d.store_id, d.device_id, p.point_id, p.counter_ends_at, d.contracted_kw,
      d.demand_interval_minutes, s.country, s.zone as time_zone
    from device d join store s on s.store_id = d.store_id
      join point p on p.store_id = d.store_id and p.device_id = d.device_id and p.kind = 'energy'
    where d.store_id = any(${storeIds}::int[]) and d.type = 'main_meter'
      and d.commissioned_at <= ${sqlInstant(now)} and (d.removed_at is null or d.removed_at > ${sqlInstant(now)})
    order by d.store_id, d.device_id, p.position, p.point_id`.execute(db)
  return rows
}

export async function selectDemandWatches(
  db: Db,
  storeIds: readonly StoreId[],
): Promise<Map<StoreId, DemandWatch>> {
  const { rows } = await sql<{ storeId: StoreId; state: DemandWatch }>`
    select store_id, state from demand_watch where store_id = any(${storeIds}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.storeId, row.state]))
}

/** @param watches in the order of their stores */
export async function upsertDemandWatches(
  trx: Trx,
  watches: readonly { readonly storeId: StoreId; readonly state: DemandWatch }[],
): Promise<void> {
  if (watches.length === 0) return
  await sql`
    insert into demand_watch (store_id, state)
    select u.store_id, u.state::jsonb from unnest(${watches.map((row) => row.storeId)}::int[],
      ${watches.map((row) => JSON.stringify(row.state))}::text[]) as u (store_id, state)
    on conflict (store_id) do update set state = excluded.state`.execute(trx)
}

export interface NamedDemandStore {
  readonly storeId: StoreId
  readonly code: string
  readonly name: string
  readonly timeZone: string
}

export async function selectDemandStores(
  db: Db,
  storeIds: readonly StoreId[],
): Promise<Map<StoreId, NamedDemandStore>> {
  const rows = await db
    .selectFrom('store')
    .select(['storeId', 'code', 'name', 'zone as timeZone'])
    .where(sql<boolean>`store_id = any(${storeIds}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.storeId, row]))
}

/** The main meter that row `n` of the outbox is about. */
export const equipmentOfDemand = sql`select d.store_id, d.device_id from device d
  where d.store_id = n.store_id and d.device_id = n.subject_id`
