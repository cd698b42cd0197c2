import { expect, test } from 'vitest'
import { epochMs } from '../time/instant'
import { quietUntil } from './quiet-hours'

const night = { fromMinute: 22 * 60, untilMinute: 7 * 60, zone: 'Asia/Taipei' }
const at = (text: string) => epochMs(Date.parse(text))

test.each([
  ['before them', '2026-11-20T21:59:59+08:00', null],
  ['at their start', '2026-11-20T22:00:00+08:00', '2026-11-21T07:00:00+08:00'],
  ['after midnight', '2026-11-21T03:12:45+08:00', '2026-11-21T07:00:00+08:00'],
  ['at their end', '2026-11-21T07:00:00+08:00', null],
])('quiet hours across midnight: %s', (_, now, end) => {
  expect(quietUntil(night, at(now))).toBe(end === null ? null : at(end))
})

test('quiet hours end by local time in the night when the clocks change', () => {
  // in Berlin 3:00 becomes 2:00 on 25 October 2026
  const berlin = { ...night, zone: 'Europe/Berlin' }
  expect(quietUntil(berlin, at('2026-10-24T23:00:00+02:00'))).toBe(at('2026-10-25T07:00:00+01:00'))
})

test('without quiet hours, or with an empty span, everything passes', () => {
  expect(quietUntil(null, at('2026-11-20T23:00:00+08:00'))).toBeNull()
  const empty = { ...night, untilMinute: night.fromMinute }
  expect(quietUntil(empty, at('2026-11-20T23:00:00+08:00'))).toBeNull()
})
