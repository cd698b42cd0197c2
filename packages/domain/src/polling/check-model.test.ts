import { expect, test } from 'vitest'
import { checkModel } from './check-model'
import { checkWriteRow } from './check-write-row'
import { compareModels } from './compare-models'
import type { ModelCommand, ModelPoint, ModelTables, ModelWrite } from './device-model'

const air: ModelPoint = {
  name: 'Air',
  unit: '°C',
  position: 1,
  numericFormat: 'i16',
  skipLeadingBytes: 0,
  skipTrailingBytes: 0,
  divisor: 10,
  multiplier: 1,
  kind: 'air_temperature',
  source: 'p. 9',
}
/** One register. */
const probe: ModelCommand = {
  commandCode: 'probe',
  note: '',
  requestHex: '03 09 E3 00 01',
  responseLengthBytes: 7,
  includesUnitId: false,
  appendsCrc: true,
  decoderId: 1,
  points: [air],
}
const set: ModelWrite = {
  commandCode: 'set',
  note: '',
  requestHex: '06 00 63 00 14',
  expectedReplyHex: '06 00 63 00 14',
  includesUnitId: false,
  appendsCrc: true,
  replyHasCrc: true,
  effect: 'other',
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
}
/** Two bytes of a value, which the node shows. */
const setAir: ModelWrite = {
  ...set,
  requestHex: '06 09 E3 VV VV',
  expectedReplyHex: '06 09 E3 VV VV',
  effect: 'setpoint',
  pointName: 'Air',
  lowest: -50,
  highest: 50,
}
/** 123 registers, the most that fit: 252 bytes, and one for the unit, and two for the CRC. */
const LONGEST = `10 00 63 00 7B F6 ${'00'.repeat(246)}`
const model = (commands: readonly ModelCommand[], writes: readonly ModelWrite[] = []): ModelTables => ({
  commands,
  writes,
})
const problems = (tables: ModelTables) =>
  checkModel(tables).map(({ command, point, problem, isError }) => [command, point, problem, isError])

test('a complete model has no errors', () => {
  expect(problems(model([probe], [set]))).toEqual([])
})

test('a model without requests, and names that occur in two commands', () => {
  expect(problems(model([]))).toEqual([[null, null, 'nothing_to_ask', true]])
  const again = { ...probe, commandCode: 'again' }
  expect(problems(model([probe, again]))).toEqual([['again', 'Air', 'point_twice', true]])
})

test('errors in a command, a node or a write are reported with its name', () => {
  const longer = { ...probe, responseLengthBytes: 9 }
  expect(problems(model([longer], [{ ...set, requestHex: '06 0' }]))).toEqual([
    // by the standard one register takes 7 bytes; it may be meant
    ['probe', null, 'response_length', false],
    ['probe', 'Air', 'slice_size', true],
    ['set', null, 'request_malformed', true],
  ])
})

test.each([
  [{ requestHex: '' }, ['request_malformed']],
  [{ expectedReplyHex: '06 0X' }, ['reply_malformed']],
  [{ expectedReplyHex: '06 XX' }, []],
  // 253 bytes, unit id and CRC make 256
  [{ requestHex: LONGEST }, []],
  [{ requestHex: `${LONGEST} 00` }, ['not_a_write']],
  [{ requestHex: `${LONGEST} 00 00` }, ['request_too_long']],
  // published exchange of an AK-CC55 with unit id and CRC: cut-out 2.0
  [{ requestHex: '05 06 00 63 00 14 78 5F', includesUnitId: true, appendsCrc: false }, []],
  [{ requestHex: '05 06 00 63 00 15 78 5F', includesUnitId: true, appendsCrc: false }, ['request_crc']],
  [{ appendsCrc: false }, ['request_crc']],
  [{ requestHex: '03 00 63 00 01' }, ['not_a_write']],
  [{ requestHex: '06 00 63 00 14 06' }, ['not_a_write']],
  [{ requestHex: '08 00 01 00 00' }, ['not_a_write']],
  [{ expectedReplyHex: 'XX'.repeat(254) }, ['reply_too_long']],
  // the address of a write is not for whoever gives the value to choose
  [{ requestHex: '06 VV VV 00 14', pointName: 'Air', lowest: 0, highest: 1 }, ['value_place']],
  [{ requestHex: '06 VV V' }, ['request_malformed', 'point_needed', 'bounds']],
  [{ setsTo: 1 }, ['point_needed']],
  [{ lowest: 0, highest: 1 }, ['bounds']],
])('a write with %j', (over, found) => {
  expect(checkWriteRow({ ...set, ...over })).toEqual(found)
})

test.each([
  [{}, []],
  [{ expectedReplyHex: '06 00 63 XX XX' }, []],
  [{ expectedReplyHex: '06 00 63 VV' }, ['reply_value']],
  [{ pointName: '' }, ['point_needed']],
  [{ lowest: null }, ['bounds']],
  [{ lowest: 51 }, ['bounds']],
  [{ setsTo: 1 }, ['bounds']],
  [{ usualLow: -25, usualHigh: -19 }, []],
  [{ usualLow: -25 }, ['usual']],
  [{ factoryValue: 2 }, []],
  [{ factoryValue: 51 }, ['factory']],
  [{ usualLow: -51, usualHigh: 0 }, ['usual']],
  [{ pointName: 'Coil' }, ['write_point_unknown']],
  // 4 bytes where the node has 2
  [{ requestHex: '10 09 E3 00 02 04 VV VV VV VV', expectedReplyHex: '10 09 E3' }, ['write_point_format']],
  // the node is read in one register alone
  [{ requestHex: '06 09 E4 VV VV' }, ['write_point_elsewhere']],
  [{ requestHex: '10 09 E3 00 02 04 VV VV 00 00' }, ['write_point_elsewhere']],
  // 3 276.8 is one tenth more than a word with a sign holds
  [{ highest: 3276.8 }, ['write_bounds_format']],
  [{ highest: 20.05 }, ['write_bounds_format']],
])('a write of a value with %j', (over, found) => {
  expect(problems(model([probe], [{ ...setAir, ...over }])).map(([, , problem]) => problem)).toEqual(found)
})

test('two states of a model differ by rows that came, went or changed', () => {
  const before = model([probe], [set])
  const after = model([
    {
      ...probe,
      points: [
        { ...air, divisor: 100 },
        { ...air, name: 'Coil', position: 2 },
      ],
    },
  ])
  expect(compareModels(before, after)).toEqual([
    {
      table: 'point',
      command: 'probe',
      point: 'Air',
      what: 'changed',
      fields: [{ field: 'divisor', before: '10', after: '100' }],
    },
    { table: 'point', command: 'probe', point: 'Coil', what: 'added', fields: [] },
    { table: 'write', command: 'set', point: null, what: 'removed', fields: [] },
  ])
  expect(compareModels(before, before)).toEqual([])
})
