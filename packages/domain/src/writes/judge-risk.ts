import { zoneSetpoint } from '../analysis/zone-limits'
import type { TemperatureZone } from '../organisation/device'
import type { WriteTarget } from '../polling/poll-command'

/** 1: sent at once. 2: looked at again first. 3: takes a second person. */
export type WriteRisk = 1 | 2 | 3

/** With more devices than that one mistake is everywhere. */
export const MOST_WITHOUT_APPROVAL = 10

/** What is usual for a value; both ends belong to it. */
export interface UsualRange {
  readonly low: number
  readonly high: number
}

/** How far from the set point of its zone a device is usually set. K; our own choice. */
const USUAL_AROUND_SETPOINT_K = 3

/**
 * The usual range of a write: that of its row, or for a set point 3 K around that of the device's zone within
 * what is insured there and what the row allows. `null` where it is unknown.
 */
export function usualRange(write: WriteTarget, zone: TemperatureZone | null): UsualRange | null {
  const { usualLow, usualHigh, effect, lowest, highest } = write
  if (usualLow !== null && usualHigh !== null) return { low: usualLow, high: usualHigh }
  if (effect !== 'setpoint' || zone === null || lowest === null || highest === null) return null
  const { setpointC, insuredLowC, insuredHighC } = zoneSetpoint(zone)
  const low = Math.max(setpointC - USUAL_AROUND_SETPOINT_K, insuredLowC ?? lowest, lowest)
  const high = Math.min(setpointC + USUAL_AROUND_SETPOINT_K, insuredHighC ?? highest, highest)
  return low <= high ? { low, high } : null
}

/** How much may go wrong with one write to one device. */
export function riskOfWrite(
  { effect }: Pick<WriteTarget, 'effect'>,
  value: number | null,
  usual: UsualRange | null,
): WriteRisk {
  if (effect === 'reset' || effect === 'light') return 1
  if (effect === 'defrost') return 2
  return value !== null && usual !== null && value >= usual.low && value <= usual.high ? 2 : 3
}

/**
 * The risk of writes that are sent together: the greatest of them, and the greatest there is for many at
 * once.
 */
export function riskOfAll(risks: readonly WriteRisk[]): WriteRisk {
  return risks.length > MOST_WITHOUT_APPROVAL ? 3 : (Math.max(1, ...risks) as WriteRisk)
}
