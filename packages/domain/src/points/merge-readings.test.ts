import { expect, test } from 'vitest'
import { minutes } from '../time/instant'
import { mergeReadings } from './merge-readings'

const H = Date.parse('2026-11-21T10:00:00Z')
const at = (minute: number) => H + minutes(minute)
const readings = (rows: [minute: number, value: number, quality?: number][]) => ({
  timesMs: rows.map(([minute]) => at(minute)),
  values: rows.map(([, value]) => value),
  quality: Uint8Array.from(rows, ([, , code]) => code ?? 0),
})

test('of two readings at one instant the one with a value is kept, otherwise that of the earlier series', () => {
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
