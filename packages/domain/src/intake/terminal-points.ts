import type { DeviceId, PointId, PointListId, StoreId } from '../ids'

/** What one script revision reads from one device, in the order in which a scan keeps it. */
export interface PointList {
  readonly pointListId: PointListId
  readonly deviceId: DeviceId
  readonly periodSeconds: number
  readonly valuePoints: readonly PointId[]
  readonly counterPoints: readonly PointId[]
  readonly firstRevision: number
  /** `null`: still in use. */
  readonly lastRevision: number | null
}

/** Where readings of one terminal and one revision of its settings go. */
export interface TerminalPoints {
  readonly storeId: StoreId
  readonly zone: string
  readonly lists: readonly PointList[]
  /** Shortest poll period of a device: the slot length of its connection rate. */
  periodSecondsOf(deviceId: DeviceId): number
  /** Of all its devices. */
  readonly shortestPeriodSeconds: number
  readonly longestPeriodSeconds: number
  /**
   * The index of a point's first place among all places, or -1.
   * @param hint where it may be: points come in their order
   */
  find(pointId: PointId, hint: number): number
  /** How many places a point has, by the index of its first one. */
  countAt(index: number): number
  /** A number of `lists`. */
  listAt(index: number): number
  /** Among the values of its list, then the counters. */
  placeAt(index: number): number
}

const DEFAULT_PERIOD_SECONDS = 300

/** The lists of a terminal that a message of this revision may fill. */
export function terminalPoints(
  storeId: StoreId,
  zone: string,
  all: readonly PointList[],
  revision: number,
): TerminalPoints {
  const lists = all.filter(
    (list) => list.firstRevision <= revision && (list.lastRevision === null || revision <= list.lastRevision),
  )
  const places = placesOf(lists)
  const periods = new Map<DeviceId, number>()
  for (const list of lists) {
    const known = periods.get(list.deviceId) ?? Number.POSITIVE_INFINITY
    periods.set(list.deviceId, Math.min(known, list.periodSeconds))
  }
  return {
    storeId,
    zone,
    lists,
    shortestPeriodSeconds: Math.min(DEFAULT_PERIOD_SECONDS, ...periods.values()),
    longestPeriodSeconds: Math.max(DEFAULT_PERIOD_SECONDS, ...periods.values()),
    periodSecondsOf: (deviceId) => periods.get(deviceId) ?? DEFAULT_PERIOD_SECONDS,
    find(pointId, hint) {
      const { ids } = places
      if (ids[hint] === pointId && ids[hint - 1] !== pointId) return hint
      const index = firstAt(ids, pointId)
      return ids[index] === pointId ? index : -1
    },
    countAt(index) {
      let count = 1
      while (places.ids[index + count] === places.ids[index] && index + count < places.ids.length) count++
      return count
    },
    listAt: (index) => places.lists[index] ?? 0,
    placeAt: (index) => places.places[index] ?? 0,
  }
}

/** Three columns sorted by point id: twenty thousand terminals of 240 points take 77 MB, as maps half a gigabyte. */
function placesOf(lists: readonly PointList[]) {
  const rows: (readonly [id: number, list: number, place: number])[] = []
  lists.forEach((list, number) => {
    const ids = [...list.valuePoints, ...list.counterPoints]
    ids.forEach((id, place) => {
      rows.push([id, number, place])
    })
  })
  rows.sort((a, b) => a[0] - b[0])
  return {
    ids: Float64Array.from(rows, (row) => row[0]),
    lists: Int32Array.from(rows, (row) => row[1]),
    places: Int32Array.from(rows, (row) => row[2]),
  }
}

function firstAt(ids: Float64Array, pointId: number): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) < pointId) low = middle + 1
    else high = middle
  }
  return low
}
