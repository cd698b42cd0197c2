import { describe, expect, test } from 'vitest'
import { percentOf } from '../units'
import {
  countVerdicts,
  type ProtectionVerdict,
  protectedDayRate,
  protectedShare,
  verdictOf,
  worstVerdict,
} from './protection-verdict'
import { NO_TEMPERATURE, type TemperatureSums } from './temperature-figures'
import { zoneLimits } from './zone-limits'

const chilled = zoneLimits('C7', 'TW')
/** Sums of a day of which this share is known, at a steady temperature except where given. */
const day = (sums: Partial<TemperatureSums>, coverage = 0.98, steadyC = 4): TemperatureSums => ({
  ...NO_TEMPERATURE,
  coveredMinutes: 1440 * coverage,
  expectedMinutes: 1440,
  celsiusMinutes: 1440 * coverage * steadyC,
  spoilage: 1440 * coverage * Math.exp(-83.144 / 0.0083144 / (steadyC + 273.15)),
  lowestC: steadyC,
  highestC: steadyC,
  ...sums,
})

describe('the verdict on a day of chilled food in Taiwan', () => {
  const spell = (minutes: number, overK: number) => ({
    excursionMinutes: minutes,
    longestExcursionMinutes: minutes,
    degreeMinutes: minutes * overK,
  })
  test('25 minutes with 20 degree-minutes, at most 8.6 °C: watch', () => {
    const figures = { ...spell(25, 0.8), degreeMinutes: 20, highestC: 8.6 }
    expect(verdictOf(day(figures), chilled)).toBe('watch')
  })
  test('15 minutes at 10.6 °C, beyond the hard limit of 10: breach; in Japan, where it is 13, not', () => {
    const figures = { ...spell(15, 3.6), longestBeyondHardMinutes: 15 }
    expect(verdictOf(day(figures), chilled)).toBe('breach')
    expect(verdictOf(day({ ...spell(15, 3.6) }), zoneLimits('C7', 'JP'))).toBe('watch')
  })
  test('70 minutes at 7.4 °C in one spell, longer than the grace of 60: breach with only 28 degree-minutes', () => {
    expect(verdictOf(day(spell(70, 0.4)), chilled)).toBe('breach')
  })
  test('the grace and the degree-minutes may be used up, ten minutes beyond the hard limit may not be reached', () => {
    expect(verdictOf(day(spell(60, 3)), chilled)).toBe('watch')
    expect(verdictOf(day({ ...spell(60, 3), degreeMinutes: 180.1 }), chilled)).toBe('breach')
    expect(verdictOf(day({ ...spell(9, 4), longestBeyondHardMinutes: 9 }), chilled)).toBe('watch')
    expect(verdictOf(day({ ...spell(10, 4), longestBeyondHardMinutes: 10 }), chilled)).toBe('breach')
  })
  test('without excursions protected, whatever happened in the unknown hours', () => {
    expect(verdictOf(day({}, 0.9), chilled)).toBe('protected')
  })
  test('less than nine tenths known is no verdict, not even on what is known', () => {
    expect(verdictOf(day(spell(600, 5), 0.899), chilled)).toBe('no_data')
    expect(verdictOf({ ...NO_TEMPERATURE, expectedMinutes: 1440 }, chilled)).toBe('no_data')
    expect(verdictOf(NO_TEMPERATURE, chilled)).toBe('no_data')
  })
  test('a mean kinetic temperature above the limit means watch, except for frozen food', () => {
    expect(verdictOf(day({}, 1, 7.1), chilled)).toBe('watch')
    expect(verdictOf(day({}, 1, 6.9), chilled)).toBe('protected')
    expect(verdictOf(day({}, 1, -17), zoneLimits('FZ', 'TW'))).toBe('protected')
    expect(verdictOf(day({}, 1, 66), zoneLimits('HOT', 'TW'))).toBe('protected')
  })
})

test('over several days the worst counts, and no data only where there is nothing else', () => {
  const worstOf = (...verdicts: ProtectionVerdict[]) => worstVerdict(countVerdicts(verdicts))
  expect(worstOf('protected', 'watch', 'no_data')).toBe('watch')
  expect(worstOf('protected', 'breach', 'watch')).toBe('breach')
  expect(worstOf('no_data', 'protected')).toBe('protected')
  expect(worstOf('no_data')).toBe('no_data')
  expect(worstOf()).toBe('no_data')
})

describe('shares leave out what has no verdict', () => {
  const counts = (all: Partial<Record<ProtectionVerdict, number>>) =>
    countVerdicts(
      Object.entries(all).flatMap(([verdict, count]) =>
        Array.from({ length: count }, () => verdict as ProtectionVerdict),
      ),
    )
  test('21 device-days, one without data and two breaches: 18 of 20 days protected, 90.0 %', () => {
    const week = counts({ no_data: 1, breach: 2, watch: 3, protected: 15 })
    expect(percentOf(protectedDayRate(week))).toBe(90)
    // 15 of 20 without any excursion
    expect(percentOf(protectedShare(week))).toBe(75)
  })
  test('where nothing has a verdict, there is no share', () => {
    expect(protectedDayRate(counts({ no_data: 3 }))).toBeNull()
    expect(protectedShare(counts({}))).toBeNull()
  })
})
