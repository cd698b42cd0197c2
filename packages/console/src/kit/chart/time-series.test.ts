import { describe, expect, test } from 'vitest'
import { gapsOf, onSpans, panWindow, sharedGaps, zoomWindow } from './time-series'

const period = 5

describe('time series of a line chart', () => {
  test('empty values make a gap from the last to the next reading', () => {
    const series = { times: [0, 5, 10, 30, 35], values: [1, 2, null, 3, 4] }
    expect(gapsOf(series, { from: 0, to: 40 }, period)).toEqual([{ from: 5, to: 30 }])
  })

  test('a late start and an early end are gaps', () => {
    const series = { times: [20, 25], values: [1, 2] }
    expect(gapsOf(series, { from: 0, to: 60 }, period)).toEqual([
      { from: 0, to: 20 },
      { from: 25, to: 60 },
    ])
  })

  test('a series without a reading is one gap', () => {
    expect(gapsOf({ times: [], values: [] }, { from: 0, to: 60 }, period)).toEqual([{ from: 0, to: 60 }])
  })

  test('only what no series has is hatched', () => {
    const lists = [
      [
        { from: 0, to: 10 },
        { from: 20, to: 30 },
      ],
      [{ from: 5, to: 25 }],
    ]
    expect(sharedGaps(lists)).toEqual([
      { from: 5, to: 10 },
      { from: 20, to: 25 },
    ])
    expect(sharedGaps([])).toEqual([])
  })

  test('a state is on from its reading to the next, at most two periods', () => {
    const series = { times: [0, 5, 10, 15, 40], values: [1, 1, 0, 1, 1] }
    expect(onSpans(series, period)).toEqual([
      { from: 0, to: 10 },
      { from: 15, to: 25 },
      { from: 40, to: 45 },
    ])
  })

  test('zooming out and moving stop at the limits', () => {
    const limits = { from: 0, to: 100 }
    expect(zoomWindow({ from: 40, to: 60 }, 0.5, limits)).toEqual({ from: 45, to: 55 })
    expect(zoomWindow({ from: 10, to: 60 }, 4, limits)).toEqual(limits)
    expect(panWindow({ from: 40, to: 60 }, 0.5, limits)).toEqual({ from: 50, to: 70 })
    expect(panWindow({ from: 85, to: 95 }, 1, limits)).toEqual({ from: 90, to: 100 })
  })
})
