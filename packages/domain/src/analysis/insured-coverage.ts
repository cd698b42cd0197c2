import type { DeviceId } from '../ids'
import type { TemperatureZone } from '../organisation/device'
import { daysBetween, type LocalDate } from '../time/local-date'

/** The time for which the temperature of a device is insured, both days included. */
export interface InsuredCoverage {
  readonly deviceId: DeviceId
  readonly zone: TemperatureZone
  readonly firstOn: LocalDate
  readonly lastOn: LocalDate
}

export type CoverageStatus = 'active' | 'expiring' | 'expired'

/** When the insurance of a store runs out: where the first of its devices does. */
export interface StoreExpiry {
  /** Devices that are insured today. */
  readonly insuredDevices: number
  readonly lastOn: LocalDate
  /** 0 on the last day, negative after it. */
  readonly daysLeft: number
  readonly status: CoverageStatus
}

/** With no more days left than this a renewal is due. */
const EXPIRING_DAYS = 30

export function coverageStatus(lastOn: LocalDate, today: LocalDate): CoverageStatus {
  const daysLeft = daysBetween(today, lastOn)
  if (daysLeft < 0) return 'expired'
  return daysLeft <= EXPIRING_DAYS ? 'expiring' : 'active'
}

export function isInsuredOn(coverage: InsuredCoverage, on: LocalDate): boolean {
  return coverage.firstOn <= on && on <= coverage.lastOn
}

/**
 * The expiry of a store. A device whose insurance was renewed runs out with the latest of its coverages.
 * @param today the day on the clock of the store
 * @returns null where no device was ever insured
 */
export function storeExpiry(coverages: readonly InsuredCoverage[], today: LocalDate): StoreExpiry | null {
  const lastDays = new Map<DeviceId, LocalDate>()
  const insured = new Set<DeviceId>()
  for (const coverage of coverages) {
    const known = lastDays.get(coverage.deviceId)
    if (known === undefined || known < coverage.lastOn) lastDays.set(coverage.deviceId, coverage.lastOn)
    if (isInsuredOn(coverage, today)) insured.add(coverage.deviceId)
  }
  const [nearest] = [...lastDays.values()].sort()
  if (nearest === undefined) return null
  return {
    insuredDevices: insured.size,
    lastOn: nearest,
    daysLeft: daysBetween(today, nearest),
    status: coverageStatus(nearest, today),
  }
}
