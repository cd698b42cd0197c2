import { defrostMask } from '@coldkeep/domain/analysis/defrost'
import { controlBandOf, defrostsOf, windowOfDay } from '@coldkeep/domain/analysis/device-signals'
import { excursionStretches, unknownPeriods } from '@coldkeep/domain/analysis/excursions'
import { withinWindow } from '@coldkeep/domain/analysis/held-periods'
import { isInsuredOn } from '@coldkeep/domain/analysis/insured-coverage'
import { type AnalysedDevice, LEAD_MS, limitsOnDay, type StoreDay } from '@coldkeep/domain/analysis/store-day'
import { assureDay, productTemperature } from '@coldkeep/domain/analysis/temperature-assurance'
import type { DeviceId } from '@coldkeep/domain/ids'
import { type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { readStoreDays } from '../analysis/read-store-days'
import type { InsuredCoverage } from '../analysis/temperature-day-queries'
import type { Db } from '../db/connect'
import type { DeviceDay, EvidenceStore } from './evidence'

interface DayQuery {
  readonly on: LocalDate
  /** Excursions that reach into it are listed with their beginning. */
  readonly isFirst: boolean
}

/**
 * The insured devices of a store on one of its days, judged from the readings as the analysis of the day judges them.
 * Devices that were not there on that day, or measure neither product nor air, are left out.
 * @param coverages those that hold on any of the days, the one that ends last first
 * @param asOf readings up to here have come in
 */
export async function readDeviceDays(
  db: Db,
  { storeId }: EvidenceStore,
  { on, isFirst }: DayQuery,
  coverages: readonly InsuredCoverage[],
  asOf: EpochMs,
): Promise<Map<DeviceId, DeviceDay>> {
  const [day] = await readStoreDays(db, [{ storeId, days: [on] }], asOf)
  const found = new Map<DeviceId, DeviceDay>()
  if (day === undefined || day.until <= day.period.startAt) return found
  for (const device of day.devices) {
    const coverage = coverages.find((one) => one.deviceId === device.deviceId && isInsuredOn(one, on))
    const judged = coverage === undefined ? null : judgeDevice(day, device, coverage, isFirst)
    if (judged !== null) found.set(device.deviceId, judged)
  }
  return found
}

function judgeDevice(
  day: StoreDay,
  device: AnalysedDevice,
  coverage: InsuredCoverage,
  isFirst: boolean,
): DeviceDay | null {
  const readings = day.readings.get(device.deviceId)
  if (readings === undefined) return null
  const hasFoodProbe = readings.has('product_temperature')
  if (!hasFoodProbe && !readings.has('air_temperature')) return null
  const { zone } = coverage
  const limits = limitsOnDay(day, zone)
  const window = windowOfDay(day, device)
  const air = readings.series('air_temperature')
  const assured = { air, product: hasFoodProbe ? readings.series('product_temperature') : null }
  const sums = assureDay(assured, limits, window)
  if (sums.expectedMinutes === 0) return null
  const product = productTemperature(assured, limits)
  const defrosts = defrostsOf(readings, zone, window)
  const { startAt } = window.period
  const seenFrom = { ...window.period, startAt: isFirst ? later(startAt, -LEAD_MS) : startAt }
  return {
    on: day.on,
    zone,
    insuredUntil: coverage.lastOn,
    limits,
    window,
    sums,
    air,
    product,
    hasFoodProbe,
    stretches: excursionStretches(product, limits, { ...window, period: seenFrom }),
    gaps: unknownPeriods(product, window),
    defrosts: withinWindow(defrosts, window),
    masks: defrostMask(defrosts, air, [{ fromMs: 0, band: controlBandOf(readings, zone) }], zone, window),
  }
}
