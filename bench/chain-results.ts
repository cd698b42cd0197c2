import { refreshInsurance } from '@coldkeep/server/analysis/store-insurance-queries'
import type { Db } from '@coldkeep/server/db/connect'
import { addUpAreas } from '@coldkeep/server/testing/area-sums'
import { sql } from 'kysely'
import { insertPerDevice, insertPerStore } from './chain'

const LAST = '2026-11-20'
const INSURED_AT_ONCE = 1_000
const COMPUTED = `timestamptz '2026-11-20T04:00:00Z'`
/** From 52.1 to 92 in tenths. */
const SCORE = '(92 - (d.device_id * 37 % 400) / 10.0)'

/** Results of every analysis of the days up to 2026-11-20, for each device and each store of the chain. */
export async function insertResults(
  db: Db,
  { deviceDays, storeDays }: { readonly deviceDays: number; readonly storeDays: number },
): Promise<void> {
  const perDevice = (text: string) => insertPerDevice(db, deviceDays, LAST, text)
  const perStore = (text: string) => insertPerStore(db, storeDays, LAST, text)
  await perDevice(`connection_day
      (store_id, device_id, "on", period_seconds, ok, ok_live, device_lost, host_lost, excluded, computed_at)
    select d.store_id, d.device_id, g."on", 300, 280 - d.store_id % 20, 280 - d.store_id % 20,
      d.store_id % 20, 8, 0, ${COMPUTED}`)
  await perStore(`connection_store_day (store_id, "on", ok, device_lost, host_lost, device_lost_seconds,
      host_lost_seconds, computed_at)
    select s.store_id, g."on", 10 * (280 - s.store_id % 20), 10 * (s.store_id % 20), 80, 3000 * (s.store_id % 20), 24000,
      ${COMPUTED}`)
  await perDevice(`temperature_day (store_id, device_id, "on", zone, is_insured, verdict, covered_minutes,
      expected_minutes, celsius_minutes, spoilage, lowest_c, highest_c, excursion_minutes, degree_minutes,
      longest_excursion_minutes, longest_beyond_hard_minutes, computed_at)
    select d.store_id, d.device_id, g."on", 'C7', true,
      case when d.device_id % 40 = 0 then 'breach' when d.device_id % 7 = 0 then 'watch' else 'protected' end,
      1435, 1440, 4.1 * 1435, 3e-13, 2.1, 6.8, d.device_id % 7, d.device_id % 11, d.device_id % 7, 0, ${COMPUTED}`)
  await perStore(`temperature_store_day (store_id, "on", breach, watch, protected, no_data, covered_minutes,
      expected_minutes, computed_at)
    select s.store_id, g."on", s.store_id % 4 / 3, 1, 7, 0, 12915, 12960, ${COMPUTED}`)
  await sql
    .raw(`insert into insured_coverage (store_id, device_id, zone, first_on, last_on)
      select store_id, device_id, zone, date '2025-01-01', date '${LAST}' + (device_id % 90)::int
      from device where store_id > 1000 and zone is not null`)
    .execute(db)
  await insureStores(db)
  await perDevice(`health_day (store_id, device_id, "on", zone, median_score, score, class, top_loss,
      top_loss_points, second_loss, second_loss_points, hint, computed_at)
    select d.store_id, d.device_id, g."on", 'C7', ${SCORE}, ${SCORE},
      case when d.device_id % 40 < 8 then 'good' when d.device_id % 40 < 22 then 'fair' else 'watch' end,
      'run_ratio', 4.5, 'pull_down', 2.1, null, ${COMPUTED}`)
  await perStore(`health_store_day (store_id, "on", good, fair, watch, poor, no_score, median_tenths, computed_at)
    select s.store_id, g."on", 6, 2, 1, 0, 0,
      (select string_agg(int2send((10 * ${SCORE})::smallint), ''::bytea order by ${SCORE}) from device d
        where d.store_id = s.store_id), ${COMPUTED}`)
  const operation = `cooling, pulldown, defrost, door, standby, off, offline, runs, compressor_minutes,
    longest_run_minutes, defrosts, defrost_minutes, door_openings`
  await perDevice(`operation_day (store_id, device_id, "on", ${operation}, computed_at)
    select d.store_id, d.device_id, g."on", 610, 80, 96, 45, 579, 0, 30, 46, 690, 41, 4, 96, 120, ${COMPUTED}`)
  await perStore(`operation_store_day (store_id, "on", ${operation}, longest_run_device_id, computed_at)
    select s.store_id, g."on", 5490, 720, 864, 405, 5211, 0, 270, 414, 6210, 41, 36, 864, 1080, s.store_id * 100 + 1,
      ${COMPUTED}`)
  await perStore(`energy_day (store_id, "on", days, energy_kwh, open_minutes, held_minutes, expected_minutes,
      outdoor_mean_c, factor_kwh, reactive_kvarh, spread, demand_minutes, contracted_kw, known, judged, over,
      over_minutes, excess_kw, maximum_kw, computed_at)
    select s.store_id, g."on", 1, 300 + s.store_id % 50, 1440, 1435, 1440, 24, 300, 180, '{}', 15, 100, 96, 96,
      s.store_id % 3, 15 * (s.store_id % 3), 4, 98, ${COMPUTED}`)
  await insertPerStore(
    db,
    Math.min(deviceDays, storeDays),
    LAST,
    `demand_day (store_id, "on", demand_minutes, contracted_kw, demand_kw, forecast_kw, highest_stage, power_factor,
      computed_at)
    select s.store_id, g."on", 15, 100, array_fill(82.5::float8, array[96]), array_fill(83.0::real, array[96]),
      array_fill(0::smallint, array[96]), array_fill(0.86::real, array[96]), ${COMPUTED}`,
  )
  await sql
    .raw(`insert into energy_comparison select s.store_id, date '${LAST}' - 1, 30, 9300, 43200, 43000, 43200, 365,
      100000, 210, 9300, 5200, 9300, array_fill(12::real, array[101]), array_fill(3, array[101]), 9000, 8800, 9120,
      9000, ${COMPUTED} from store s where s.store_id > 1000`)
    .execute(db)
  await perStore(`alarm (store_id, terminal_id, device_id, branch, state, priority, started_at, raised_at,
      last_raised_at, returned_at, cleared_at, value, extreme, limit_value, unit, acknowledged_at, acknowledged_by,
      changed_at)
    select s.store_id, 'TB-B1', (s.store_id - 1000) * 100 + 1, 'high', 'cleared', 1 + s.store_id % 4,
      ${raised('0 min')}, ${raised('15 min')}, ${raised('15 min')}, ${raised('1 h')}, ${raised('1 h')},
      8.1, 9.4, 7, '°C', ${raised('20 min')}, 'Mei', ${raised('1 h')}`)
  await addUpAreas(db)
  await sql`vacuum analyze`.execute(db)
}

/** A time after the start of an alarm, one of which each store has in the first hours of each day. */
function raised(later: string): string {
  return `g."on" + (s.store_id * 7 % 240) * interval '1 min' + interval '${later}'`
}

async function insureStores(db: Db): Promise<void> {
  const stores = await db.selectFrom('store').select('storeId').orderBy('storeId').execute()
  for (let first = 0; first < stores.length; first += INSURED_AT_ONCE) {
    const some = stores.slice(first, first + INSURED_AT_ONCE)
    await refreshInsurance(
      db,
      some.map(({ storeId }) => storeId),
    )
  }
}
