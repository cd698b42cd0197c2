import type { PointId } from '@coldkeep/domain/ids'
import type { Reading } from '@coldkeep/domain/points/reading'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { minuteOfDay } from '@coldkeep/domain/time/store-calendar'
import type { FleetStore } from '../fleet/fleet'
import type { ShownCase } from './till-screen'

export interface ScreenContent {
  readonly cases: readonly ShownCase[]
  /** Of the store, as `20:05`. */
  readonly clock: string
}

/** What the computer of a store has to show after a cycle: the air of each of its cases. */
export function screenContent(
  { devices, zone }: FleetStore,
  pointIds: readonly (readonly PointId[])[],
  readings: readonly Reading[],
  at: EpochMs,
): ScreenContent {
  const values = new Map(readings.map(({ pointId, value }) => [pointId, value]))
  // its letters are those of machines: the kind of a case, numbered, whatever people call it
  const counts = new Map<string, number>()
  const cases = devices.flatMap(({ type, points }, index) => {
    const place = points.findIndex(({ kind }) => kind === 'air_temperature')
    const pointId = pointIds[index]?.[place]
    if (pointId === undefined) return []
    const number = (counts.get(type) ?? 0) + 1
    counts.set(type, number)
    return [{ name: `${type.replaceAll('_', ' ')} ${number}`, celsius: values.get(pointId) ?? null }]
  })
  const minute = minuteOfDay(zone, at)
  const pair = (value: number) => String(value).padStart(2, '0')
  return { cases, clock: `${pair(Math.floor(minute / 60))}:${pair(minute % 60)}` }
}
