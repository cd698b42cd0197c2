import { expect, test } from 'vitest'
import { DEFAULT_WARNING_RULES } from './early-warning-rules'
import { judgedMinutes, limitScore } from './judged-window'

test('a low score is judged over its minutes; falls and swings are judged over their window', () => {
  const { threshold, falling, oscillation } = DEFAULT_WARNING_RULES
  expect(judgedMinutes('threshold', { ...threshold, minutes: 90 })).toBe(90)
  expect(judgedMinutes('falling', { ...falling, windowHours: 12 })).toBe(720)
  expect(judgedMinutes('oscillation', oscillation)).toBe(1440)
})

test('the line of a low score is its threshold', () => {
  expect(limitScore('threshold', { value: 65, limitValue: 70 }, [])).toBe(70)
})

test('the line of a fall lies below its peak by what is allowed', () => {
  // The last hour is at 73, 15 below its peak of 88, of which 14 are allowed: 88 - 14.
  const lastHour = [75, 74, null, 73, 72, 71]
  expect(limitScore('falling', { value: 15, limitValue: 14 }, [90, ...lastHour])).toBe(74)
})

test('a fall has no line where the last hour is not known, and swings never have one', () => {
  expect(limitScore('falling', { value: 15, limitValue: 14 }, [null, null, null, 73, 72, 71])).toBeNull()
  expect(limitScore('oscillation', { value: 3, limitValue: 12 }, [70, 70, 70, 70, 70, 70])).toBeNull()
})
