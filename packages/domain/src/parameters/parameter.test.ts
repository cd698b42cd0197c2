import { expect, test } from 'vitest'
import type { ModelCommand, ModelPoint, ModelWrite } from '../polling/device-model'
import { parametersOf } from './parameter'

const node = (name: string, more: Partial<ModelPoint> = {}): ModelPoint => ({
  name,
  unit: '°C',
  position: 1,
  numericFormat: 'i16',
  skipLeadingBytes: 0,
  skipTrailingBytes: 0,
  divisor: 10,
  multiplier: 1,
  kind: 'setpoint',
  source: 'manual, page 4',
  ...more,
})
const read = (points: readonly ModelPoint[]): ModelCommand => ({
  commandCode: 'settings',
  note: '',
  requestHex: '03 00 63 00 01',
  responseLengthBytes: 7,
  includesUnitId: false,
  appendsCrc: true,
  decoderId: 1,
  points,
})
const write = (more: Partial<ModelWrite>): ModelWrite => ({
  commandCode: 'cut-out',
  note: 'Cut-out temperature',
  requestHex: '06 00 63 VV VV',
  expectedReplyHex: '06 00 63 VV VV',
  includesUnitId: false,
  appendsCrc: true,
  replyHasCrc: true,
  effect: 'setpoint',
  pointName: 'Cut-out (r00)',
  setsTo: null,
  lowest: -50,
  highest: 50,
  usualLow: null,
  usualHigh: null,
  group: 'regulation',
  factoryValue: 2,
  applyOrder: 20,
  isVolatile: false,
  mostPerDay: null,
  mostPerYear: null,
  ...more,
})

test('a write that takes a value, with the node that shows it', () => {
  const commands = [read([node('Air')]), read([node('Cut-out (r00)')])]
  expect(parametersOf({ commands, writes: [write({})] })).toEqual([
    {
      code: 'cut-out',
      isSetPoint: true,
      name: 'Cut-out (r00)',
      note: 'Cut-out temperature',
      unit: '°C',
      group: 'regulation',
      lowest: -50,
      highest: 50,
      // tenths
      step: 0.1,
      factoryValue: 2,
      applyOrder: 20,
      source: 'manual, page 4',
    },
  ])
})

test.each([
  ['in fives', { multiplier: 5, divisor: 1 }, 5],
  ['of the other sign', { multiplier: -1, divisor: 10 }, 0.1],
  ['in quarters of a ten', { multiplier: 10, divisor: 4 }, 2.5],
])('its least difference: %s', (_, scale, step) => {
  const [parameter] = parametersOf({
    commands: [read([node('T', scale)])],
    writes: [write({ pointName: 'T' })],
  })
  expect(parameter?.step).toBe(step)
})

test('in the order of their writes; what takes no value, has no node or no bounds is none', () => {
  const commands = [read([node('T1'), node('T2')])]
  const writes = [
    write({ commandCode: 'two', pointName: 'T2', applyOrder: 30 }),
    write({ commandCode: 'defrost', requestHex: '06 03 F4 00 01', lowest: null, highest: null }),
    write({ commandCode: 'lost', pointName: 'T3' }),
    write({ commandCode: 'open', pointName: 'T1', highest: null }),
    write({ commandCode: 'one', pointName: 'T1', applyOrder: 10 }),
  ]
  expect(parametersOf({ commands, writes }).map(({ code }) => code)).toEqual(['two', 'one'])
})
