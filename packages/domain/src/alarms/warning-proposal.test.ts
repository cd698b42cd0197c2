import { describe, expect, test } from 'vitest'
import { DEFAULT_WARNING_RULES, type WarningKind } from './early-warning-rules'
import { type DecidedWarning, proposePoints } from './warning-proposal'
import { reachOf, type WarningCourse } from './warning-reach'

const rules = DEFAULT_WARNING_RULES
const usual = { score: 88, intensity: 4 }
const repeated = (score: number, times: number) => Array.from({ length: times }, () => score)

describe('how strict a rule could have been and still warned', () => {
  const low = (scores: WarningCourse['scores'], raisedIndex: number) =>
    reachOf('threshold', rules.threshold, { scores, raisedIndex, usual })

  test('a low score: the level below which it stayed for the hour of the rule, seven points', () => {
    // raised after seven points of 68; later seven of 61 with one of 63 among them
    expect(low([...repeated(68, 7), 61, 61, 63, 61, 61, 61, 61, 75], 6)).toBe(63)
    // a dip of half an hour is no hour
    expect(low([...repeated(68, 7), 50, 50, 50, 68], 6)).toBe(68)
    // what was before the warning does not count, nor a window with a gap of two points
    expect(low([...repeated(40, 7), ...repeated(66, 7)], 13)).toBe(66)
    expect(low([68, 68, null, null, 68, 68, 68], 6)).toBeNull()
  })

  test('a fall: its depth at two points in a row beyond the intensity', () => {
    const scores = [...repeated(88, 144), ...repeated(70, 12), ...repeated(85, 12)]
    // hourly medians come down to 70 and stay: 88 − 70 = 18, less 4
    expect(reachOf('falling', rules.falling, { scores, raisedIndex: 149, usual })).toBe(14)
    const own = { ...rules.falling, intensity: 6 }
    expect(reachOf('falling', own, { scores, raisedIndex: 149, usual })).toBe(12)
  })

  test('swings: the third longest leg beyond the intensity', () => {
    const scores = [90, 74, 92, 72, 90].flatMap((score) => repeated(score, 12))
    // legs of 16, 18, 20 and 18: the third longest is 18
    expect(reachOf('oscillation', rules.oscillation, { scores, raisedIndex: 40, usual })).toBe(14)
  })
})

describe('proposed points', () => {
  const warnings = (cameTrue: boolean, ...reaches: number[]): DecidedWarning[] =>
    reaches.map((reach) => ({ cameTrue, reach }))

  test('a low score: 4 of 6 false ones would not have come with 64 instead of 70, none of 5 right ones lost', () => {
    const decided = [...warnings(true, 40, 51.5, 55, 60, 61.4), ...warnings(false, 69, 68, 66, 64.2, 61, 45)]
    // 62 is the strictest that keeps 61.4; 64 still leaves out 64.2
    expect(proposePoints('threshold', 70, decided)).toEqual({
      advice: 'change',
      cameTrue: 5,
      false: 6,
      x: 64,
      spared: 4,
    })
  })

  test.each(['falling', 'oscillation'] as const)(
    '%s: 3 of 5 false ones spared with 13 instead of 10',
    (kind: WarningKind) => {
      const decided = [...warnings(true, 15.9, 20, 22, 30, 31), ...warnings(false, 10, 11.5, 12.7, 16, 40)]
      expect(proposePoints(kind, 10, decided)).toEqual({
        advice: 'change',
        cameTrue: 5,
        false: 5,
        x: 13,
        spared: 3,
      })
    },
  )

  test('keep, where the false ones reach as far as the right ones', () => {
    const decided = [...warnings(true, 69.5, 60, 50, 40, 30), ...warnings(false, 60, 50, 40, 30, 20)]
    expect(proposePoints('threshold', 70, decided)).toMatchObject({ advice: 'keep', x: null, spared: 0 })
  })

  test('too few: nine that come with the present rule, or none that came true', () => {
    const nine = [...warnings(true, 60, 60, 60, 60), ...warnings(false, 69, 69, 69, 69, 69)]
    expect(proposePoints('threshold', 70, nine).advice).toBe('too_few')
    // the tenth came under an older rule and would not come now
    expect(proposePoints('threshold', 70, [...nine, ...warnings(false, 74)]).advice).toBe('too_few')
    expect(proposePoints('threshold', 70, [...nine, ...warnings(false, 69)])).toMatchObject({
      x: 69,
      spared: 6,
    })
    expect(proposePoints('threshold', 70, warnings(false, ...repeated(65, 12))).advice).toBe('too_few')
  })
})
