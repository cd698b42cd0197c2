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
}
const model = (commands: readonly ModelCommand[], writes: readonly ModelWrite[] = []): ModelTables => ({
  commands,
  writes,
})
const problems = (tables: ModelTables) =>
  checkModel(tables).map(({ command, point, problem, isError }) => [command, point, problem, isError])

test('a whole model has nothing wrong', () => {
  expect(problems(model([probe], [set]))).toEqual([])
})

test('a model that cannot be asked anything, and names that stand in two commands', () => {
  expect(problems(model([]))).toEqual([[null, null, 'nothing_to_ask', true]])
  const again = { ...probe, commandCode: 'again' }
  expect(problems(model([probe, again]))).toEqual([['again', 'Air', 'point_twice', true]])
})

test('what is wrong in a command, a node or a write is told with its name', () => {
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
  [{ requestHex: 'AA'.repeat(253) }, []],
  [{ requestHex: 'AA'.repeat(254) }, ['request_too_long']],
  [{ requestHex: 'AA'.repeat(256), includesUnitId: true, appendsCrc: false }, []],
  [{ expectedReplyHex: 'XX'.repeat(254) }, ['reply_too_long']],
])('a write with %j', (over, found) => {
  expect(checkWriteRow({ ...set, ...over })).toEqual(found)
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
