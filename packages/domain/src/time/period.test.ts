import fc from 'fast-check'
import { expect, test } from 'vitest'
import { epochMs } from './instant'
import {
  contains,
  intersection,
  lengthMs,
  mergePeriods,
  nextPeriod,
  overlaps,
  type Period,
  previousPeriod,
  withoutPeriods,
} from './period'

const period = (start: number, end: number): Period => ({ startAt: epochMs(start), endAt: epochMs(end) })
const periods = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 }))
    .map(([a, n]) => period(a, a + n)),
  { maxLength: 8 },
)

test('the start belongs to a period, the end to the next one', () => {
  expect(contains(period(10, 20), epochMs(10))).toBe(true)
  expect(contains(period(10, 20), epochMs(20))).toBe(false)
  expect(overlaps(period(10, 20), period(20, 30))).toBe(false)
  expect(intersection(period(10, 20), period(20, 30))).toBeNull()
  expect(intersection(period(10, 20), period(5, 12))).toEqual(period(10, 12))
})

test('the periods before and after have the same length and touch', () => {
  expect(previousPeriod(period(10, 17))).toEqual(period(3, 10))
  expect(nextPeriod(period(10, 17))).toEqual(period(17, 24))
})

test('stretches that touch or overlap become one', () => {
  expect(mergePeriods([period(5, 9), period(1, 3), period(3, 4), period(6, 7), period(8, 8)])).toEqual([
    period(1, 4),
    period(5, 9),
  ])
})

test('holes split a period into parts', () => {
  expect(withoutPeriods(period(0, 10), [period(2, 4), period(3, 5), period(9, 12)])).toEqual([
    period(0, 2),
    period(5, 9),
  ])
  expect(withoutPeriods(period(0, 10), [period(-1, 10)])).toEqual([])
})

test('every instant is either in a part or in a hole', () => {
  fc.assert(
    fc.property(periods, (holes) => {
      const whole = period(10, 50)
      const parts = withoutPeriods(whole, holes)
      for (let ms = 10; ms < 50; ms++) {
        const isInHole = holes.some((hole) => contains(hole, epochMs(ms)))
        expect(parts.some((part) => contains(part, epochMs(ms)))).toBe(!isInHole)
      }
      expect(parts.every((part) => lengthMs(part) > 0)).toBe(true)
    }),
  )
})
