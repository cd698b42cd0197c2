import type { PointId } from '@coldkeep/domain/ids'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PointReadings, packDevice, unpackDevice } from './device-block'
import type { Width } from './exact-decimal'

const H = 1_795_215_600_000

const oneDecimal = fc.integer({ min: -600, max: 900 }).map((whole) => Math.fround(whole / 10))
const anySingle = fc.float({ noNaN: true, noDefaultInfinity: true })
const meter = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((whole) => whole / 1_000_000)
const anyDouble = fc.double({ noNaN: true, noDefaultInfinity: true })
const gap = fc.constant(Number.NaN)

const times = fc
  .array(fc.oneof(fc.constant(60_000), fc.integer({ min: 1, max: 900_000 })), { maxLength: 90 })
  .map((steps) => {
    let at = H
    return steps.map((step) => {
      at += step
      return at - step
    })
  })

function pointOf(width: Width, timesMs: readonly number[], value: fc.Arbitrary<number>) {
  const count = { minLength: timesMs.length, maxLength: timesMs.length }
  return fc.record({
    pointId: fc.integer({ min: 1, max: 2 ** 52 }).map((id) => id as PointId),
    width: fc.constant(width),
    timesMs: fc.constant(timesMs),
    values: fc.array(fc.oneof({ weight: 9, arbitrary: value }, gap), count),
    quality: fc.option(fc.uint8Array({ max: 7, ...count })),
  })
}

/** Points that share their times, and one with its own. */
const devices: fc.Arbitrary<PointReadings[]> = fc
  .tuple(times, times)
  .chain(([shared, own]) =>
    fc.tuple(
      fc.array(pointOf('single', shared, oneDecimal), { maxLength: 4 }),
      fc.array(pointOf('single', shared, anySingle), { maxLength: 2 }),
      fc.array(pointOf('double', shared, fc.oneof(meter, anyDouble)), { maxLength: 2 }),
      fc.array(pointOf('single', own, oneDecimal), { maxLength: 1 }),
    ),
  )
  .map((groups) => {
    const byId = new Map(groups.flat().map((point) => [point.pointId, point]))
    return [...byId.values()].sort((a, b) => a.pointId - b.pointId)
  })

/** As it is stored: 32 bits, and no codes where all are good. */
function stored({ width, values, quality, ...point }: PointReadings) {
  const kept = width === 'single' ? values.map(Math.fround) : values
  const codes = quality?.some((code) => code !== 0) ? [...quality] : null
  return { ...point, width, values: kept, quality: codes }
}

describe('the packed hour of a device', () => {
  test('every reading comes back to the bit, with its time and quality', () => {
    fc.assert(
      fc.property(devices, (points) => {
        expect(unpackDevice(packDevice(points, H), H).map(stored)).toEqual(points.map(stored))
      }),
    )
  })

  test('packing what was unpacked gives the same bytes', () => {
    fc.assert(
      fc.property(devices, (points) => {
        const packed = packDevice(points, H)
        expect(packDevice(unpackDevice(packed, H).toReversed(), H)).toEqual(packed)
      }),
    )
  })

  test('a point that is asked for comes alone', () => {
    fc.assert(
      fc.property(devices, fc.nat(), (points, number) => {
        const pointId = points[number % Math.max(1, points.length)]?.pointId
        const found = unpackDevice(packDevice(points, H), H, (id) => id === pointId)
        expect(found.map(stored)).toEqual(points.filter((point) => point.pointId === pointId).map(stored))
      }),
    )
  })

  test('a decimal is read as it was sent, not as its nearest 32-bit fraction', () => {
    const point = { pointId: 1 as PointId, width: 'single', timesMs: [H], quality: null } as const
    const [read] = unpackDevice(packDevice([{ ...point, values: [Math.fround(-21.4)] }], H), H)
    expect(read?.values).toEqual([-21.4])
  })

  test('times that points share are kept once', () => {
    const timesMs = Array.from({ length: 60 }, (_, minute) => H + minute * 60_000 + ((minute * 7919) % 977))
    const point = (pointId: number) => ({
      pointId: pointId as PointId,
      width: 'single' as const,
      timesMs,
      values: timesMs.map(() => 4),
      quality: null,
    })
    const one = packDevice([point(1)], H).length
    // id, times, length, head, form, 4 in one byte, 60 times
    expect(packDevice([point(1), point(2), point(3)], H).length).toBe(one + 2 * 7)
  })

  test('a device without readings packs and unpacks to none', () => {
    expect(unpackDevice(packDevice([], H), H)).toEqual([])
  })

  test('hours from before, each point in its own series, are read', () => {
    const hex = [
      // point 7, 26 bytes: -21.4, -21.3, none, -21.5 with the qualities good, good, timeout, good
      '0000000000000007' + '0000001a' + '010b040001e0d4030300020101000100020101000101ab030203',
      // point 9, 18 bytes: a counter with hundredths
      '0000000000000009' + '00000012' + '010c040001e0d4030302d48180c00c0c020e',
    ]
    const block = Buffer.from(`01${hex.join('')}`, 'hex')
    const timesMs = [H, H + 60_000, H + 120_000, H + 180_000]
    const counter = [16_777_217.06, 16_777_217.12, 16_777_217.13, 16_777_217.2]
    const air = [-21.4, -21.3, Number.NaN, -21.5]
    const codes = Uint8Array.of(0, 0, 1, 0)
    expect(unpackDevice(block, H)).toEqual([
      { pointId: 7, width: 'single', timesMs, values: air, quality: codes },
      { pointId: 9, width: 'double', timesMs, values: counter, quality: null },
    ])
    expect(unpackDevice(block, H, (id) => id === 9)).toHaveLength(1)
  })

  test('an unknown version and a block that is cut short are refused rather than misread', () => {
    expect(() => unpackDevice(Uint8Array.of(9, 0, 0), H)).toThrow('version 9')
    const point = {
      pointId: 1 as PointId,
      width: 'single',
      timesMs: [H],
      values: [3.5],
      quality: null,
    } as const
    const packed = packDevice([point], H)
    for (let length = 1; length < packed.length; length++) {
      expect(() => unpackDevice(packed.subarray(0, length), H)).toThrow(RangeError)
    }
  })
})
