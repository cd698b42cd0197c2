import type { ConnectionDayCounts, CountedDevice } from '@coldkeep/domain/analysis/count-connection'
import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText, sqlInstant } from '../db/instants'
import { markAreaDays } from '../organisation/area-day-queries'

export const CONNECTION_RATE = 'connection_rate'

const DEFAULT_PERIOD_SECONDS = 300

export async function selectStoreIds(db: Db): Promise<StoreId[]> {
  const rows = await db.selectFrom('store').select('storeId').orderBy('storeId').execute()
  return rows.map((row) => row.storeId)
}

/** Devices of stores; one that no script polls is left out, it is expected to say nothing. */
export async function selectCountedDevices(db: Db, storeIds: readonly StoreId[]): Promise<CountedDevice[]> {
  const { rows } = await sql<CountedDevice>`
    select s.store_id, s.zone, d.device_id, d.terminal_id, d.commissioned_at, d.removed_at,
      coalesce(min(l.period_seconds) filter (where l.last_revision is null), min(l.period_seconds),
        ${DEFAULT_PERIOD_SECONDS})::int as period_seconds
    from store s join device d on d.store_id = s.store_id
      join point_list l on l.store_id = d.store_id and l.device_id = d.device_id
    where s.store_id = any(${storeIds}::int[]) and not l.counts_bus
    group by s.store_id, s.zone, d.store_id, d.device_id, d.terminal_id, d.commissioned_at, d.removed_at
    order by s.store_id, d.device_id`.execute(db)
  return rows
}

export async function selectConnectionDays(
  db: Db,
  storeIds: readonly StoreId[],
  first: LocalDate,
  last: LocalDate,
): Promise<ConnectionDayCounts[]> {
  const { rows } = await sql<ConnectionDayCounts>`
    select store_id, device_id, "on", period_seconds, ok, ok_live, device_lost, host_lost, excluded, through
    from connection_day
    where store_id = any(${storeIds}::int[]) and "on" between ${first}::date and ${last}::date`.execute(db)
  return rows
}

/** Days of devices, and what all devices of each store have come to on them. */
export async function upsertConnectionDays(
  trx: Db,
  days: readonly ConnectionDayCounts[],
  now: EpochMs,
): Promise<void> {
  if (days.length === 0) return
  const column = <Value>(read: (day: ConnectionDayCounts) => Value) => days.map(read)
  await sql`
    insert into connection_day (store_id, device_id, "on", period_seconds, ok, ok_live, device_lost, host_lost,
      excluded, through, computed_at)
    select u.*, ${sqlInstant(now)} from unnest(
      ${column((day) => day.storeId)}::int[], ${column((day) => day.deviceId)}::bigint[],
      ${column((day) => day.on)}::date[], ${column((day) => day.periodSeconds)}::int[],
      ${column((day) => day.ok)}::int[], ${column((day) => day.okLive)}::int[],
      ${column((day) => day.deviceLost)}::int[], ${column((day) => day.hostLost)}::int[],
      ${column((day) => day.excluded)}::int[],
      ${column((day) => (day.through === null ? null : instantText(day.through)))}::timestamptz[]) as u
    on conflict (store_id, device_id, "on") do update set
      period_seconds = excluded.period_seconds, ok = excluded.ok, ok_live = excluded.ok_live,
      device_lost = excluded.device_lost, host_lost = excluded.host_lost, excluded = excluded.excluded,
      through = excluded.through, computed_at = excluded.computed_at`.execute(trx)
  await sumStoreDays(trx, days, now)
}

async function sumStoreDays(trx: Db, days: readonly ConnectionDayCounts[], now: EpochMs): Promise<void> {
  const storeDays = [...new Map(days.map((day) => [`${day.storeId}/${day.on}`, day])).values()]
  await sql`
    insert into connection_store_day (store_id, "on", ok, device_lost, host_lost, device_lost_seconds,
      host_lost_seconds, computed_at)
    select store_id, "on", sum(ok), sum(device_lost), sum(host_lost), sum(device_lost * period_seconds),
      sum(host_lost * period_seconds), ${sqlInstant(now)}
    from unnest(${storeDays.map((day) => day.storeId)}::int[], ${storeDays.map((day) => day.on)}::date[])
      as u (store_id, "on") join connection_day using (store_id, "on")
    group by store_id, "on"
    on conflict (store_id, "on") do update set
      ok = excluded.ok, device_lost = excluded.device_lost, host_lost = excluded.host_lost,
      device_lost_seconds = excluded.device_lost_seconds, host_lost_seconds = excluded.host_lost_seconds,
      computed_at = excluded.computed_at`.execute(trx)
  await markAreaDays(trx, 'connection', storeDays)
}

/** The last day of each store that is in a table of results. */
export async function selectLastDays(
  db: Db,
  table: 'connection_day' | 'store_day',
): Promise<{ storeId: StoreId; zone: string; on: LocalDate }[]> {
  const { rows } = await sql<{ storeId: StoreId; zone: string; on: LocalDate }>`
    select s.store_id, s.zone, max(c."on") as "on"
    from store s join ${sql.table(table)} c on c.store_id = s.store_id
    group by s.store_id, s.zone`.execute(db)
  return rows
}
