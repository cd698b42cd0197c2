import type { PointId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import { afterEach, expect, test } from 'vitest'
import { packDevice } from './device-block'
import { type Drawing, drawSeries } from './draw-series'
import { type DrawingThreads, openDrawingThreads } from './drawing-threads'

const HOUR = Date.UTC(2026, 10, 20, 4)
const MINUTE_MS = 60_000
const [air, door] = [11, 12] as PointId[] as [PointId, PointId]

let threads: DrawingThreads
afterEach(() => threads.close())

/** An hour of two points, of which the second has no values from the 20th minute to the 29th. */
function drawing(readings: Uint8Array = packedHour()): Drawing {
  return {
    stored: { packed: [{ hour: HOUR, readings }], scans: [], lists: [] },
    pointIds: [door, air],
    period: { startAt: epochMs(HOUR), endAt: epochMs(HOUR + 60 * MINUTE_MS) },
    periodSeconds: 60,
    columns: 2_000,
  }
}

function packedHour(): Uint8Array {
  const timesMs = Array.from({ length: 60 }, (_, minute) => HOUR + minute * MINUTE_MS)
  const point = (pointId: PointId, value: (minute: number) => number) => ({
    ...{ pointId, timesMs, width: 'single' as const, quality: null },
    values: timesMs.map((_, minute) => value(minute)),
  })
  const isMissing = (minute: number) => minute >= 20 && minute < 30
  return packDevice(
    [point(air, (minute) => minute), point(door, (m) => (isMissing(m) ? Number.NaN : 1))],
    HOUR,
  )
}

test('a thread draws what this thread would: points in their order, gaps marked', async () => {
  threads = openDrawingThreads(1)
  const drawn = await threads.run(drawing())
  expect(drawn).toEqual(drawSeries(drawing()))
  expect(drawn.map(({ pointId }) => pointId)).toEqual([door, air])
  // the last reading before the gap holds for two periods
  const gapAt = drawn[0]?.values.findIndex(Number.isNaN) ?? -1
  expect(drawn[0]?.timesMs[gapAt]).toBe(HOUR + 21 * MINUTE_MS)
  expect(drawn[1]?.values).toEqual(Float64Array.from({ length: 60 }, (_, minute) => minute))
})

test('more drawings than threads wait for one, and the threads take part', async () => {
  threads = openDrawingThreads(2)
  const all = await Promise.all(Array.from({ length: 7 }, () => threads.run(drawing())))
  expect(all.map((drawn) => drawn.length)).toEqual(Array(7).fill(2))
})

test('damaged readings fail their own drawing, and the thread goes on', async () => {
  threads = openDrawingThreads(1)
  const damaged = threads.run(drawing(packedHour().subarray(0, 20)))
  const sound = threads.run(drawing())
  await expect(damaged).rejects.toThrow(/RangeError|packed/)
  expect(await sound).toHaveLength(2)
})

test('what waits when the server closes fails', async () => {
  threads = openDrawingThreads(1)
  const waiting = [threads.run(drawing()), threads.run(drawing())].map((one) => expect(one).rejects.toThrow())
  await threads.close()
  await Promise.all(waiting)
})
