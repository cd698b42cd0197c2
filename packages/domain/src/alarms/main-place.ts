import type { DepartmentId } from '../ids'

/** New alarms of the stores of one department; the path leads from the top of the organisation to it. */
export interface PlacedAlarms {
  readonly path: readonly DepartmentId[]
  readonly alarms: number
}

/**
 * Where most of the alarms are: the smallest department below `above` that, with everything under it, holds
 * more than half of them.
 * @param above the department that all of them lie in
 * @returns its path and how many they are; null where no department below holds so many
 */
export function mainPlace(above: DepartmentId, counts: readonly PlacedAlarms[]): PlacedAlarms | null {
  const total = counts.reduce((sum, { alarms }) => sum + alarms, 0)
  const sums = new Map<DepartmentId, PlacedAlarms>()
  for (const { path, alarms } of counts) {
    for (let depth = path.indexOf(above) + 1; depth < path.length; depth++) {
      const id = path[depth] as DepartmentId
      sums.set(id, { path: path.slice(0, depth + 1), alarms: (sums.get(id)?.alarms ?? 0) + alarms })
    }
  }
  let found: PlacedAlarms | null = null
  for (const place of sums.values()) {
    const isMost = 2 * place.alarms > total
    if (isMost && place.path.length > (found?.path.length ?? 0)) found = place
  }
  return found
}
