import { describe, expect, test } from 'vitest'
import type { ModelCommand, ModelPoint, ModelTables, ModelWrite } from '../polling/device-model'
import { changedWrites } from './changes-writes'

const node: ModelPoint = {
  name: 'Cut-out',
  unit: '°C',
  position: 1,
  numericFormat: 'i16',
  skipLeadingBytes: 0,
  skipTrailingBytes: 0,
  divisor: 10,
  multiplier: 1,
  kind: 'setpoint',
  source: 'manual 1.2',
}
const settings: ModelCommand = {
  commandCode: 'settings',
  note: '',
  requestHex: '03 00 63 00 01',
  responseLengthBytes: 7,
  includesUnitId: false,
  appendsCrc: true,
  decoderId: 1,
  points: [node],
}
const cutOut: ModelWrite = {
  commandCode: 'cut-out',
  note: '',
  requestHex: '06 00 63 VV VV',
  expectedReplyHex: '06 00 63 VV VV',
  includesUnitId: false,
  appendsCrc: true,
  replyHasCrc: true,
  effect: 'setpoint',
  pointName: 'Cut-out',
  setsTo: null,
  lowest: -50,
  highest: 50,
  usualLow: -25,
  usualHigh: -19,
  group: 'other',
  factoryValue: null,
  applyOrder: 0,
  isVolatile: false,
  mostPerDay: null,
  mostPerYear: null,
}
const light: ModelWrite = {
  ...cutOut,
  commandCode: 'light-on',
  requestHex: '05 00 01 FF 00',
  expectedReplyHex: '05 00 01 FF 00',
  effect: 'light',
  pointName: '',
  lowest: null,
  highest: null,
  usualLow: null,
  usualHigh: null,
}
const before: ModelTables = { commands: [settings], writes: [cutOut, light] }
const withWrite = (change: Partial<ModelWrite>): ModelTables => ({
  ...before,
  writes: [{ ...cutOut, ...change }, light],
})
const withNode = (change: Partial<ModelPoint>): ModelTables => ({
  ...before,
  commands: [{ ...settings, points: [{ ...node, ...change }] }],
})
const withRead = (change: Partial<ModelCommand>): ModelTables => ({
  ...before,
  commands: [{ ...settings, ...change }],
})
const fieldsOf = (after: ModelTables) =>
  changedWrites(before, after, []).map(({ code, what, fields }) => [
    code,
    what,
    fields.map(({ field }) => field),
  ])

describe('a version changes what writes do', () => {
  test.each<[string, ModelTables, string[]]>([
    ['the bytes', withWrite({ requestHex: '06 00 64 VV VV' }), ['requestHex']],
    ['the proof', withWrite({ expectedReplyHex: '06 XX XX VV VV' }), ['expectedReplyHex']],
    ['the effect', withWrite({ effect: 'defrost' }), ['effect', 'judgedEffect']],
    ['a graver effect', withWrite({ effect: 'other' }), ['effect', 'judgedEffect']],
    ['the lower bound', withWrite({ lowest: -60 }), ['lowest']],
    ['the upper bound', withWrite({ highest: 60 }), ['highest']],
    ['what is usual', withWrite({ usualHigh: 5 }), ['usualHigh']],
    ['that nothing is usual', withWrite({ usualLow: null, usualHigh: null }), ['usualLow', 'usualHigh']],
    ['the check', withWrite({ appendsCrc: false }), ['appendsCrc']],
    ['when it goes out', withWrite({ applyOrder: 10 }), ['applyOrder']],
    ['what memory it is kept in', withWrite({ isVolatile: true }), ['isVolatile']],
    ['how often it may', withWrite({ mostPerDay: 50, mostPerYear: 100 }), ['mostPerDay', 'mostPerYear']],
    ['the size of the value', withNode({ divisor: 1 }), ['node.divisor']],
    ['its factor', withNode({ multiplier: 2 }), ['node.multiplier']],
    ['its format', withNode({ numericFormat: 'u16' }), ['node.numericFormat']],
    ['its place', withNode({ skipLeadingBytes: 2 }), ['node.skipLeadingBytes']],
    ['its unit', withNode({ unit: '' }), ['node.unit']],
    ['the register it is read from', withRead({ requestHex: '03 00 64 00 01' }), ['read.requestHex']],
    ['how a reply is cut', withRead({ decoderId: 4 }), ['read.decoderId']],
  ])('by %s', (_, after, fields) => {
    expect(fieldsOf(after)).toEqual([['cut-out', 'changed', fields]])
  })

  test('by the node that shows it, with all its fields', () => {
    const [change] = changedWrites(before, withWrite({ pointName: '' }), [])
    expect(change?.fields).toContainEqual({ field: 'pointName', before: 'Cut-out', after: '' })
    expect(change?.fields).toContainEqual({ field: 'node.divisor', before: '10', after: '' })
  })

  test('by a new row, renamed ones included, with everything in it', () => {
    const renamed = withWrite({ commandCode: 'target' })
    expect(fieldsOf(renamed)).toMatchObject([['target', 'added', expect.arrayContaining(['requestHex'])]])
    expect(changedWrites({ commands: [], writes: [] }, before, []).map(({ code }) => code)).toEqual([
      'cut-out',
      'light-on',
    ])
  })

  test('by another node that is gone, where the write was judged by it', () => {
    // register 0x70 is read as a set point, and written by a row that calls itself light and names no node
    const read = { ...settings, commandCode: 'more', requestHex: '03 00 70 00 01' }
    const shown = { ...read, points: [{ ...node, name: 'Differential', unit: 'K' as const }] }
    const writes = [{ ...light, commandCode: 'w', requestHex: '06 00 70 00 05' }]
    const changes = changedWrites({ commands: [shown], writes }, { commands: [], writes }, [])
    expect(changes).toEqual([
      {
        code: 'w',
        what: 'changed',
        fields: [{ field: 'judgedEffect', before: 'setpoint', after: 'light' }],
      },
    ])
  })
})

describe('a version does not change writes', () => {
  test.each<[string, ModelTables]>([
    ['nothing', before],
    ['notes', withWrite({ note: 'Cut-out of the case' })],
    ['what it is about, and its factory value', withWrite({ group: 'regulation', factoryValue: 2 })],
    ['notes of the command', withRead({ note: 'Parameters' })],
    ['the source and the place in the list of a node', withNode({ source: 'manual 1.3', position: 4 })],
    ['a write that is gone', { ...before, writes: [cutOut] }],
    ['the order of rows', { ...before, writes: [light, cutOut] }],
    [
      'a node that no write has',
      {
        ...before,
        commands: [{ ...settings, points: [node, { ...node, name: 'Air', kind: 'other', unit: '' }] }],
      },
    ],
  ])('by %s', (_, after) => {
    expect(fieldsOf(after)).toEqual([])
  })
})
