import type { HealthBaseline } from '@coldkeep/domain/analysis/health-baseline'
import type { MeasuredHealth } from '@coldkeep/domain/analysis/health-indicators'
import type { ProtectionVerdict } from '@coldkeep/domain/analysis/protection-verdict'
import type { TemperatureSums } from '@coldkeep/domain/analysis/temperature-figures'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'

export interface JudgedDeviceDay extends TemperatureSums {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly on: LocalDate
  readonly verdict: Exclude<ProtectionVerdict, 'no_data'>
}

/** Days of insured devices of a zone that have a verdict, each store with the week that ends on a day of its own. */
export async function selectJudgedDays(
  db: Db,
  scope: Scope,
  zone: TemperatureZone,
  weeks: readonly { readonly storeId: StoreId; readonly first: LocalDate; readonly last: LocalDate }[],
): Promise<JudgedDeviceDay[]> {
  const week = sql<{ storeId: StoreId; first: string; last: string }>`unnest(
    ${weeks.map(({ storeId }) => storeId)}::int[], ${weeks.map(({ first }) => first)}::date[],
    ${weeks.map(({ last }) => last)}::date[])`.as<'week'>(sql`week (store_id, first, last)`)
  const rows = await db
    .selectFrom(week)
    .innerJoin('temperatureDay', 'temperatureDay.storeId', 'week.storeId')
    .whereRef('temperatureDay.on', '>=', 'week.first')
    .whereRef('temperatureDay.on', '<=', 'week.last')
    .where('temperatureDay.isInsured', '=', true)
    .where('temperatureDay.zone', '=', zone)
    .where('temperatureDay.verdict', '<>', 'no_data')
    .where(isShown(scope, 'temperatureDay'))
    .selectAll('temperatureDay')
    .$narrowType<{ verdict: JudgedDeviceDay['verdict'] }>()
    .orderBy('temperatureDay.storeId')
    .orderBy('temperatureDay.on')
    .orderBy('temperatureDay.deviceId')
    .execute()
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}

export interface ScoredDevice {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly zone: TemperatureZone
  readonly measured: MeasuredHealth
  readonly outdoorC: number | null
  readonly isBreach: boolean
  readonly baseline: HealthBaseline
}

/** What devices measured on the last whole day of their stores, of those that have a baseline of their own. */
export async function selectScoredDevices(
  db: Db,
  scope: Scope,
  days: readonly { readonly storeId: StoreId; readonly last: LocalDate }[],
): Promise<ScoredDevice[]> {
  const day = sql<{ storeId: StoreId; on: string }>`unnest(
    ${days.map(({ storeId }) => storeId)}::int[], ${days.map(({ last }) => last)}::date[])`.as<'day'>(
    sql`day (store_id, "on")`,
  )
  return db
    .selectFrom(day)
    .innerJoin('scoreDay', (join) =>
      join.onRef('scoreDay.storeId', '=', 'day.storeId').onRef('scoreDay.on', '=', 'day.on'),
    )
    .innerJoin('deviceHealth', (join) =>
      join
        .onRef('deviceHealth.storeId', '=', 'scoreDay.storeId')
        .onRef('deviceHealth.deviceId', '=', 'scoreDay.deviceId'),
    )
    .innerJoin('device', (join) =>
      join
        .onRef('device.storeId', '=', 'scoreDay.storeId')
        .onRef('device.deviceId', '=', 'scoreDay.deviceId'),
    )
    .where('scoreDay.isWhole', '=', true)
    .where('device.removedAt', 'is', null)
    .where('device.zone', 'is not', null)
    .where('deviceHealth.baseline', 'is not', null)
    .where(isShown(scope, 'scoreDay'))
    .select([
      'scoreDay.storeId',
      'scoreDay.deviceId',
      'device.zone',
      'measured',
      'outdoorC',
      'isBreach',
      'baseline',
    ])
    .$narrowType<{ zone: TemperatureZone; baseline: HealthBaseline }>()
    .execute()
}
