import { describe, expect, test } from 'vitest'
import type { ModelCommand, ModelPoint, ModelWrite } from '../polling/device-model'
import type { WriteEffect } from '../polling/poll-command'
import { effectOf, judgedWrite } from './judge-effect'

const node = (name: string, register: number, more: Partial<ModelPoint> = {}): ModelPoint => ({
  name,
  unit: '',
  position: register + 1,
  numericFormat: 'i16',
  skipLeadingBytes: 2 * register,
  skipTrailingBytes: 0,
  divisor: 10,
  multiplier: 1,
  kind: 'other',
  source: '',
  ...more,
})
/** Registers 0x0063 to 0x0065. */
const settings: ModelCommand = {
  commandCode: 'settings',
  note: '',
  requestHex: '03 00 63 00 03',
  responseLengthBytes: 11,
  includesUnitId: false,
  appendsCrc: true,
  decoderId: 1,
  points: [
    node('Cut-out', 0, { unit: '°C', kind: 'setpoint' }),
    node('Light', 1),
    node('Differential', 2, { unit: 'K' }),
  ],
}
const write = (requestHex: string, effect: WriteEffect, more: Partial<ModelWrite> = {}): ModelWrite => ({
  commandCode: 'w',
  note: '',
  requestHex,
  expectedReplyHex: requestHex,
  includesUnitId: false,
  appendsCrc: true,
  replyHasCrc: true,
  effect,
  pointName: '',
  setsTo: null,
  lowest: null,
  highest: null,
  usualLow: null,
  usualHigh: null,
  group: 'other',
  factoryValue: null,
  applyOrder: 0,
  isVolatile: false,
  mostPerDay: null,
  mostPerYear: null,
  ...more,
})
const tables = { commands: [settings] }

describe('what a write does', () => {
  test.each([
    ['a light that is one', write('06 00 64 00 01', 'light', { pointName: 'Light' }), 'light'],
    ['a defrost in a register that nothing reads', write('06 03 F4 00 01', 'defrost'), 'defrost'],
    ['a set point that calls itself light', write('06 00 63 00 4D', 'light'), 'setpoint'],
    [
      'the same in a request that has the unit id',
      write('09 06 00 63 00 4D', 'light', { includesUnitId: true }),
      'setpoint',
    ],
    ['a differential that calls itself reset', write('06 00 65 00 05', 'reset'), 'setpoint'],
    ['a node in °C that shows it', write('06 12 34 00 05', 'defrost', { pointName: 'Cut-out' }), 'setpoint'],
    ['a value that calls itself light', write('06 00 64 VV VV', 'light', { pointName: 'Light' }), 'other'],
    ['two registers that call themselves light', write('10 00 66 00 02 04 00 01 00 01', 'light'), 'other'],
    ['an unknown function', write('16 00 64 00 F2 00 25', 'light'), 'other'],
    ['what is too short to be a request', write('06 00', 'reset'), 'other'],
    ['what its row calls other, although it is a set point', write('06 00 63 00 4D', 'other'), 'other'],
    ['a coil of the same number as a set point', write('05 00 63 FF 00', 'light'), 'light'],
  ] as const)('is judged by the bytes that are sent: %s', (_, row, effect) => {
    expect(effectOf(row, tables, [])).toBe(effect)
  })

  test('is judged by the same registers where a reply includes what precedes its values', () => {
    const behindHead = settings.points.map((point) => ({
      ...point,
      skipLeadingBytes: 3 + point.skipLeadingBytes,
    }))
    for (const decoderId of [3, 4] as const) {
      const commands = [{ ...settings, decoderId, points: behindHead }]
      expect(effectOf(write('06 00 63 00 4D', 'light'), { commands }, [])).toBe('setpoint')
      expect(effectOf(write('06 00 64 00 01', 'light'), { commands }, [])).toBe('light')
    }
  })

  test('is what a reviewed model says about the same register, where that is more severe', () => {
    const reviewed = [write('06 00 63 VV VV', 'setpoint'), write('06 03 F4 00 01', 'defrost')]
    const alone = { commands: [] }
    expect(effectOf(write('06 00 63 00 4D', 'light'), alone, reviewed)).toBe('setpoint')
    expect(effectOf(write('06 03 F4 00 01', 'reset'), alone, reviewed)).toBe('defrost')
    expect(effectOf(write('10 00 62 00 02 04 00 00 00 4D', 'defrost'), alone, reviewed)).toBe('other')
    expect(effectOf(write('06 00 64 00 01', 'light'), alone, reviewed)).toBe('light')
  })
})

describe('a write is judged', () => {
  const light = write('05 00 01 ff 00', 'light', { usualLow: 0, usualHigh: 1 })

  test('by its effect and its own range, where someone besides its author has reviewed it', () => {
    expect(judgedWrite(light, { commands: [] }, { hasReviewedWrites: true, reviewed: [] })).toEqual(light)
  })

  test('as anything, with nothing usual, where only its author has', () => {
    const known = { hasReviewedWrites: false, reviewed: [light] }
    expect(judgedWrite(light, { commands: [] }, known)).toEqual({
      ...light,
      effect: 'other',
      usualLow: null,
      usualHigh: null,
    })
  })

  test('as severely as a reviewed one that writes to the same place', () => {
    const reviewed = [write('05 00 01 ff 00', 'other')]
    const judged = judgedWrite(light, { commands: [] }, { hasReviewedWrites: true, reviewed })
    expect(judged.effect).toBe('other')
  })
})
