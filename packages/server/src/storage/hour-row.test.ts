import type { PointId, StoreId } from '@coldkeep/domain/ids'
import { minutes } from '@coldkeep/domain/time/instant'
import { describe, expect, test } from 'vitest'
import { hourRow } from './hour-row'
import { mergeReadings } from './merge-readings'
import { unpackSeries } from './packed-series'

const H = Date.parse('2026-11-21T10:00:00Z')
const at = (minute: number) => H + minutes(minute)
const point = {
  storeId: 1 as StoreId,
  pointId: 5 as PointId,
  hourMs: H,
  periodSeconds: 300,
  width: 'single' as const,
}
const readings = (rows: [minute: number, value: number, quality?: number][]) => ({
  timesMs: rows.map(([minute]) => at(minute)),
  values: rows.map(([, value]) => value),
  quality: Uint8Array.from(rows, ([, , code]) => code ?? 0),
})

describe('figures of an hour', () => {
  test('each reading weighs as long as it stands, at most two poll periods', () => {
    // P = 5: 10:00 stands 5 minutes, 10:05 stands 10 (not 25), 10:30 stands 10 → (4·5 + 6·10 + 8·10) / 25 = 6.4
    const row = hourRow({
      ...point,
      readings: readings([
        [0, 4],
        [5, 6],
        [30, 8],
      ]),
      before: null,
    })
    expect(row).toMatchObject({ count: 3, average: 6.4, lowest: 4, highest: 8, first: 4, last: 8 })
    expect(row.coverage).toBeCloseTo(25 / 60, 10)
  })

  test('the last reading before the hour reaches into it but is not counted', () => {
    // 09:58 stands until 10:04 (4 minutes of the hour), 10:04 stands 10 → (2·4 + 9·10) / 14 = 7
    const row = hourRow({
      ...point,
      readings: readings([[4, 9]]),
      before: { atMs: at(-2), value: 2 },
    })
    expect(row).toMatchObject({ count: 1, average: 7, lowest: 9, first: 9 })
    expect(row.coverage).toBeCloseTo(14 / 60, 10)
  })

  test('only good readings enter the figures, all stay in the series', () => {
    const row = hourRow({
      ...point,
      readings: readings([
        [0, 4],
        [5, 50, 7],
        [10, Number.NaN, 1],
      ]),
      before: null,
    })
    expect(row).toMatchObject({ count: 1, average: 4, highest: 4 })
    expect(unpackSeries(row.series, H)).toMatchObject({
      values: [4, 50, Number.NaN],
      quality: Uint8Array.of(0, 7, 1),
    })
  })

  test('an hour without a good reading has no figures', () => {
    const row = hourRow({ ...point, readings: readings([[0, Number.NaN, 1]]), before: null })
    expect(row).toMatchObject({ count: 0, average: null, lowest: null, first: null, coverage: 0 })
  })

  test('of two readings at one instant that with a value stays, else the earlier series', () => {
    const merged = mergeReadings([
      readings([
        [0, 1],
        [5, Number.NaN, 1],
      ]),
      readings([
        [0, 2],
        [3, 7],
        [5, 3],
      ]),
    ])
    expect(merged.values).toEqual([1, 7, 3])
    expect(merged.timesMs).toEqual([at(0), at(3), at(5)])
    expect([...merged.quality]).toEqual([0, 0, 0])
  })
})
