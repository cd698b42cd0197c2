import {
  type NumberFormat,
  numberFormats,
  numberSizeBytes,
  type ValueFormat,
} from '@coldkeep/modbus/register-value'
import { checkReply } from '@coldkeep/modbus/rtu-frame'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import golden from '../../../../device-models/frames/golden.json'
import { buildRequest } from '../polling/build-request'
import { parseHex } from '../polling/parse-hex'
import type { DecoderId, PointLayout } from '../polling/poll-command'
import { strictnessOf } from '../polling/reply-payload'
import { decodePoint, decodeReply, encodePoint, qualityOfFailure } from './decode-point'
import { qualityGroup } from './reading'

const hex = (text: string) => parseHex(text)!
const layout = (numericFormat: ValueFormat, skipLeadingBytes = 0, skipTrailingBytes = 0): PointLayout => {
  return { numericFormat, skipLeadingBytes, skipTrailingBytes, divisor: 1, multiplier: 1 }
}

describe('worked exchanges', () => {
  test.each(golden.reads)('$name: request, reply and values', (read) => {
    const built = buildRequest(read, read.unitId)
    expect(built).toEqual({ ok: true, value: hex(read.request) })
    const decoderId = read.decoderId as DecoderId
    const outcome = checkReply(
      hex(read.request),
      hex(read.reply),
      read.responseLengthBytes,
      strictnessOf(decoderId),
    )
    const values = decodeReply(decoderId, read.points as PointLayout[], outcome)
    values.forEach((decoded, index) => {
      const point = read.points[index]!
      expect(qualityGroup(decoded.quality)).toBe(point.quality)
      if (point.value === null) expect(decoded.value).toBeNull()
      // Published floats are printed short: 230.2 V is 0x43663334, 230.20001 as a double.
      else expect(Math.abs(decoded.value! - point.value)).toBeLessThanOrEqual(1e-6 * Math.abs(point.value))
    })
  })

  test.each(golden.errors)('$name: every point is without a value, and says why', (broken) => {
    const outcome = checkReply(hex(broken.request), hex(broken.reply), broken.responseLengthBytes)
    const point = { ...layout('i16'), ...broken.point } as PointLayout
    const [decoded] = decodeReply(1, [point], outcome)
    expect(decoded).toEqual({
      value: null,
      text: null,
      quality: { timeout: 1, exception: 3, format: 4 }[broken.error] ?? 2,
      reason: broken.error,
    })
  })

  test('the 64-bit counter is exact', () => {
    const read = golden.reads.find((one) => one.name === 'schneider-iem3000-energy')!
    expect(decodePoint(hex('00 00 00 00 07 5B CD 15'), read.points[0] as PointLayout).value).toBe(123456.789)
  })
})

describe('fault markers', () => {
  test.each<[string, ValueFormat]>([
    ['80 00', 'i16'],
    ['7F FF', 'i16'],
    ['00 80', 'i16le'],
    ['7F C0 00 00', 'f32'],
    ['7F 80 00 00', 'f32'],
    ['00 00 FF 80', 'f32sw'],
    ['7F F8 00 00 00 00 00 00', 'f64'],
  ])('%s as %s is a broken sensor, not a value', (bytes, format) => {
    expect(decodePoint(hex(bytes), layout(format))).toEqual({
      value: null,
      text: null,
      quality: 4,
      reason: 'fault_marker',
    })
  })
  test.each<[string, ValueFormat, number]>([
    ['80 00', 'u16', 32768],
    ['7F FF', 'u16', 32767],
    ['80 01', 'i16', -32767],
    ['80 00 00 00', 'i32', -(2 ** 31)],
  ])('%s as %s is the number %d', (bytes, format, value) => {
    expect(decodePoint(hex(bytes), layout(format)).value).toBe(value)
  })
})

test('a slice that does not fit fails its own point only', () => {
  const outcome = { kind: 'reply', bytes: hex('05 03 04 00 22 00 2F 00 00') } as const
  const points = [layout('i16', 0, 2), layout('i16', 1, 2), layout('i16', 2, 0), layout('i16', 5, 4)]
  const values = decodeReply(1, points, outcome)
  expect(values.map((decoded) => decoded.value)).toEqual([34, null, 47, null])
  expect(values.map((decoded) => decoded.reason)).toEqual([null, 'format', null, 'format'])
})

test('bits and texts are not scaled', () => {
  const scaled = { divisor: 10, multiplier: 3 }
  expect(decodePoint(hex('00 08'), { ...layout('bit3'), ...scaled }).value).toBe(1)
  expect(decodePoint(hex('41 4B'), { ...layout('ascii'), ...scaled })).toEqual({
    value: null,
    text: 'AK',
    quality: 0,
    reason: null,
  })
})

test('each decoder cuts the payload out of the reply in its own way', () => {
  const outcome = { kind: 'reply', bytes: hex('05 03 02 00 22 C9 9D') } as const
  const shown = ([1, 2, 3, 4] as const).map(
    (decoderId) => decodeReply(decoderId, [layout('hex')], outcome)[0]?.text,
  )
  expect(shown).toEqual(['0022', '0022', '0503020022C99D', '0503020022'])
})

test('a failed request has the code under which it travels', () => {
  const reasons = ['timeout', 'length', 'crc', 'address', 'function', 'count', 'exception', 'format'] as const
  expect(reasons.map(qualityOfFailure)).toEqual([1, 2, 2, 2, 2, 2, 3, 4])
})

describe('putting a value into registers', () => {
  test('what was put in is read back, and nothing else has changed', () => {
    const payloads = fc.uint8Array({ minLength: 12, maxLength: 12 })
    const formats = fc.constantFrom(...numberFormats.filter((format) => !format.startsWith('f')))
    fc.assert(
      fc.property(payloads, formats, fc.integer({ min: 0, max: 99 }), (payload, format, steps) => {
        const size = numberSizeBytes(format)
        const point: PointLayout = { ...layout(format, 3, 9 - size), divisor: 10 }
        const written = encodePoint(payload, point, steps / 10)!
        expect(decodePoint(written, point).value).toBe(steps / 10)
        expect(written.subarray(0, 3)).toEqual(payload.subarray(0, 3))
        expect(written.subarray(3 + size)).toEqual(payload.subarray(3 + size))
      }),
    )
  })
  test('floats keep their value to the width of the format', () => {
    const written = encodePoint(new Uint8Array(4), { ...layout('f32'), divisor: 1000 }, 12.345)!
    expect(decodePoint(written, { ...layout('f32'), divisor: 1000 }).value).toBe(12.345)
  })
  test('a bit leaves the other bits of its register alone', () => {
    expect(encodePoint(hex('A5 F0'), layout('bit3'), 1)).toEqual(hex('A5 F8'))
    expect(encodePoint(hex('A5 F8'), layout('bit15'), 0)).toEqual(hex('25 F8'))
    expect(encodePoint(hex('AC DB 35'), layout('bit5', 2, 0), 0)).toEqual(hex('AC DB 15'))
  })
  test('a broken sensor is written as its fault marker', () => {
    const point = { ...layout('i16'), divisor: 10 }
    expect(encodePoint(new Uint8Array(2), point, null)).toEqual(hex('80 00'))
    expect(decodePoint(encodePoint(new Uint8Array(4), layout('f32le'), null)!, layout('f32le')).reason).toBe(
      'fault_marker',
    )
    expect(encodePoint(new Uint8Array(2), layout('u16'), null)).toBeNull()
  })
  test('the nearest step is used, and a value out of range is refused', () => {
    const tenths = { ...layout('i16'), divisor: 10 }
    expect(encodePoint(new Uint8Array(2), tenths, -19.46)).toEqual(hex('FF 3D'))
    expect(encodePoint(new Uint8Array(2), tenths, 4000)).toBeNull()
    expect(encodePoint(new Uint8Array(3), tenths, 1)).toBeNull()
    expect(encodePoint(new Uint8Array(2), layout('hex'), 1)).toBeNull()
  })
})

test('decoding an encoded value gives it back for every format and any scale', () => {
  const formats = fc.constantFrom<NumberFormat>('u16', 'i16', 'u32', 'i32sw', 'u32le', 'i64', 'bcd32')
  const powers = fc.constantFrom(1, 10, 100, 1000)
  fc.assert(
    fc.property(formats, fc.nat(32_766), powers, powers, (format, raw, divisor, multiplier) => {
      const point = { ...layout(format), divisor, multiplier }
      const value = decodePoint(
        encodePoint(new Uint8Array(numberSizeBytes(format)), layout(format), raw)!,
        point,
      ).value!
      const again = encodePoint(new Uint8Array(numberSizeBytes(format)), point, value)!
      expect(decodePoint(again, point).value).toBe(value)
    }),
  )
})
