import type { FigureValues } from '../analysis/figures'
import { zoneLimits } from '../analysis/zone-limits'
import type { TemperatureZone } from '../organisation/device'
import type { PointKind } from '../points/point'
import type { LimitRule } from './limit-rule'

/** Report times, in minutes, of the rules that apply until equipment is given rules of its own. */
const AIR_DELAY_MINUTES = 15
/** Food is slow: once it is warm there is nothing to wait for but a disturbed reading. */
const PRODUCT_DELAY_MINUTES = 10
const LOST_DELAY_MINUTES = 30
const OFF = -1
/** Air swings below its set point, and food held at 0 °C does not freeze by it; what is held hot has nothing to spare. */
const COLDER_AIR_K = 2

/**
 * The kinds by which contact with a device is watched, best first: one alarm for the device, not one per
 * point.
 */
const contactKinds: readonly PointKind[] = [
  'air_temperature',
  'product_temperature',
  'power',
  'energy',
  'evaporator_temperature',
]

interface RulelessPoint {
  readonly kind: PointKind
}

/** The point of a device by which contact is watched; the first of all where none is suitable. */
export function contactPoint<Point extends RulelessPoint>(points: readonly Point[]): Point | null {
  for (const kind of contactKinds) {
    const found = points.find((point) => point.kind === kind)
    if (found !== undefined) return found
  }
  return points[0] ?? null
}

/**
 * The rule of a point whose device has none of its own: temperatures of air and food are held against what the
 * insurance promises for their zone, air that is too cold 2 K later than food, and one point of each device against silence.
 * @param country ISO 3166-1 alpha-2, of the store
 * @param chosen figures of the zone in the store; left out, the usual ones
 * @returns null where there is nothing to watch
 */
export function defaultRule(
  point: RulelessPoint,
  zone: TemperatureZone | null,
  country: string,
  isContactPoint: boolean,
  chosen: FigureValues = {},
): LimitRule | null {
  const isAir = point.kind === 'air_temperature'
  const hasLimits = zone !== null && (isAir || point.kind === 'product_temperature')
  if (!hasLimits && !isContactPoint) return null
  const { insuredLowC, insuredHighC } = hasLimits ? zoneLimits(zone, country, chosen) : noLimits
  const airLowC = insuredLowC === null || zone === 'HOT' ? insuredLowC : insuredLowC - COLDER_AIR_K
  const lowC = isAir ? airLowC : insuredLowC
  const delay = isAir ? AIR_DELAY_MINUTES : PRODUCT_DELAY_MINUTES
  return {
    lowLimit: lowC ?? 0,
    lowDelayMinutes: lowC === null ? OFF : delay,
    highLimit: insuredHighC ?? 0,
    highDelayMinutes: insuredHighC === null ? OFF : delay,
    lostDelayMinutes: isContactPoint ? LOST_DELAY_MINUTES : OFF,
  }
}

const noLimits = { insuredLowC: null, insuredHighC: null }
