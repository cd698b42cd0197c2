import { assuredDevices } from '@coldkeep/domain/analysis/assured-devices'
import { countVerdicts } from '@coldkeep/domain/analysis/protection-verdict'
import type { StoreDay } from '@coldkeep/domain/analysis/store-day'
import { sumTemperatures } from '@coldkeep/domain/analysis/temperature-figures'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { StoreDayAnalysis } from './store-day-analysis'
import { refreshInsurance } from './store-insurance-queries'
import {
  type InsuredCoverage,
  selectCoverages,
  type TemperatureDayRow,
  type TemperatureStoreDayRow,
  upsertTemperatureDays,
  upsertTemperatureStoreDays,
} from './temperature-day-queries'

/** How the product of each device was kept, and of each store the verdicts on its insured devices. */
export const temperatureAnalysis: StoreDayAnalysis = {
  name: 'temperature',
  async run(db, days, now) {
    const dates = days.map(({ on }) => on).sort()
    const [first, last] = [dates[0], dates.at(-1)]
    if (first === undefined || last === undefined) return async () => {}
    const storeIds = [...new Set(days.map(({ store }) => store.storeId))]
    const coverages = await selectCoverages(db, storeIds, first, last)
    const judged = days.map((day) => ({ day, rows: deviceRows(day, coverages, now) }))
    return async (trx) => {
      await upsertTemperatureDays(
        trx,
        judged.flatMap(({ rows }) => rows),
      )
      await upsertTemperatureStoreDays(
        trx,
        judged.map(({ day, rows }) => storeRow(day, rows, now)),
      )
      const isOver = ({ until, period }: StoreDay) => until >= period.endAt
      await refreshInsurance(
        trx,
        days.filter(isOver).map(({ store }) => store.storeId),
      )
    }
  },
}

function deviceRows(day: StoreDay, coverages: readonly InsuredCoverage[], now: EpochMs): TemperatureDayRow[] {
  const { store, on } = day
  return assuredDevices(day, coverages).map((device) => ({
    storeId: store.storeId,
    on,
    ...device,
    computedAt: now,
  }))
}

function storeRow(
  { store, on }: StoreDay,
  rows: readonly TemperatureDayRow[],
  now: EpochMs,
): TemperatureStoreDayRow {
  const insured = rows.filter(({ isInsured }) => isInsured)
  const { no_data: noData, ...verdicts } = countVerdicts(insured.map(({ verdict }) => verdict))
  const { coveredMinutes, expectedMinutes } = sumTemperatures(insured)
  return {
    storeId: store.storeId,
    on,
    ...verdicts,
    noData,
    coveredMinutes,
    expectedMinutes,
    computedAt: now,
  }
}
