import { isInsuredOn } from '@coldkeep/domain/analysis/insured-coverage'
import { countVerdicts } from '@coldkeep/domain/analysis/protection-verdict'
import { assureDay } from '@coldkeep/domain/analysis/temperature-assurance'
import { sumTemperatures } from '@coldkeep/domain/analysis/temperature-figures'
import { zoneLimits } from '@coldkeep/domain/analysis/zone-limits'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { windowOfDay } from './device-signals'
import type { AnalysedDevice, StoreDay, StoreDayAnalysis } from './store-day'
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
    const judged = days.map((day) => ({ day, rows: judgeDevices(day, coverages, now) }))
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

function judgeDevices(
  day: StoreDay,
  coverages: readonly InsuredCoverage[],
  now: EpochMs,
): TemperatureDayRow[] {
  return day.devices.flatMap((device) => {
    const coverage = coverages.find((one) => one.deviceId === device.deviceId && isInsuredOn(one, day.on))
    const row = judgeDevice(day, device, coverage ?? null, now)
    return row === null ? [] : [row]
  })
}

/** Null for what has no temperature to judge: meters, and devices that were not there on that day. */
function judgeDevice(
  day: StoreDay,
  device: AnalysedDevice,
  coverage: InsuredCoverage | null,
  now: EpochMs,
): TemperatureDayRow | null {
  const readings = day.readings.get(device.deviceId)
  const zone = coverage?.zone ?? device.zone
  if (zone === null || readings === undefined) return null
  const hasProbe = readings.has('product_temperature')
  if (!hasProbe && !readings.has('air_temperature')) return null
  const temperatures = {
    air: readings.series('air_temperature'),
    product: hasProbe ? readings.series('product_temperature') : null,
  }
  const assured = assureDay(temperatures, zoneLimits(zone, day.store.country), windowOfDay(day, device))
  if (assured.expectedMinutes === 0) return null
  return {
    storeId: day.store.storeId,
    deviceId: device.deviceId,
    on: day.on,
    zone,
    isInsured: coverage !== null,
    ...assured,
    computedAt: now,
  }
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
