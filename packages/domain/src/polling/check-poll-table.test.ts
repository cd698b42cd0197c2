import { expect, test } from 'vitest'
import golden from '../../../../device-models/frames/golden.json'
import { checkPollTable } from './check-poll-table'
import type { PointDefinitionDraft, PollCommandDraft } from './poll-command'

// Three registers of an AK-CC55: 6 bytes of payload.
const command = {
  requestHex: '03 09 E1 00 03',
  includesUnitId: false,
  appendsCrc: true,
  responseLengthBytes: 11,
  decoderId: 1,
} as const
const point = (changes: Partial<PointDefinitionDraft>): PointDefinitionDraft => ({
  name: 'S3 air',
  unit: '°C',
  position: 1,
  numericFormat: 'i16',
  skipLeadingBytes: 0,
  skipTrailingBytes: 4,
  divisor: 10,
  multiplier: 1,
  ...changes,
})
const second = { name: 'S4 air', position: 2, skipLeadingBytes: 2, skipTrailingBytes: 2 }

test('every worked table is without a finding', () => {
  for (const read of golden.reads) {
    const points = read.points as PointDefinitionDraft[]
    expect(checkPollTable(read as unknown as PollCommandDraft, points), read.name).toEqual([])
  }
})

test.each([
  ['half a byte', { requestHex: '03 09 E1 00 0' }, 'hex_malformed', true],
  ['nothing to send', { requestHex: ' ' }, 'hex_malformed', true],
  [
    '254 bytes and unit id and CRC',
    { requestHex: 'AA'.repeat(254), decoderId: 3 as const },
    'too_long',
    true,
  ],
  ['a reply longer than a frame', { responseLengthBytes: 257 }, 'response_length_range', true],
  ['a reply of another length', { responseLengthBytes: 9 }, 'response_length', false],
  ['a write', { requestHex: '06 00 63 00 4D', decoderId: 4 as const }, 'not_a_read', true],
  ['a byte too many', { requestHex: '03 09 E1 00 03 00', decoderId: 3 as const }, 'not_a_read', true],
  [
    'a CRC of other bytes',
    { requestHex: '05 03 09 E1 00 03 57 E4', includesUnitId: true, appendsCrc: false },
    'crc_wrong',
    true,
  ],
  ['registers read as bits', { decoderId: 2 as const }, 'decoder', true],
])('%s', (_, changes, problem, isError) => {
  expect(checkPollTable({ ...command, ...changes }, [])).toEqual([{ pointIndex: null, problem, isError }])
})

test('a text that brings its own unit id and CRC is judged without them', () => {
  const own = { ...command, requestHex: '05 03 09 E1 00 03 57 E5', includesUnitId: true, appendsCrc: false }
  expect(checkPollTable(own, [])).toEqual([])
})

test.each<[string, Partial<PointDefinitionDraft>, string, boolean]>([
  ['a place below 1', { position: 0 }, 'position', true],
  ['a place taken twice', { position: 1 }, 'position_repeated', true],
  ['a name taken twice', { name: 'S3 air' }, 'name_repeated', false],
  ['a divisor of zero', { divisor: 0 }, 'divisor', true],
  ['a multiplier that is none', { multiplier: Number.NaN }, 'multiplier', true],
  ['half a byte skipped', { skipLeadingBytes: 1.5 }, 'skip', true],
  ['two bytes for four', { numericFormat: 'f32' }, 'slice_size', true],
  ['skipping more than there is', { skipLeadingBytes: 8 }, 'slice_size', true],
  ['a number across another', { skipLeadingBytes: 1, skipTrailingBytes: 3 }, 'overlap', false],
])('%s', (_, changes, problem, isError) => {
  const findings = checkPollTable(command, [point({}), point({ ...second, ...changes })])
  expect(findings).toEqual([{ pointIndex: 1, problem, isError }])
})

test('bits of one register, and one register read in two ways, do not overlap', () => {
  const same = { skipLeadingBytes: 0, skipTrailingBytes: 4 }
  const points = [
    point({}),
    point({ name: 'as it came', position: 2, numericFormat: 'u16', ...same }),
    point({ name: 'bit', position: 3, numericFormat: 'bit3', ...same }),
  ]
  expect(checkPollTable(command, points)).toEqual([])
})

test('without a known length the slices are judged only when a reply comes', () => {
  const unknown = { ...command, responseLengthBytes: 0 }
  expect(checkPollTable(unknown, [point({ numericFormat: 'f64' })])).toEqual([])
})
