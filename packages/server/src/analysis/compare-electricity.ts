import {
  comparedPeriods,
  correctForWeather,
  type Dates,
  energyInAsManyDays,
  sumEnergyDays,
  weatherSlope,
} from '@coldkeep/domain/analysis/energy-comparison'
import type { EnergyDay } from '@coldkeep/domain/analysis/energy-day'
import { lowPowerFactor } from '@coldkeep/domain/analysis/power-factor'
import type { AnalysedStore } from '@coldkeep/domain/analysis/store-day'
import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { Db } from '../db/connect'
import { type EnergyComparisonRow, selectEnergyDays, upsertEnergyComparisons } from './electricity-queries'

const PERCENTS = Array.from({ length: 100 }, (_, index) => index + 1)

/** Holds the last full days of stores against those before and those of last year, from the stored days. */
export async function compareElectricity(
  trx: Db,
  stores: readonly AnalysedStore[],
  now: EpochMs,
): Promise<void> {
  const lastDays = stores.map(({ zone }) => addDays(localDateOf(zone, now), -1)).sort()
  const [earliest, latest] = [lastDays[0], lastDays.at(-1)]
  if (earliest === undefined || latest === undefined) return
  const range = { first: comparedPeriods(earliest).lastYear.first, last: latest }
  const spreadFrom = comparedPeriods(earliest).period.first
  const storeIds = stores.map(({ storeId }) => storeId)
  const byStore = new Map<StoreId, EnergyDay[]>(storeIds.map((id) => [id, []]))
  for (const { storeId, ...day } of await selectEnergyDays(trx, storeIds, range, spreadFrom)) {
    byStore.get(storeId)?.push(day)
  }
  const rows = stores.map(({ storeId, zone }) =>
    compareDays(storeId, byStore.get(storeId) ?? [], addDays(localDateOf(zone, now), -1), now),
  )
  await upsertEnergyComparisons(trx, rows)
}

function compareDays(
  storeId: StoreId,
  days: readonly EnergyDay[],
  lastOn: LocalDate,
  now: EpochMs,
): EnergyComparisonRow {
  const periods = comparedPeriods(lastOn)
  const sumOf = (dates: Dates) => sumEnergyDays(daysOf(days, dates))
  const sums = sumOf(periods.period)
  const before = sumOf(periods.before)
  const correction = correctForWeather(sums, before, weatherSlope(daysOf(days, periods.learning)))
  const { spread, ...columns } = sums
  const low = PERCENTS.map((percent) => lowPowerFactor(spread, percent))
  return {
    storeId,
    lastOn,
    ...columns,
    spreadKwh: spread.energyKwh,
    lowKwh: low.map(({ energyShare }) => (energyShare ?? 0) * spread.energyKwh),
    lowIntervals: low.map(({ intervals }) => intervals),
    beforeKwh: energyInAsManyDays(before, sums),
    lastYearKwh: energyInAsManyDays(sumOf(periods.lastYear), sums),
    correctedKwh: correction?.correctedKwh ?? null,
    referenceKwh: correction?.referenceKwh ?? null,
    computedAt: now,
  }
}

function daysOf(days: readonly EnergyDay[], { first, last }: Dates): EnergyDay[] {
  return days.filter(({ on }) => first <= on && on <= last)
}
