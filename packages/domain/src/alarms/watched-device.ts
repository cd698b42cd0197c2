import type { ChosenFigures } from '../analysis/figures'
import { usualBand, zoneLimits } from '../analysis/zone-limits'
import type { PointId } from '../ids'
import type { TemperatureZone } from '../organisation/device'
import type { PointKind, PointUnit } from '../points/point'
import { contactPoint, defaultRule } from './default-rules'
import type { DefrostPoints, WatchedDevice } from './device-watch'
import type { LimitRule } from './limit-rule'
import type { WatchedPoint } from './point-watch'

export interface DescribedDevice {
  /** Meters have none. */
  readonly zone: TemperatureZone | null
  /** ISO 3166-1 alpha-2, of its store. */
  readonly country: string
  /** IANA name, of its store. */
  readonly timeZone: string
}

export interface DescribedPoint {
  readonly pointId: PointId
  readonly kind: PointKind
  readonly unit: PointUnit
}

/** What one script reads from a device. */
export interface PolledPoints {
  readonly periodSeconds: number
  readonly valuePoints: readonly PointId[]
  readonly counterPoints: readonly PointId[]
  /** `null`: still in use. */
  readonly lastRevision: number | null
}

/** A rule that a person wrote for a point. */
export interface PointRule extends LimitRule {
  readonly pointId: PointId
}

const DEFAULT_PERIOD_SECONDS = 300
/** A meter has no band, and nothing that would ask for it. */
const NO_BAND = { setpointC: 0, differentialK: 0 }

/**
 * How a device is judged: by its own rules, and where it has none by those of its zone. Points that nothing polls are
 * left out.
 * @param figures what was chosen for the zones in its store
 */
export function watchedDevice(
  described: DescribedDevice,
  points: readonly DescribedPoint[],
  lists: readonly PolledPoints[],
  rules: readonly PointRule[],
  figures: ChosenFigures = {},
): WatchedDevice {
  const { zone, country, timeZone } = described
  const periods = lists.filter((list) => list.lastRevision === null).map((list) => list.periodSeconds)
  const periodMs = 1000 * (periods.length === 0 ? DEFAULT_PERIOD_SECONDS : Math.min(...periods))
  const polled = new Set(lists.flatMap((list) => [...list.valuePoints, ...list.counterPoints]))
  const polledPoints = points.filter((point) => polled.has(point.pointId))
  const chosen = zone === null ? undefined : figures[zone]
  const limits = zone === null ? null : zoneLimits(zone, country, chosen)
  const contact = contactPoint(polledPoints)
  const ruleOf = (point: DescribedPoint): LimitRule | null =>
    rules.length > 0
      ? (rules.find((rule) => rule.pointId === point.pointId) ?? null)
      : defaultRule(point, zone, country, point === contact, chosen)
  const watched = polledPoints.flatMap((point): WatchedPoint[] => {
    const rule = ruleOf(point)
    if (rule === null) return []
    const isAir = point.kind === 'air_temperature'
    const isProtected = isAir || point.kind === 'product_temperature'
    const { pointId, unit } = point
    return [{ pointId, unit, rule, isAir, periodMs, limits: isProtected ? limits : null }]
  })
  const first = (kind: PointKind) => polledPoints.find((point) => point.kind === kind)?.pointId ?? null
  const defrostPoints: DefrostPoints = {
    air: first('air_temperature'),
    evaporator: first('evaporator_temperature'),
    compressor: first('compressor'),
    defrost: first('defrost'),
    setpoint: first('setpoint'),
    differential: first('differential'),
  }
  const canDefrost = zone !== null && zone !== 'HOT' && defrostPoints.air !== null
  return {
    points: watched,
    band: zone === null ? NO_BAND : usualBand(zone),
    defrost:
      canDefrost && zone !== null ? { temperatureZone: zone, timeZone, periodMs, ...defrostPoints } : null,
  }
}

/** All points of a device that its judgement reads. */
export function neededPoints({ points, defrost }: WatchedDevice): Set<PointId> {
  const needed = new Set(points.map((point) => point.pointId))
  if (defrost === null) return needed
  const { air, evaporator, compressor, setpoint, differential } = defrost
  for (const pointId of [air, evaporator, compressor, defrost.defrost, setpoint, differential]) {
    if (pointId !== null) needed.add(pointId)
  }
  return needed
}
