import { forEachHeldWithin, type Series, type Window } from '../points/series'
import { type EpochMs, epochMs } from '../time/instant'
import { lengthMinutes, type Period, withoutPeriods } from '../time/period'
import { heldPeriods } from './held-periods'
import { JOINED_WITHIN_MS } from './temperature-figures'
import type { ZoneLimits } from './zone-limits'

/** A spell of a product beyond its insured limits, from the first to the last of its minutes. */
export interface Excursion extends Period {
  /** Time beyond the limit: short pauses between start and end are left out. */
  readonly minutes: number
  /** K beyond the limit × minutes. */
  readonly degreeMinutes: number
  /** The temperature that was furthest beyond the limit, °C. */
  readonly extremeC: number
  /** The limit that it was beyond, °C. */
  readonly limitC: number
}

const MINUTE_MS = 60_000
const SIGNIFICANT_DIGITS = 12

/**
 * The stretches of a window in which the product is beyond an insured limit, in order, each of one reading after the
 * other without a pause. Hand those of several days to {@link joinExcursions} together, so that midnight cuts none.
 * @param product °C
 */
export function excursionStretches(product: Series, limits: ZoneLimits, window: Window): Excursion[] {
  const found: Excursion[] = []
  forEachHeldWithin(product, window, (index, fromMs, toMs) => {
    const productC = product.values[index] as number
    const limitC = limitBroken(productC, limits)
    if (limitC === null) return
    const minutes = (toMs - fromMs) / MINUTE_MS
    found.push({
      startAt: epochMs(fromMs),
      endAt: epochMs(toMs),
      minutes,
      degreeMinutes: minutes * Math.abs(productC - limitC),
      extremeC: productC,
      limitC,
    })
  })
  return found
}

/** Stretches that are less than 10 minutes apart as one spell, which lasts as long as they do together. */
export function joinExcursions(stretches: readonly Excursion[]): Excursion[] {
  const spells: Excursion[] = []
  for (const next of stretches) {
    const last = spells.at(-1)
    if (last !== undefined && next.startAt - last.endAt < JOINED_WITHIN_MS) {
      spells[spells.length - 1] = joined(last, next)
    } else spells.push(next)
  }
  return spells.map((spell) => ({
    ...spell,
    degreeMinutes: Number(spell.degreeMinutes.toPrecision(SIGNIFICANT_DIGITS)),
  }))
}

/**
 * The gaps of a window, in order: time that is covered by no reading. What is excluded of the window is no
 * gap. Together they last as long as coverage lacks.
 */
export function unknownPeriods(series: Series, window: Window): Period[] {
  const known = heldPeriods(series, window, () => true)
  return withoutPeriods(window.period, window.excluded).flatMap((part) => withoutPeriods(part, known))
}

/** Minutes of stretches that do not overlap. */
export function minutesOf(periods: readonly Period[]): number {
  return periods.reduce((sum, period) => sum + lengthMinutes(period), 0)
}

function limitBroken(productC: number, { insuredLowC, insuredHighC }: ZoneLimits): number | null {
  if (insuredHighC !== null && productC > insuredHighC) return insuredHighC
  if (insuredLowC !== null && productC < insuredLowC) return insuredLowC
  return null
}

function joined(a: Excursion, b: Excursion): Excursion {
  const beyond = ({ extremeC, limitC }: Excursion) => Math.abs(extremeC - limitC)
  const { extremeC, limitC } = beyond(b) > beyond(a) ? b : a
  return {
    startAt: a.startAt,
    endAt: Math.max(a.endAt, b.endAt) as EpochMs,
    minutes: a.minutes + b.minutes,
    degreeMinutes: a.degreeMinutes + b.degreeMinutes,
    extremeC,
    limitC,
  }
}
