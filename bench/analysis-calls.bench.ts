import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database, type Db } from '@coldkeep/server/db/connect'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { startPostgresql } from '@coldkeep/server/testing/postgresql-server'
import { type TestServer, testServer } from '@coldkeep/server/testing/test-server'
import { sql } from 'kysely'
import { insertChain, insertPerDevice, insertPerStore } from './chain'
import type { Report } from './report'
import { quantile } from './sample'

const DEVICES_PER_STORE = 10
const DEPARTMENTS = 20
const LAST = '2026-11-20'
const YEAR = 365
const REPEATS = 40
/** Slow calls are asked less often. */
const LONGEST_ROUND_MS = 4_000
const FEWEST = 3
const ROUNDS = 3

/** Stores, and how many days of results a device and a store have. */
interface Size {
  readonly stores: number
  readonly deviceDays: number
  readonly storeDays: number
}

/**
 * How long a page waits for each call of the analysis area, beside a call that reads next to nothing: the whole
 * chain, and one of its twenty departments.
 */
export async function run(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-bench-'))
  try {
    for (const stores of [100, 1_000]) {
      const database = await connect({ folder: join(folder, String(stores)) })
      await measure(report, database, { stores, deviceDays: YEAR, storeDays: YEAR })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const postgresql = await startPostgresql()
  try {
    // Pages read days by their index, so that weeks of rows stand for a year; those take an hour to be made.
    const database = await connect({ databaseUrl: postgresql.url })
    await measure(report, database, { stores: 10_000, deviceDays: 14, storeDays: 60 })
  } finally {
    await postgresql.stop()
  }
}

async function measure(report: Report, database: Database, size: Size): Promise<void> {
  const db = database.kysely
  await migrateToLatest(db)
  const server = await testServer({ database: db })
  const { company } = server.fleet
  const area = await insertChain(db, company, {
    stores: size.stores,
    devicesPerStore: DEVICES_PER_STORE,
    departments: DEPARTMENTS,
  })
  await insertResults(db, size)
  const where = `${size.stores.toLocaleString('en-GB')} stores, ${database.kind}`
  for (const [name, path] of calls(company, area)) {
    const times = await latencies(server, path)
    report.add(
      `${name} p50, ${where}`,
      'ms',
      'lower',
      times.map((round) => quantile(round, 0.5)),
    )
    report.add(
      `${name} p95, ${where}`,
      'ms',
      'lower',
      times.map((round) => quantile(round, 0.95)),
    )
  }
  await server.close()
  await database.close()
}

function calls(company: number, area: number): [name: string, path: string][] {
  const week = 'start=2026-11-14T00:00:00&end=2026-11-20T23:59:59&timezone=%2B08:00&storeid=all'
  const cards = [
    'iot-connection',
    'qa-temp',
    'health',
    'pwr-ctrl',
    'pwr-compare',
    'operation',
    'alarm-record',
  ]
  const details = [
    ['iot-connection/detail', week],
    ['qa-temp/detail/dev-avg', week],
    ['health/detail', week],
    ['pwr-ctrl/detail', week],
    ['pwr-compare/detail', 'low-pf=80&timezone=%2B08:00&storeid=all'],
    ['operation/detail', week],
    ['alarm-record/detail', week],
  ]
  return [
    ['reference: page info', '/api/v2/iot-connection/detail/pageinfo'],
    ...cards.map((card): [string, string] => [`card ${card}`, `/api/v2/dashboard/${card}`]),
    ...details.map(([path, query]): [string, string] => [
      `${path} of a department`,
      `/api/v2/${path}?${query}&depart=${area}`,
    ]),
    ...details.map(([path, query]): [string, string] => [
      `${path} of the chain`,
      `/api/v2/${path}?${query}&depart=${company}`,
    ]),
  ]
}

/** Milliseconds of each request, one after another, in rounds. */
async function latencies(server: TestServer, path: string): Promise<number[][]> {
  const rounds: number[][] = []
  for (let round = -1; round < ROUNDS; round++) {
    const times: number[] = []
    const untilMs = performance.now() + LONGEST_ROUND_MS
    const wanted = round < 0 ? FEWEST : REPEATS
    for (let repeat = 0; repeat < wanted && (repeat < FEWEST || performance.now() < untilMs); repeat++) {
      const before = performance.now()
      const { status, text } = await server.send('GET', path, { as: 'admin' })
      times.push(performance.now() - before)
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    }
    if (round >= 0) rounds.push(times)
  }
  return rounds
}

const COMPUTED = `timestamptz '2026-11-20T04:00:00Z'`

async function insertResults(db: Db, { deviceDays, storeDays }: Size): Promise<void> {
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
  await perDevice(`health_day (store_id, device_id, "on", zone, median_score, score, class, top_loss,
      top_loss_points, second_loss, second_loss_points, hint, computed_at)
    select d.store_id, d.device_id, g."on", 'C7', 92 - d.device_id % 40, 92 - d.device_id % 40,
      case when d.device_id % 40 < 8 then 'good' when d.device_id % 40 < 22 then 'fair' else 'watch' end,
      'run_ratio', 4.5, 'pull_down', 2.1, null, ${COMPUTED}`)
  await perStore(`health_store_day (store_id, "on", good, fair, watch, poor, no_score, computed_at)
    select s.store_id, g."on", 6, 2, 1, 0, 0, ${COMPUTED}`)
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
      g."on" + time '10:00', g."on" + time '10:15', g."on" + time '10:15', g."on" + time '11:00', g."on" + time '11:00',
      8.1, 9.4, 7, '°C', g."on" + time '10:20', 'Mei', g."on" + time '11:00'`)
  await sql`analyze`.execute(db)
}
