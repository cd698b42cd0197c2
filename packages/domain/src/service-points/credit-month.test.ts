import { expect, test } from 'vitest'
import { epochMs } from '../time/instant'
import { localDate } from '../time/local-date'
import { creditMonth, expiryAfter, lastDayOf } from './credit-month'

const at = (text: string) => epochMs(Date.parse(text))

test('a month begins at midnight of UTC+08:00', () => {
  expect(creditMonth(at('2026-10-31T15:59:59.999Z'))).toBe('2026-10-01')
  expect(creditMonth(at('2026-10-31T16:00:00Z'))).toBe('2026-11-01')
})

test('points are good through their last day', () => {
  expect(expiryAfter(localDate('2026-12-31'))).toBe(at('2026-12-31T16:00:00Z'))
  expect(lastDayOf(at('2026-12-31T16:00:00Z'))).toBe('2026-12-31')
})
