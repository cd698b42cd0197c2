import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { epochMs } from '../time/instant'
import { amountAt, amountIn, counterEnd, lastAtOrBefore, unrollCounter } from './counter'

const minute = (n: number) => n * 60_000
/** A reading a minute. */
const counted = (...values: number[]) => ({ timesMs: values.map((_, n) => minute(n)), values })
const amounts = (values: number[], endsAt: number | null) => [
  ...unrollCounter(counted(...values), endsAt).amounts,
]
const total = (readings: readonly (readonly [number, number])[]) =>
  unrollCounter({ timesMs: readings.map(([at]) => at), values: readings.map(([, value]) => value) }, null)

describe('the end of a counter', () => {
  test.each([
    ['u16', 1, 1, 65_536],
    ['u16le', 1, 10, 6553.6],
    ['u32', 1, 1000, 4_294_967.296],
    ['u32sw', 10, 1, 42_949_672_960],
    ['i32', 1, 1, 2_147_483_648],
    ['i64', 1, 1000, 2 ** 63 / 1000],
    ['u64', 1, 1, 2 ** 64],
    ['bcd16', 1, 1, 10_000],
    ['bcd32', 1, 100, 1_000_000],
  ] as const)('%s × %d ÷ %d is %d', (numericFormat, multiplier, divisor, end) => {
    expect(counterEnd({ numericFormat, multiplier, divisor })).toBeCloseTo(end, 3)
  })
  test.each(['f32', 'f32sw', 'f64', 'bit3', 'hex'] as const)('%s has none', (numericFormat) => {
    expect(counterEnd({ numericFormat, multiplier: 1, divisor: 1 })).toBeNull()
  })
})

describe('a counter that falls', () => {
  test('has turned when it was within a tenth of its end: 16 bits', () => {
    expect(amounts([65_530, 65_535, 4], 65_536)).toEqual([0, 5, 10])
  })
  test('has turned: 32 bits in watt hours', () => {
    const [, step] = amounts([4_294_967.2, 0.104], 4_294_967.296)
    expect(step).toBeCloseTo(0.2, 9)
  })
  test('has turned: eight decimal digits of hundredths', () => {
    const [, step] = amounts([999_999.5, 1.25], 1_000_000)
    expect(step).toBeCloseTo(1.75, 9)
  })
  test('has wrapped to negative when it is signed', () => {
    expect(amounts([2_147_483_647, -2_147_483_646], 2_147_483_648)).toEqual([0, 3])
  })
  test('has wrapped to zero when it is signed but its meter does not use the sign', () => {
    expect(amounts([2_147_483_647, 2], 2_147_483_648)).toEqual([0, 3])
  })
  test('has turned from exactly nine tenths, and was reset from just below', () => {
    expect(amounts([9000, 100], 10_000)).toEqual([0, 1100])
    expect(amounts([8999, 100], 10_000)).toEqual([0, 100])
  })
  test('was reset when it was far from its end: the new reading counts from zero', () => {
    expect(amounts([30_000, 30_010, 3, 8], 65_536)).toEqual([0, 10, 13, 18])
  })
  test('was reset when it is a float, however large it was', () => {
    expect(amounts([999_999.9, 2.5], null)).toEqual([0, 2.5])
  })
  test('to below zero has used nothing that is known', () => {
    expect(amounts([100, -20, -5], null)).toEqual([0, 0, 15])
  })
})

test('readings without a value are passed over, also the first', () => {
  const { timesMs, amounts: used } = unrollCounter(counted(Number.NaN, 5, Number.NaN, 7), null)
  expect([...timesMs]).toEqual([minute(1), minute(3)])
  expect([...used]).toEqual([0, 2])
})

test('1000.0 at 10:14:30 and 1002.0 at 10:15:30 make 1001.0 at 10:15:00', () => {
  const at = (clock: string) => Date.parse(`2026-11-20T${clock}+08:00`)
  const readings = total([
    [at('10:14:30'), 1000],
    [at('10:15:30'), 1002],
  ])
  expect(amountAt(readings, at('10:15:00'))).toBe(1)
})

describe('between readings', () => {
  const readings = total([
    [minute(0), 10],
    [minute(2), 12],
    [minute(12), 32],
  ])
  test('the straight line applies, over a long gap too unless limited', () => {
    expect(amountAt(readings, minute(1))).toBe(1)
    expect(amountAt(readings, minute(7))).toBe(12)
    expect(amountAt(readings, minute(7), minute(10))).toBe(12)
    expect(amountAt(readings, minute(7), minute(10) - 1)).toBeNull()
  })
  test('a reading at that exact instant needs no other', () => {
    expect(amountAt(readings, minute(12), 0)).toBe(22)
    expect(amountAt(readings, minute(0), 0)).toBe(0)
  })
  test('nothing is known outside them', () => {
    expect(amountAt(readings, -1)).toBeNull()
    expect(amountAt(readings, minute(12) + 1)).toBeNull()
    expect(amountAt(total([]), 0)).toBeNull()
  })
  test('a period has what was used between its borders, or nothing known', () => {
    expect(amountIn(readings, { startAt: epochMs(minute(1)), endAt: epochMs(minute(7)) })).toBe(11)
    expect(amountIn(readings, { startAt: epochMs(minute(1)), endAt: epochMs(minute(13)) })).toBeNull()
    expect(amountIn(readings, { startAt: epochMs(-1), endAt: epochMs(minute(7)) })).toBeNull()
  })
  test('the last reading at or before an instant is found', () => {
    expect([-1, 0, minute(1), minute(2), minute(99)].map((at) => lastAtOrBefore(readings, at))).toEqual([
      -1, 0, 0, 1, 2,
    ])
  })
})

test('a counter read at its own pace gives what was really used, over any number of turns', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 6000 }), { maxLength: 60 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 65_535 }), steps, (start, used) => {
      let real = start
      const raw = [start]
      for (const step of used) {
        real += step
        raw.push(real % 65_536)
      }
      const last = unrollCounter(counted(...raw), 65_536).amounts.at(-1)
      expect(last).toBe(real - start)
    }),
  )
})
