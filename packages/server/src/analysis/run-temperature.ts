import { type AssuredDevice, assuredDevices } from '@coldkeep/domain/analysis/assured-devices'
import { countVerdicts } from '@coldkeep/domain/analysis/protection-verdict'
import type { StoreDay } from '@coldkeep/domain/analysis/store-day'
import { sumTemperatures } from '@coldkeep/domain/analysis/temperature-figures'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type JudgedDay, recordBreaches } from '../corrections/record-breaches'
import type { StoreDayAnalysis } from './store-day-analysis'
import { refreshInsurance } from './store-insurance-queries'
import {
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
    const judged = days.map((day) => {
      const devices = assuredDevices(day, coverages)
      return { day, rows: deviceRows(day, devices, now), breaches: judgedDays(day, devices) }
    })
    return async (trx) => {
      await upsertTemperatureDays(
        trx,
        judged.flatMap(({ rows }) => rows),
      )
      await upsertTemperatureStoreDays(
        trx,
        judged.map(({ day, rows }) => storeRow(day, rows, now)),
      )
      await recordBreaches(
        trx,
        judged.flatMap(({ breaches }) => breaches),
        now,
      )
      const isOver = ({ until, period }: StoreDay) => until >= period.endAt
      await refreshInsurance(
        trx,
        days.filter(isOver).map(({ store }) => store.storeId),
      )
    }
  },
}

function deviceRows(
  { store, on }: StoreDay,
  devices: readonly AssuredDevice[],
  now: EpochMs,
): TemperatureDayRow[] {
  return devices.map(({ breach: _, ...device }) => ({
    storeId: store.storeId,
    on,
    ...device,
    computedAt: now,
  }))
}

function judgedDays({ store, on, until }: StoreDay, devices: readonly AssuredDevice[]): JudgedDay[] {
  return devices.flatMap(({ deviceId, zone, isInsured, breach, verdict }) =>
    isInsured
      ? [{ storeId: store.storeId, deviceId, zone, on, until, breach, isKnown: verdict !== 'no_data' }]
      : [],
  )
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
