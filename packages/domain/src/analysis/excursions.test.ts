import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Series, Window } from '../points/series'
import { epochMs } from '../time/instant'
import { lengthMinutes } from '../time/period'
import { excursionStretches, joinExcursions, minutesOf, unknownPeriods } from './excursions'
import { measureTemperature } from './temperature-figures'
import { zoneLimits } from './zone-limits'

const NONE = Number.NaN
const chilled = zoneLimits('C7', 'TW')
const at = (clock: string) => epochMs(Date.parse(`2026-11-20T${clock}:00+08:00`))
const window = (from: string, to: string, excluded: Window['excluded'] = []): Window => ({
  period: { startAt: at(from), endAt: at(to) },
  periodSeconds: 300,
  excluded,
})
/** Readings every five minutes from a time on. */
const from = (clock: string, values: readonly number[]): Series => ({
  timesMs: values.map((_, index) => at(clock) + index * 300_000),
  values,
})
const spellsOf = (product: Series, of: Window, limits = chilled) =>
  joinExcursions(excursionStretches(product, limits, of))

describe('excursions', () => {
  test('25 minutes from 10:05 to 10:30 with 20.0 K·min and a peak of 8.6 °C', () => {
    const product = from('10:00', [6.5, 7.4, 8, 8.6, 7.9, 7.1, 6.8])
    expect(spellsOf(product, window('10:00', '10:35'))).toEqual([
      {
        startAt: at('10:05'),
        endAt: at('10:30'),
        minutes: 25,
        degreeMinutes: 20,
        extremeC: 8.6,
        limitC: 7,
      },
    ])
  })
  test('five minutes apart are one that lasts as long as they do, ten minutes apart are two', () => {
    const product = from('10:00', [8, 6, 8, 6, 6, 8, 6])
    const spells = spellsOf(product, window('10:00', '10:35'))
    expect(spells.map(({ startAt, endAt, minutes }) => [startAt, endAt, minutes])).toEqual([
      [at('10:00'), at('10:15'), 10],
      [at('10:25'), at('10:30'), 5],
    ])
  })
  test('below the low limit the lowest is the peak; at the limit nothing is beyond', () => {
    const [spell] = spellsOf(from('10:00', [0, -0.5, -1.5, 0]), window('10:00', '10:20'))
    // 5 · (0.5 + 1.5)
    expect(spell).toMatchObject({ minutes: 10, degreeMinutes: 10, extremeC: -1.5, limitC: 0 })
  })
  test('a spell over midnight is one when the stretches of both days are joined', () => {
    const product = from('23:50', [8, 8, 8, 8])
    const midnight = at('23:50') + 600_000
    const [before, after] = [
      window('23:50', '23:50'),
      {
        ...window('23:50', '23:50'),
        period: { startAt: epochMs(midnight), endAt: epochMs(midnight + 600_000) },
      },
    ]
    const days = [{ ...before, period: { startAt: at('23:50'), endAt: epochMs(midnight) } }, after]
    const spells = joinExcursions(days.flatMap((day) => excursionStretches(product, chilled, day)))
    expect(spells).toHaveLength(1)
    expect(spells[0]).toMatchObject({ startAt: at('23:50'), endAt: midnight + 600_000, minutes: 20 })
  })
})

describe('what is unknown', () => {
  test('readings at 10:00, 10:05 and 10:30, five minutes apart by rule: 10:15 to 10:30 and from 10:40 on', () => {
    const product: Series = { timesMs: [at('10:00'), at('10:05'), at('10:30')], values: [4, 4, 4] }
    expect(unknownPeriods(product, window('10:00', '11:00'))).toEqual([
      { startAt: at('10:15'), endAt: at('10:30') },
      { startAt: at('10:40'), endAt: at('11:00') },
    ])
  })
  test('a reading without a value is unknown, and excluded time is not expected', () => {
    const product = from('10:00', [4, NONE, NONE, NONE, 4])
    const excluded = [{ startAt: at('10:12'), endAt: at('10:14') }]
    expect(unknownPeriods(product, window('10:00', '10:25', excluded))).toEqual([
      { startAt: at('10:10'), endAt: at('10:12') },
      { startAt: at('10:14'), endAt: at('10:20') },
    ])
  })
  test('without readings, all of it', () => {
    expect(unknownPeriods({ timesMs: [], values: [] }, window('10:00', '11:00'))).toEqual([
      window('10:00', '11:00').period,
    ])
  })
})

test('spells and gaps add up to the figures of the day, whatever the readings', () => {
  const values = fc.array(fc.oneof(fc.double({ min: -3, max: 12, noNaN: true }), fc.constant(NONE)), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(values, (readings) => {
      const product = from('10:00', readings)
      const day = window('10:00', '14:00')
      const sums = measureTemperature(product, chilled, day)
      const spells = spellsOf(product, day)
      const sum = (of: 'minutes' | 'degreeMinutes') => spells.reduce((total, spell) => total + spell[of], 0)
      expect(sum('minutes')).toBeCloseTo(sums.excursionMinutes, 6)
      expect(sum('degreeMinutes')).toBeCloseTo(sums.degreeMinutes, 6)
      expect(Math.max(0, ...spells.map(({ minutes }) => minutes))).toBeCloseTo(
        sums.longestExcursionMinutes,
        6,
      )
      expect(minutesOf(unknownPeriods(product, day))).toBeCloseTo(
        lengthMinutes(day.period) - sums.coveredMinutes,
        6,
      )
    }),
  )
})
