import { expect, test } from 'vitest'
import { retryAfterMs } from './retry'

test('a failed message is retried five times, at growing intervals, spread by a fifth', () => {
  const waits = (random: number) => [1, 2, 3, 4, 5, 6].map((tries) => retryAfterMs(tries, random))
  expect(waits(0.5)).toEqual([30_000, 120_000, 600_000, 3_600_000, 21_600_000, null])
  expect(waits(0)).toEqual([24_000, 96_000, 480_000, 2_880_000, 17_280_000, null])
  expect(waits(1)).toEqual([36_000, 144_000, 720_000, 4_320_000, 25_920_000, null])
})
