import type { TemperatureZone } from '../organisation/device'
import type { Series, Window } from '../points/series'
import { type EpochMs, epochMs, hours, later, minutes } from '../time/instant'
import { lengthMs, mergePeriods, type Period } from '../time/period'
import { type BandFrom, bandAt, type ControlBand } from './control-bands'
import { extend, heldPeriods, withinWindow } from './held-periods'
import { forEachJointStretch } from './joint-stretches'

/** State points are read as 0 or 1. */
const ON = 0.5
/** A coil that is this much warmer than the air, for so long and with the compressor off, is being defrosted. */
const WARMER_COIL_K = 1
export const SHORTEST_INFERRED_MS = minutes(5)
/** No defrost takes longer: a coil that is warm for longer has another reason, or a probe is wrong. */
export const LONGEST_INFERRED_MS = hours(2)
/** The air is forgiven for so long after a defrost, and for so long from its start. */
const RECOVERY_MS = minutes(30)
const LONGEST_MASK_MS = minutes(60)
const FROZEN_RECOVERY_MS = minutes(45)
const FROZEN_LONGEST_MASK_MS = minutes(90)
const MASKED_SHARE_OF_DAY = 0.25
const DAY_MS = minutes(1440)
const SHORTEST_DAY_MS = minutes(1380)
/** Forgiven at most in a day that is not over. */
export const MASKED_PER_DAY_MS = MASKED_SHARE_OF_DAY * DAY_MS

/** Whether the value of a defrost point means that a defrost is on. */
export function isDefrostOn(value: number): boolean {
  return value >= ON
}

/** Whether a coil is as warm as only a defrost makes it. °C; the compressor 1 on, 0 off; false with a NaN. */
export function isWarmCoil(airC: number, evaporatorC: number, compressor: number): boolean {
  return evaporatorC > airC + WARMER_COIL_K && compressor < ON
}

/** How long the air is forgiven after the end of a defrost, and from its start. */
export function maskLengths(zone: TemperatureZone): {
  readonly recoveryMs: number
  readonly longestMs: number
} {
  const isFrozen = zone === 'FZ' || zone === 'IC'
  return {
    recoveryMs: isFrozen ? FROZEN_RECOVERY_MS : RECOVERY_MS,
    longestMs: isFrozen ? FROZEN_LONGEST_MASK_MS : LONGEST_MASK_MS,
  }
}

/**
 * The stretches of the window in which the defrost point is on, in order, held as readings are held. A stretch ends
 * where the point goes off or is no longer known, and at the borders of the window and of excluded time: to know
 * about defrosts that reach into a day, ask for a window that starts before it.
 */
export function defrostPeriods(defrost: Series, window: Window): Period[] {
  return heldPeriods(defrost, window, isDefrostOn)
}

/**
 * The same for equipment without a defrost point: where the evaporator has been warmer than the air by more than
 * 1 K for at least 5 minutes, and no longer than 2 hours, while the compressor was known to be off. The length is
 * judged before the stretch is cut by the window.
 * @param parts air and evaporator in °C; compressor 1 on, 0 off
 */
export function inferDefrostPeriods(
  parts: { readonly air: Series; readonly evaporator: Series; readonly compressor: Series },
  window: Window,
): Period[] {
  const found: Period[] = []
  const points = [parts.air, parts.evaporator, parts.compressor]
  forEachJointStretch(points, window.periodSeconds, (fromMs, toMs, values) => {
    const airC = values[0] as number
    const evaporatorC = values[1] as number
    const compressor = values[2] as number
    if (isWarmCoil(airC, evaporatorC, compressor)) extend(found, epochMs(fromMs), epochMs(toMs))
  })
  return withinWindow(
    found.filter(
      (period) => lengthMs(period) >= SHORTEST_INFERRED_MS && lengthMs(period) <= LONGEST_INFERRED_MS,
    ),
    window,
  )
}

/**
 * Time in which the air may be warm because of a defrost, separate stretches in order. Each reaches from the start of
 * a defrost to the earlier of the first reading of the air after the defrost's end at or below set point +
 * differential, and 30 minutes (45 in frozen and ice cream zones) after that end, but no longer than 60 (90) minutes.
 * Once the stretches have taken 25 % of the day the rest of it is not masked. What is judged on the temperature of
 * the product is never masked: food does not care why it is warm.
 * @param defrosts in order; those of the hours before the window too, as their masks reach into it
 * @param air °C
 * @param window a day, or the part of a day that is over: the 25 % are of its length, or of 24 hours if it is shorter
 *   than any day. Excluded time is not masked and uses nothing up.
 */
export function defrostMask(
  defrosts: readonly Period[],
  air: Series,
  bands: readonly BandFrom[],
  zone: TemperatureZone,
  window: Window,
): Period[] {
  const { recoveryMs, longestMs } = maskLengths(zone)
  const masks = defrosts.map(({ startAt, endAt }) => {
    const latestAt = Math.min(endAt + recoveryMs, startAt + longestMs)
    return { startAt, endAt: recoveredAt(air, endAt, bandAt(bands, endAt), latestAt) }
  })
  return withinBudget(withinWindow(mergePeriods(masks), window), MASKED_SHARE_OF_DAY * dayLengthMs(window))
}

/**
 * The instant of the first reading of the air from one on that is at or below set point + differential, but the
 * latest if that comes first.
 * @param air °C
 */
export function recoveredAt(air: Series, fromMs: number, band: ControlBand, latestMs: number): EpochMs {
  const recoveredC = band.setpointC + band.differentialK
  for (let index = firstFrom(air.timesMs, fromMs); index < air.timesMs.length; index++) {
    const at = air.timesMs[index] as number
    if (at >= latestMs) break
    if ((air.values[index] as number) <= recoveredC) return epochMs(at)
  }
  return epochMs(latestMs)
}

function firstFrom(timesMs: ArrayLike<number>, fromMs: number): number {
  let [low, high] = [0, timesMs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((timesMs[middle] as number) < fromMs) low = middle + 1
    else high = middle
  }
  return low
}

function withinBudget(periods: readonly Period[], budgetMs: number): Period[] {
  let leftMs = budgetMs
  const kept: Period[] = []
  for (const period of periods) {
    if (leftMs <= 0) break
    kept.push(lengthMs(period) <= leftMs ? period : { ...period, endAt: later(period.startAt, leftMs) })
    leftMs -= lengthMs(period)
  }
  return kept
}

function dayLengthMs(window: Window): number {
  const windowMs = lengthMs(window.period)
  return windowMs < SHORTEST_DAY_MS ? DAY_MS : windowMs
}
