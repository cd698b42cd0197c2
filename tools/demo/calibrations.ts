import { addCalibration, listCalibrations } from '@coldkeep/contract/areas/calibrations'
import type { DeviceId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addDays } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { Fleet } from '@coldkeep/simulator/fleet/fleet'
import { below, randomStream } from '@coldkeep/simulator/random'
import type { PlantedFleet } from './planted'
import type { Visitor } from './visitor'

const CHECKED_STORES = 6
/** A year between checks; some are overdue. */
const AGE_DAYS = 420

/**
 * Records when the probes of the chilled and frozen devices of some stores were checked, unless any is recorded.
 * @throws Error where the server refuses any of it
 */
export async function recordCalibrations(
  visitor: Visitor,
  { fleet, planted, now }: { readonly fleet: Fleet; readonly planted: PlantedFleet; readonly now: EpochMs },
): Promise<void> {
  const polled = fleet.stores.filter(({ link }) => link === 'modbus')
  for (const store of new Set([...polled, ...fleet.stores.slice(0, CHECKED_STORES)])) {
    const random = randomStream(fleet.seed, 'calibrations', store.index)
    const checkedOn = addDays(localDateOf(store.zone, now), -1 - below(random, AGE_DAYS))
    const vendor = fleet.vendors[store.vendorIndex] ?? fleet.company
    for (const [index, { zone, unitId }] of store.devices.entries()) {
      const deviceId = planted.stores[store.index]?.devices[index]?.deviceId
      if (zone === null || deviceId === undefined) continue
      const certificate = `${store.code}-${checkedOn.slice(0, 4)}-${String(unitId).padStart(2, '0')}`
      if (!(await recordChecks(visitor, deviceId, { checkedOn, vendor, certificate }))) return
    }
  }
}

interface Check {
  readonly checkedOn: ReturnType<typeof localDateOf>
  readonly vendor: string
  readonly certificate: string
}

/** @returns false where the device has calibrations */
async function recordChecks(
  visitor: Visitor,
  deviceId: DeviceId,
  { checkedOn, vendor, certificate }: Check,
): Promise<boolean> {
  const params = { deviceId }
  for (const [index, { point, calibrations }] of (
    await visitor.call(listCalibrations, { params })
  ).entries()) {
    if (calibrations.length > 0) return false
    await visitor.call(addCalibration, {
      params,
      body: {
        point,
        checkedOn,
        checkedBy: vendor,
        certificate: `${certificate}${index === 0 ? '' : `-${index + 1}`}`,
      },
    })
  }
  return true
}
