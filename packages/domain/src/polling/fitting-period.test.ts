import { expect, test } from 'vitest'
import { fittingPeriodSeconds, NEW_PERIOD_SECONDS } from './fitting-period'
import { type SerialLine, worstCollectionMs } from './timing'

const line: SerialLine = { baud: 9600, parity: 'none', data: 8, stop: 1 }
const step = { requestBytes: 8, timeoutMs: 500, retries: 2, intervalMs: 100 }
const commands = (count: number) => Array.from({ length: count }, () => step)

test.each([
  // A command whose device is silent: three times 8 characters of 10 bits and 500 ms, two rests of 600 ms: 2.725 s; with
  // 600 ms between commands 16 take 52.6 s and 17 take 55.925 s, more than 54 although less than 60.
  [16, 52_600, 60],
  [17, 55_925, 120],
  // Nine tenths of 120 s are 108 s.
  [32, 105_800, 120],
  [33, 109_125, 300],
  // Nine tenths of 300 s are 270 s, of 360 s 324 s.
  [81, 268_725, 300],
  [82, 272_050, 360],
])('%d commands at 9600 baud take %d ms at most and fit into %d s', (count, worstMs, seconds) => {
  expect(worstCollectionMs(commands(count), line)).toBeCloseTo(worstMs, 6)
  expect(fittingPeriodSeconds(worstMs)).toBe(seconds)
})

test('exactly nine tenths fit, a millisecond more does not', () => {
  expect([54_000, 54_001].map(fittingPeriodSeconds)).toEqual([60, 120])
})

test('a parity bit makes characters of eleven bits, and one command less fits', () => {
  // 8 · 11 bits at 9600 baud are 9.1667 ms: 3 · 509.1667 + 1200 = 2727.5 ms
  const even: SerialLine = { ...line, parity: 'even' }
  expect(worstCollectionMs(commands(16), even)).toBeCloseTo(16 * 2727.5 + 15 * 600, 6)
})

test('devices that need no rest are limited by the silence of 3.5 characters', () => {
  // Of one attempt each, with no interval and no rest: 508.3333 ms and 3.6458 ms between them; 105 take 53.754 s.
  const quick = { ...step, retries: 0, intervalMs: 0 }
  const ms = (count: number) =>
    worstCollectionMs(
      Array.from({ length: count }, () => quick),
      line,
      0,
    )
  expect(ms(105)).toBeCloseTo(105 * 508.3333 + 104 * 3.6458, 1)
  expect([fittingPeriodSeconds(ms(105)), fittingPeriodSeconds(ms(106))]).toEqual([60, 120])
})

test('a script without commands is new, and polls each minute', () => {
  expect(fittingPeriodSeconds(worstCollectionMs([], line))).toBe(NEW_PERIOD_SECONDS)
})
