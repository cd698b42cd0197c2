import { describe, expect, test } from 'vitest'
import type { ModelPoint, ModelWrite } from './device-model'
import { fillWrite, isSame } from './fill-write'

const setpoint: ModelPoint = {
  name: 'Set point',
  unit: '°C',
  position: 1,
  numericFormat: 'i16',
  skipLeadingBytes: 4,
  skipTrailingBytes: 2,
  divisor: 10,
  multiplier: 1,
  kind: 'setpoint',
  source: '',
}
const write: ModelWrite = {
  commandCode: 'set',
  note: '',
  requestHex: '06 03 55 VV VV',
  expectedReplyHex: '0603 55 vv VV',
  includesUnitId: false,
  appendsCrc: true,
  replyHasCrc: true,
  effect: 'setpoint',
  pointName: 'Set point',
  setsTo: null,
  lowest: -50,
  highest: 50,
  usualLow: null,
  usualHigh: null,
  group: 'other',
  factoryValue: null,
  applyOrder: 0,
  isVolatile: false,
  mostPerDay: null,
  mostPerYear: null,
}
const both = (text: string) => ({ ok: true, value: { requestHex: text, expectedReplyHex: text } })

describe('a value in the texts of a write', () => {
  // -200 tenths are 0xFF38 in two's complement, as in the published frame of a Dixell at -20.0
  test.each([
    [-20, '06 03 55 FF 38'],
    [2, '06 03 55 00 14'],
    [-50, '06 03 55 FE 0C'],
    [0, '06 03 55 00 00'],
  ])('%d is %s', (value, text) => {
    expect(fillWrite(write, setpoint, value)).toEqual(both(text))
  })

  test.each([
    [null, 'missing'],
    [50.1, 'range'],
    [-50.1, 'range'],
    [Number.NaN, 'range'],
    [2.05, 'step'],
  ])('%d is refused: %s', (value, problem) => {
    expect(fillWrite(write, setpoint, value)).toEqual({ ok: false, problem })
  })

  test('has the order of bytes in which it is read', () => {
    // 16.0 as a float is 41 80 00 00, with the low word first 00 00 41 80
    const float = { ...setpoint, numericFormat: 'f32sw' as const, divisor: 1 }
    const long = { ...write, requestHex: '10 01 VV VV VV VV', expectedReplyHex: '10 01 VV VV VV VV' }
    expect(fillWrite(long, float, 16)).toEqual(both('10 01 00 00 41 80'))
  })

  test('is not accepted where the texts are complete', () => {
    const fixed = { ...write, requestHex: '06 03 F4 00 01', expectedReplyHex: '06 03 F4 00 01' }
    expect(fillWrite(fixed, null, null)).toEqual(both('06 03 F4 00 01'))
    expect(fillWrite(fixed, null, 1)).toEqual({ ok: false, problem: 'not_taken' })
  })
})

test('a float that was read back is the intended one within a millionth', () => {
  expect(isSame(Math.fround(230.2), 230.2)).toBe(true)
  expect(isSame(230.3, 230.2)).toBe(false)
  expect(isSame(null, 0)).toBe(false)
})
