import { describe, expect, test } from 'vitest'
import type { Series, Window } from '../points/series'
import { epochMs } from '../time/instant'
import { countRuns } from './state-runs'

const NONE = Number.NaN
const at = (clock: string) => epochMs(Date.parse(`2026-11-20T${clock}:00Z`))
const series = (readings: Record<string, number>): Series => ({
  timesMs: Object.keys(readings).map(at),
  values: Object.values(readings),
})
const window = (from: string, to: string, ...excluded: [string, string][]): Window => ({
  period: { startAt: at(from), endAt: at(to) },
  periodSeconds: 300,
  excluded: excluded.map(([startAt, endAt]) => ({ startAt: at(startAt), endAt: at(endAt) })),
})

test('a start is off at one reading and on at the next', () => {
  const state = series({ '10:00': 0, '10:05': 1, '10:10': 1, '10:15': 0, '10:20': 1, '10:25': 0 })
  expect(countRuns(state, window('10:00', '11:00'))).toEqual({ starts: 2, onMinutes: 15, longestMinutes: 10 })
})

describe('at the edge of the window', () => {
  const state = series({ '09:50': 0, '09:55': 1, '10:00': 1, '10:05': 1, '10:10': 0 })
  test('a run belongs to the window it starts in, its minutes to the one they lie in', () => {
    expect(countRuns(state, window('09:00', '10:00'))).toEqual({ starts: 1, onMinutes: 5, longestMinutes: 5 })
    expect(countRuns(state, window('10:00', '11:00'))).toEqual({
      starts: 0,
      onMinutes: 10,
      longestMinutes: 10,
    })
  })
  test('a start at the edge belongs to the window that begins there', () => {
    expect(countRuns(state, window('09:00', '09:55')).starts).toBe(0)
    expect(countRuns(state, window('09:55', '10:30')).starts).toBe(1)
  })
  test('what was on before the first reading did not start', () => {
    expect(countRuns(series({ '10:00': 1, '10:05': 1 }), window('10:00', '11:00')).starts).toBe(0)
  })
})

describe('where the state is not known', () => {
  test('a start after a gap counts, and one across a gap does not', () => {
    const [off, on] = [series({ '10:00': 0, '10:30': 1 }), series({ '10:00': 1, '10:30': 1 })]
    expect(countRuns(off, window('10:00', '11:00'))).toEqual({ starts: 1, onMinutes: 10, longestMinutes: 10 })
    expect(countRuns(on, window('10:00', '11:00'))).toEqual({ starts: 0, onMinutes: 20, longestMinutes: 10 })
  })
  test('a single missing poll changes nothing', () => {
    const state = series({ '10:00': 0, '10:05': 1, '10:10': NONE, '10:15': 1, '10:20': 0 })
    expect(countRuns(state, window('10:00', '11:00'))).toEqual({
      starts: 1,
      onMinutes: 15,
      longestMinutes: 15,
    })
  })
  test('nothing is on', () => {
    const nothing = { starts: 0, onMinutes: 0, longestMinutes: 0 }
    expect(countRuns(series({}), window('10:00', '11:00'))).toEqual(nothing)
    expect(countRuns(series({ '10:00': NONE }), window('10:00', '11:00'))).toEqual(nothing)
  })
})

test('excluded time holds neither minutes nor starts', () => {
  const state = series({ '10:00': 0, '10:05': 1, '10:15': 1, '10:25': 0, '10:30': 1, '10:35': 0 })
  expect(countRuns(state, window('10:00', '11:00', ['10:10', '10:20'], ['10:28', '10:32']))).toEqual({
    starts: 1,
    onMinutes: 13,
    longestMinutes: 5,
  })
})
