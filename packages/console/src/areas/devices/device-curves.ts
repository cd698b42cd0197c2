import type { getDevice } from '@coldkeep/contract/areas/devices'
import type { Answer } from '@coldkeep/contract/call'
import { isCounter, isState, type PointKind } from '@coldkeep/domain/points/point'

export type LivePoint = Answer<typeof getDevice>['points'][number]

/** Points that share an axis. */
export interface CurveGroup {
  readonly unit: string
  readonly points: readonly LivePoint[]
}

/** As many points as one call may request. */
export const MOST_CURVES = 12

/** What is worth a line before anything is chosen: what the equipment is for. */
const FIRST_KINDS: readonly PointKind[] = [
  'air_temperature',
  'product_temperature',
  'evaporator_temperature',
  'setpoint',
  'power',
]

/** Points that can be drawn as lines: measured quantities, not states and not running totals. */
export function linePoints(points: readonly LivePoint[]): readonly LivePoint[] {
  return points.filter((point) => !isState(point.kind) && !isCounter(point.kind))
}

export function statePoints(points: readonly LivePoint[]): readonly LivePoint[] {
  return points.filter((point) => isState(point.kind))
}

/** The points that are drawn at first: the main ones, or else the first two that can be drawn. */
export function firstChoice(points: readonly LivePoint[]): readonly LivePoint[] {
  const lines = linePoints(points)
  const main = lines.filter((point) => FIRST_KINDS.includes(point.kind))
  return main.length > 0 ? main : lines.slice(0, 2)
}

/** The choice that the address names, in the order of the device; the first choice where it names none. */
export function chosenPoints(points: readonly LivePoint[], text: string | undefined): readonly LivePoint[] {
  if (text === undefined) return firstChoice(points)
  const ids = text.split('.').map(Number)
  return linePoints(points).filter((point) => ids.includes(point.id))
}

/** The text for the address; none where it is the first choice. */
export function choiceText(points: readonly LivePoint[], chosen: readonly LivePoint[]): string | undefined {
  const text = (list: readonly LivePoint[]) => list.map((point) => point.id).join('.')
  return text(chosen) === text(firstChoice(points)) ? undefined : text(chosen)
}

/** One chart per unit, in the order in which the units first appear. */
export function groupByUnit(points: readonly LivePoint[]): readonly CurveGroup[] {
  const groups = new Map<string, LivePoint[]>()
  for (const point of points) {
    const group = groups.get(point.unit)
    if (group) group.push(point)
    else groups.set(point.unit, [point])
  }
  return [...groups].map(([unit, group]) => ({ unit, points: group }))
}
