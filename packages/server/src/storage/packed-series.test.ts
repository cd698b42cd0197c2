import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readableSingle } from './exact-decimal'
import { packSeries, unpackSeries } from './packed-series'

const START = 1_795_215_600_000
const regular = (count: number, periodMs: number) =>
  Array.from({ length: count }, (_, i) => START + i * periodMs)

const oneDecimal = fc.integer({ min: -600, max: 900 }).map((whole) => Math.fround(whole / 10))
const anySingle = fc.float({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0))
const anyDouble = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0))
const gap = fc.constant(Number.NaN)

function readingsOf(value: fc.Arbitrary<number>) {
  return fc.array(
    fc.record({
      stepMs: fc.oneof(fc.constant(60_000), fc.integer({ min: 0, max: 900_000 })),
      value: fc.oneof({ weight: 9, arbitrary: value }, gap),
      quality: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 7 })),
    }),
    { maxLength: 200 },
  )
}

function series(readings: { stepMs: number; value: number; quality: number }[]) {
  let at = START
  return {
    timesMs: readings.map((reading) => {
      at += reading.stepMs
      return at
    }),
    values: readings.map((reading) => reading.value),
    quality: Uint8Array.from(readings, (reading) => reading.quality),
  }
}

describe('packed series', () => {
  test('values of 32 bits come back to the bit, with their times and qualities', () => {
    fc.assert(
      fc.property(readingsOf(fc.oneof(oneDecimal, anySingle)), (readings) => {
        const packed = series(readings)
        const back = unpackSeries(packSeries(packed, START, 'single'), START)
        expect(back.timesMs).toEqual(packed.timesMs)
        expect(back.quality).toEqual(packed.quality)
        expect(back.values.map(Math.fround)).toEqual(packed.values)
      }),
    )
  })

  test('counters of 64 bits come back to the bit', () => {
    const meter = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((whole) => whole / 1_000_000)
    fc.assert(
      fc.property(readingsOf(fc.oneof(meter, anyDouble)), (readings) => {
        const packed = series(readings)
        const back = unpackSeries(packSeries(packed, START, 'double'), START)
        expect(back.values).toEqual(packed.values)
        expect(back.width).toBe('double')
      }),
    )
  })

  test('a decimal is read as it was sent, not as its nearest 32-bit fraction', () => {
    const packed = packSeries(
      { timesMs: [START], values: [Math.fround(-21.4)], quality: null },
      START,
      'single',
    )
    expect(unpackSeries(packed, START).values).toEqual([-21.4])
    expect(readableSingle(Math.fround(-21.4))).toBe(-21.4)
    expect(readableSingle(Math.fround(Math.PI))).toBe(Math.fround(Math.PI))
  })

  test('an hour of minutes with one decimal fits in 70 bytes', () => {
    const timesMs = regular(60, 60_000)
    const values = timesMs.map((_, i) => Math.fround(Math.round(-210 + 15 * Math.sin(i / 4)) / 10))
    // 2 head + 1 count + 2 + 5 times + 1 decimals + 60 differences, the first of two bytes
    expect(packSeries({ timesMs, values, quality: null }, START, 'single').length).toBeLessThanOrEqual(72)
  })

  test('no readings pack and unpack to none', () => {
    const packed = packSeries({ timesMs: [], values: [], quality: null }, START, 'single')
    expect(unpackSeries(packed, START)).toEqual({ timesMs: [], values: [], quality: null, width: 'single' })
  })

  test('an unknown version is refused rather than misread', () => {
    expect(() => unpackSeries(Uint8Array.of(9, 0, 0), START)).toThrow('version 9')
  })
})
