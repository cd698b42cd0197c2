import type { StoreId } from '@coldkeep/domain/ids'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Tables } from '../db/tables'
import { type AreaAnalysis, areaSums } from '../organisation/area-day-queries'

interface Days {
  readonly first: LocalDate
  readonly last: LocalDate
  /** Named one by one; left out or null, all of the scope. */
  readonly storeIds?: readonly StoreId[] | null
}

/** How days of devices, `d`, become one day of their store. */
interface StoreSums {
  readonly deviceDays: string
  readonly columns: Readonly<Record<string, string>>
}

const sums = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `sum(d.${name})`]))
const verdict = (name: string) => `(count(*) filter (where d.is_insured and d.verdict = '${name}'))::int`
const healthClass = (name: string) => `(count(*) filter (where d.class = '${name}'))::int`
const ofInsured = (name: string) => `coalesce(sum(d.${name}) filter (where d.is_insured), 0)`

/** The energy of a day is measured by the main meter, which is seen with its store. */
const storeSums: Readonly<Record<Exclude<AreaAnalysis, 'energy'>, StoreSums>> = {
  connection: {
    deviceDays: 'connection_day',
    columns: {
      ...sums('ok', 'device_lost', 'host_lost'),
      device_lost_seconds: 'sum(d.device_lost * d.period_seconds)',
      host_lost_seconds: 'sum(d.host_lost * d.period_seconds)',
    },
  },
  temperature: {
    deviceDays: 'temperature_day',
    columns: {
      breach: verdict('breach'),
      watch: verdict('watch'),
      protected: verdict('protected'),
      no_data: verdict('no_data'),
      covered_minutes: ofInsured('covered_minutes'),
      expected_minutes: ofInsured('expected_minutes'),
    },
  },
  operation: {
    deviceDays: 'operation_day',
    columns: {
      ...sums('cooling', 'pulldown', 'defrost', 'door', 'standby', 'off', 'offline', 'runs', 'defrosts'),
      ...sums('compressor_minutes', 'defrost_minutes', 'door_openings'),
      longest_run_minutes: 'max(d.longest_run_minutes)',
      longest_run_device_id:
        '(array_agg(d.device_id order by d.longest_run_minutes desc, d.device_id))[1]::bigint',
    },
  },
  health: {
    deviceDays: 'health_day',
    columns: {
      good: healthClass('good'),
      fair: healthClass('fair'),
      watch: healthClass('watch'),
      poor: healthClass('poor'),
      no_score: '(count(*) filter (where d.class is null))::int',
      median_tenths: `coalesce(string_agg(int2send(round((d.median_score * 10)::numeric)::smallint), ''::bytea)
        filter (where d.median_score is not null), ''::bytea)`,
    },
  },
}

/**
 * The table to read days of stores from. For an account from which nothing is withheld they are stored; for
 * others they are added up from the days of the devices that are shown, with the same columns.
 * @returns a table to be selected from, under the alias that the caller gives
 */
export function storeDaysFor(
  analysis: AreaAnalysis,
  scope: Scope,
  { first, last, storeIds = null }: Days,
): RawBuilder<unknown> {
  const stored = areaSums[analysis].storeDays
  if (scope.hidden.size === 0 || analysis === 'energy') return sql.table(stored)
  const { deviceDays, columns } = storeSums[analysis]
  return sql`(select d.store_id, d."on", max(d.computed_at) as computed_at, ${named(columns)}
    from ${sql.table(deviceDays)} d join store on store.store_id = d.store_id
    where ${isInScope(scope)} and d."on" between ${first}::date and ${last}::date and ${isShown(scope, 'd')}
      ${storeIds === null ? sql`` : sql`and d.store_id = any(${storeIds}::int[])`}
    group by d.store_id, d."on")`
}

/** The same of days of departments and time zones. */
export function areaDaysFor(analysis: AreaAnalysis, scope: Scope, days: Days): RawBuilder<unknown> {
  const { areaDays, columns } = areaSums[analysis]
  if (scope.hidden.size === 0 || analysis === 'energy') return sql.table(areaDays)
  return sql`(select store.department_id, store.zone, d."on", max(d.computed_at) as computed_at, ${named(columns)}
    from ${storeDaysFor(analysis, scope, days)} d join store on store.store_id = d.store_id
    group by store.department_id, store.zone, d."on")`
}

/** The days of stores of a scope in a period, to be joined under the name of their table. */
export function shownStoreDays<Analysis extends Exclude<AreaAnalysis, 'energy'>>(
  analysis: Analysis,
  scope: Scope,
  days: Days,
) {
  const name = areaSums[analysis].storeDays
  return sql<Tables[`${Analysis}StoreDay`]>`${storeDaysFor(analysis, scope, days)}`.as<`${Analysis}StoreDay`>(
    sql.ref(name),
  )
}

function named(columns: Readonly<Record<string, string>>): RawBuilder<unknown> {
  return sql.raw(
    Object.entries(columns)
      .map(([name, made]) => `${made} as ${name}`)
      .join(', '),
  )
}
