import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { epochMs } from '../time/instant'
import { coverage, heldMinutes, markGaps, type Series, thin, type Window } from './series'

const NONE = Number.NaN
const at = (clock: string) => epochMs(Date.parse(`2026-11-20T${clock}:00Z`))
const period = (from: string, to: string) => ({ startAt: at(from), endAt: at(to) })
const series = (readings: Record<string, number>): Series => ({
  timesMs: Object.keys(readings).map(at),
  values: Object.values(readings),
})
const window = (from: string, to: string, excluded: Window['excluded'] = []): Window => {
  return { period: period(from, to), periodSeconds: 300, excluded }
}

describe('a reading covers the time until the next, at most two periods', () => {
  test('10:00, 10:05 and 10:30 at five-minute polls: 5, 10 and 10 minutes; 10:15 to 10:30 is unknown', () => {
    const readings = series({ '10:00': 1, '10:05': 2, '10:30': 3 })
    expect([...heldMinutes(readings, window('10:00', '11:00'))]).toEqual([5, 10, 10])
    expect(coverage(readings, window('10:00', '11:00'))).toBeCloseTo(25 / 60, 12)
    expect(coverage(readings, window('10:00', '10:15'))).toBe(1)
  })
  test('the last reading before the window reaches into it, and the window cuts off what exceeds it', () => {
    const readings = series({ '09:56': 1, '10:02': 2, '10:08': 3 })
    expect([...heldMinutes(readings, window('10:00', '10:10'))]).toEqual([2, 6, 2])
  })
  test('a reading without a value covers nothing and does not cut short the one before it', () => {
    const readings = series({ '10:00': 1, '10:05': NONE, '10:10': 2 })
    expect([...heldMinutes(readings, window('10:00', '10:15'))]).toEqual([10, 0, 5])
    expect(coverage(readings, window('10:00', '10:15'))).toBe(1)
  })
  test('excluded time counts neither as covered nor as to be covered', () => {
    const readings = series({ '10:00': 1, '10:05': 2, '10:10': 3 })
    const maintenance = [period('10:03', '10:07')]
    expect([...heldMinutes(readings, window('10:00', '10:20', maintenance))]).toEqual([3, 3, 10])
    expect(coverage(readings, window('10:00', '10:20', maintenance))).toBe(1)
  })
  test('one reading may reach across an excluded stretch', () => {
    const readings = series({ '10:00': 1 })
    expect([...heldMinutes(readings, window('10:00', '10:20', [period('10:02', '10:04')]))]).toEqual([8])
  })
})

test('without any time to cover there is no coverage, without readings it is zero', () => {
  const nothing = series({})
  expect(coverage(nothing, window('10:00', '11:00'))).toBe(0)
  expect(coverage(nothing, window('10:00', '11:00', [period('09:00', '12:00')]))).toBeNull()
})

test('known and unknown time together are the window', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 40 })
  fc.assert(
    fc.property(gaps, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (minutes, hasValue) => {
      const timesMs = minutes.map((_, index) => {
        const after = minutes.slice(0, index + 1).reduce((sum, length) => sum + length, 0)
        return at('09:00') + after * 60_000
      })
      const values = timesMs.map((_, index) => (hasValue[index] ? index : NONE))
      const covered = coverage({ timesMs, values }, window('10:00', '16:00'))!
      // Minute by minute: known when a reading with a value lies at most ten minutes back.
      let known = 0
      for (let minute = at('10:00'); minute < at('16:00'); minute = epochMs(minute + 60_000)) {
        const isKnown = timesMs.some(
          (time, index) => hasValue[index] && time <= minute && minute < time + 600_000,
        )
        if (isKnown) known++
      }
      expect(covered).toBeCloseTo(known / 360, 10)
    }),
  )
})

test('a line breaks where nothing is known, and does not where a single poll is missing', () => {
  const readings = series({ '10:00': 1, '10:05': NONE, '10:10': 2, '10:40': 3 })
  expect(markGaps(readings, 300)).toEqual(series({ '10:00': 1, '10:10': 2, '10:20': NONE, '10:40': 3 }))
})

test('readings at the end without a value end the line', () => {
  const readings = series({ '10:00': 1, '10:05': NONE, '10:10': NONE })
  expect(markGaps(readings, 300)).toEqual(series({ '10:00': 1, '10:10': NONE }))
})

describe('thinning for a drawing', () => {
  const whole = period('10:00', '12:00')

  test('each column keeps its lowest and highest reading in their order', () => {
    const minutes = Array.from({ length: 120 }, (_, minute) => minute)
    const wave = {
      timesMs: minutes.map((minute) => whole.startAt + minute * 60_000),
      values: minutes.map((minute) => (minute === 17 ? 99 : minute === 43 ? -99 : minute % 10)),
    }
    const thinned = thin(wave, whole, 2)
    expect(thinned).toEqual({
      timesMs: [17, 43, 60, 69].map((minute) => whole.startAt + minute * 60_000),
      values: [99, -99, 0, 9],
    })
  })

  test('a series that fits is not touched', () => {
    const few = series({ '10:00': 1, '11:00': 2 })
    expect(thin(few, whole, 1)).toBe(few)
  })

  test('the extremes of the whole, the gaps and the order survive, in at most four readings a column', () => {
    const values = fc.array(
      fc.oneof({ weight: 9, arbitrary: fc.integer() }, { weight: 1, arbitrary: fc.constant(NONE) }),
      {
        minLength: 1,
        maxLength: 300,
      },
    )
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 30 }), (readings, columns) => {
        const stepMs = (whole.endAt - whole.startAt) / readings.length
        const full = { timesMs: readings.map((_, index) => whole.startAt + index * stepMs), values: readings }
        const thinned = thin(full, whole, columns)
        const present = (list: ArrayLike<number>) => Array.from(list).filter((value) => !Number.isNaN(value))
        expect(thinned.timesMs.length).toBeLessThanOrEqual(4 * columns)
        expect(Array.from(thinned.timesMs)).toEqual(Array.from(thinned.timesMs).sort((a, b) => a - b))
        expect(Math.min(...present(thinned.values))).toBe(Math.min(...present(readings)))
        expect(Math.max(...present(thinned.values))).toBe(Math.max(...present(readings)))
        expect(present(thinned.values).length < thinned.values.length).toBe(readings.some(Number.isNaN))
      }),
    )
  })

  test('a gap that begins in one column and ends in the next still breaks the line', () => {
    const timesMs = [0, 10, 20, 30, 40, 59, 60, 70, 80, 90].map((minute) => whole.startAt + minute * 60_000)
    const full = { timesMs, values: [1, NONE, 2, 3, 4, NONE, 5, 6, 7, 8] }
    expect(thin(full, whole, 2).values).toEqual([1, NONE, 4, NONE, 5, 8])
  })
})
