import type { ProtectionVerdict, VerdictCounts } from '@coldkeep/domain/analysis/protection-verdict'
import type { TemperatureSums } from '@coldkeep/domain/analysis/temperature-figures'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { SettingPlace } from '@coldkeep/domain/organisation/setting-scope'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { Language } from '@coldkeep/phrases/translate'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { ofHowMany } from '../filters/first-store-queries'
import { extentOf, type TableExtent } from '../filters/first-stores'
import {
  type DayFilter,
  type NamedDevice,
  type NamedStore,
  namedStores,
  type StoreFilter,
  storesOf,
  withNames,
} from '../filters/store-name-queries'
import { selectZones } from '../organisation/zone-queries'
import { shownStoreDays } from './shown-day-queries'
import { shownInsurance } from './store-insurance-queries'
import { summedDays } from './summed-day-queries'

export interface DayVerdicts extends VerdictCounts {
  readonly on: LocalDate
  readonly coveredMinutes: number
  readonly expectedMinutes: number
  readonly computedAt: EpochMs
}

export interface StoreVerdicts extends VerdictCounts {
  readonly storeId: StoreId
}

interface ExpiryDays {
  /** By the clock of the store. */
  readonly today: LocalDate
  /** Where the first of its devices runs out, each with the latest of its coverages. */
  readonly lastOn: LocalDate
}

/** When the insurance of a store ends. */
export interface StoreExpiry extends ExpiryDays {
  readonly store: NamedStore
  /** Devices insured today. */
  readonly insuredDevices: number
}

export interface ExpiryCount extends ExpiryDays {
  readonly stores: number
}

/** One insured device over all days of a period. */
export interface DeviceTemperatures extends TemperatureSums, NamedDevice {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly zone: TemperatureZone
  readonly days: VerdictCounts
}

/** One insured device on one day. */
export interface DeviceTemperatureDay extends TemperatureSums, NamedDevice {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly zone: TemperatureZone
  readonly verdict: ProtectionVerdict
  readonly insuredUntil: LocalDate | null
  readonly computedAt: EpochMs
}

/** Sums of `int` are `bigint`, hence the casts. */
export const verdictSums = [
  sql<number>`sum(breach)::float8`.as('breach'),
  sql<number>`sum(watch)::float8`.as('watch'),
  sql<number>`sum(protected)::float8`.as('protected'),
  sql<number>`sum(no_data)::float8`.as('noData'),
] as const

/** Insured device-days by verdict, one row per day that has any. */
export async function selectVerdictsByDay(db: Db, filter: DayFilter): Promise<DayVerdicts[]> {
  const rows = await summedDays(db, 'temperature', filter, namedStores(db, filter))
    .select([
      'day.on',
      ...verdictSums,
      sql<number>`sum(covered_minutes)`.as('coveredMinutes'),
      sql<number>`sum(expected_minutes)`.as('expectedMinutes'),
    ])
    .select(({ fn }) => fn.max('day.computedAt').as('computedAt'))
    .groupBy('day.on')
    .orderBy('day.on')
    .execute()
  return rows.map((row) => ({ ...withVerdicts(row), on: localDate(row.on) }))
}

/** The same of each of some stores, in no order. */
export async function selectVerdictsByStore(db: Db, filter: DayFilter): Promise<StoreVerdicts[]> {
  const rows = await verdictDays(db, filter)
    .select(['temperatureStoreDay.storeId', ...verdictSums])
    .groupBy('temperatureStoreDay.storeId')
    .execute()
  return rows.map(withVerdicts)
}

/** The insured stores, up to a limit, those that run out first on top. */
export async function selectStoreExpiries(
  db: Db,
  filter: StoreFilter,
  now: EpochMs,
  limit: number,
): Promise<{ readonly stores: StoreExpiry[]; readonly extent: TableExtent }> {
  // Of all stores only what puts them in order: with the rest of their columns it takes twice as long.
  const first = insuredStores(db, filter, await selectTodays(db, filter, now))
    .select(['store.storeId', 'today.on', sql<number>`ends_on - today."on"`.as('daysLeft'), ofHowMany])
    .orderBy('daysLeft')
    .orderBy(sql`store.code collate "C"`)
    .limit(limit)
  const rows = await db
    .selectFrom(first.as('today'))
    .innerJoin('store', 'store.storeId', 'today.storeId')
    .innerJoin(shownInsurance(filter.scope), 'storeInsurance.storeId', 'today.storeId')
    .select(['store.storeId', 'store.code', 'store.name', 'store.departmentId', 'store.zone', lastOn, today])
    .select([
      // Before the first of its steps nothing is insured.
      sql<number>`coalesce(devices[width_bucket(today."on", from_on)], 0)`.as('insuredDevices'),
      'today.total',
    ])
    .orderBy('daysLeft')
    .orderBy(sql`store.code collate "C"`)
    .execute()
  const stores = rows.map(({ today: on, lastOn: endsOn, insuredDevices, total: _, ...store }) => ({
    store,
    today: localDate(on),
    lastOn: localDate(endsOn),
    insuredDevices,
  }))
  return { stores, extent: extentOf(rows) }
}

/** The insured stores, those that run out first on top, and of one day by their numbers. */
export async function rankByExpiry(
  db: Db,
  filter: StoreFilter,
  now: EpochMs,
  language: Language,
): Promise<StoreId[]> {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const rows = await insuredStores(db, filter, await selectTodays(db, filter, now))
    .select(['store.storeId', 'store.code', sql<number>`ends_on - today."on"`.as('daysLeft')])
    .execute()
  return rows.sort((a, b) => a.daysLeft - b.daysLeft || compare(a.code, b.code)).map(({ storeId }) => storeId)
}

/** How many stores run out on each day. */
export async function countStoreExpiries(db: Db, filter: StoreFilter, now: EpochMs): Promise<ExpiryCount[]> {
  const rows = await insuredStores(db, filter, await selectTodays(db, filter, now))
    .select([lastOn, today, sql<number>`count(*)::int`.as('stores')])
    .groupBy(['endsOn', 'today.on'])
    .execute()
  return rows.map((row) => ({ ...row, today: localDate(row.today), lastOn: localDate(row.lastOn) }))
}

/** The same by what may have been chosen for them: of departments, and of some stores each by itself. */
export async function countExpiriesByPlace(
  db: Db,
  filter: StoreFilter,
  now: EpochMs,
  ownStoreIds: readonly StoreId[],
): Promise<(ExpiryCount & { readonly place: SettingPlace })[]> {
  const own = sql<StoreId | null>`case when store.store_id = any(${ownStoreIds}::int[]) then store.store_id end`
  const rows = await insuredStores(db, filter, await selectTodays(db, filter, now))
    .innerJoin('department', 'department.departmentId', 'store.departmentId')
    .select([lastOn, today, 'department.path', own.as('ownStoreId'), sql<number>`count(*)::int`.as('stores')])
    .groupBy(['endsOn', 'today.on', 'department.path', 'ownStoreId'])
    .execute()
  return rows.map(({ path, ownStoreId, ...row }) => ({
    stores: row.stores,
    today: localDate(row.today),
    lastOn: localDate(row.lastOn),
    place: { storeId: ownStoreId, departmentIds: path },
  }))
}

const lastOn = sql<string>`ends_on::text`.as('lastOn')
const today = sql<string>`today."on"::text`.as('today')

function insuredStores(db: Db, filter: StoreFilter, todays: Awaited<ReturnType<typeof selectTodays>>) {
  return storesOf(db, filter)
    .innerJoin(shownInsurance(filter.scope), 'storeInsurance.storeId', 'store.storeId')
    .innerJoin(todays, 'today.zone', 'store.zone')
    .where('endsOn', 'is not', null)
}

/** The present day in each time zone of the stores: cheaper than asking the database for every row. */
async function selectTodays(db: Db, { scope }: StoreFilter, now: EpochMs) {
  const zones = await selectZones(db, scope)
  const days = zones.map((zone) => localDateOf(zone, now))
  return sql<{ zone: string; on: string }>`unnest(${zones}::text[], ${days}::date[])`.as<'today'>(
    sql`today (zone, "on")`,
  )
}

/** One row per insured device that has figures, in no order. */
export async function selectDeviceTemperatures(db: Db, filter: DayFilter): Promise<DeviceTemperatures[]> {
  const rows = await storesOf(db, filter)
    .innerJoin('temperatureDay', 'temperatureDay.storeId', 'store.storeId')
    .where('temperatureDay.on', '>=', filter.first)
    .where('temperatureDay.on', '<=', filter.last)
    .where('temperatureDay.isInsured', '=', true)
    .select([
      // Device ids are unique by themselves; grouped by both, the database expects far more groups and sorts on disk.
      sql<StoreId>`min(temperature_day.store_id)`.as('storeId'),
      'temperatureDay.deviceId',
      sql<TemperatureZone>`max(temperature_day.zone)`.as('zone'),
      sql<number>`count(*) filter (where verdict = 'breach')::float8`.as('breach'),
      sql<number>`count(*) filter (where verdict = 'watch')::float8`.as('watch'),
      sql<number>`count(*) filter (where verdict = 'protected')::float8`.as('protected'),
      sql<number>`count(*) filter (where verdict = 'no_data')::float8`.as('noData'),
      sql<number>`sum(covered_minutes)`.as('coveredMinutes'),
      sql<number>`sum(expected_minutes)`.as('expectedMinutes'),
      sql<number>`sum(celsius_minutes)`.as('celsiusMinutes'),
      sql<number>`sum(spoilage)`.as('spoilage'),
      sql<number | null>`min(lowest_c)`.as('lowestC'),
      sql<number | null>`max(highest_c)`.as('highestC'),
      sql<number>`sum(excursion_minutes)`.as('excursionMinutes'),
      sql<number>`sum(degree_minutes)`.as('degreeMinutes'),
      sql<number>`max(longest_excursion_minutes)`.as('longestExcursionMinutes'),
      sql<number>`max(longest_beyond_hard_minutes)`.as('longestBeyondHardMinutes'),
    ])
    .groupBy('temperatureDay.deviceId')
    .execute()
  const counted = rows.map(({ breach, watch, protected: kept, noData, ...row }) => ({
    ...row,
    days: { breach, watch, protected: kept, no_data: noData },
  }))
  return withNames(db, filter, counted)
}

/** The insured devices on one day, in no order. */
export async function selectDeviceTemperatureDay(
  db: Db,
  filter: StoreFilter,
  on: LocalDate,
): Promise<DeviceTemperatureDay[]> {
  const rows = await storesOf(db, filter)
    .innerJoin('temperatureDay', 'temperatureDay.storeId', 'store.storeId')
    .selectAll('temperatureDay')
    .where('temperatureDay.on', '=', on)
    .where('temperatureDay.isInsured', '=', true)
    .execute()
  const ends = await storesOf(db, filter)
    .innerJoin('insuredCoverage', 'insuredCoverage.storeId', 'store.storeId')
    .select(['insuredCoverage.deviceId', sql<string>`max(last_on)::text`.as('lastOn')])
    .where('insuredCoverage.firstOn', '<=', on)
    .where('insuredCoverage.lastOn', '>=', on)
    .groupBy('insuredCoverage.deviceId')
    .execute()
  const endOf = new Map(ends.map((end) => [end.deviceId, localDate(end.lastOn)]))
  const ended = rows.map((row) => ({ ...row, insuredUntil: endOf.get(row.deviceId) ?? null }))
  return withNames(db, filter, ended)
}

/** Columns are called `noData` where the verdict is `no_data`. */
export function withVerdicts<Row extends { readonly noData: number }>({ noData, ...row }: Row) {
  return { ...row, no_data: noData }
}

function verdictDays(db: Db, filter: DayFilter) {
  return storesOf(db, filter)
    .innerJoin(
      shownStoreDays('temperature', filter.scope, filter),
      'temperatureStoreDay.storeId',
      'store.storeId',
    )
    .where('temperatureStoreDay.on', '>=', filter.first)
    .where('temperatureStoreDay.on', '<=', filter.last)
}
