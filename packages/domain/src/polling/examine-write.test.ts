import { describe, expect, test } from 'vitest'
import golden from '../../../../device-models/frames/golden.json'
import type { ModelPoint, ModelWrite } from './device-model'
import { examineWrite, type WriteTrial } from './examine-write'
import { formatHex, parseHex } from './parse-hex'

const hex = (text: string) => parseHex(text)!

/** Set point of a Dixell XR77U in tenths of a degree. */
const SET_POINT: ModelPoint = {
  name: 'Set point',
  unit: '°C',
  position: 1,
  numericFormat: 'i16',
  skipLeadingBytes: 0,
  skipTrailingBytes: 0,
  divisor: 10,
  multiplier: 1,
  kind: 'setpoint',
  source: '',
}
const SET: ModelWrite = {
  commandCode: 'set',
  note: '',
  requestHex: '06 03 55 VV VV',
  expectedReplyHex: '06 03 55 VV VV',
  includesUnitId: false,
  appendsCrc: true,
  replyHasCrc: true,
  effect: 'setpoint',
  pointName: 'Set point',
  setsTo: null,
  lowest: -40,
  highest: 20,
  usualLow: null,
  usualHigh: null,
  group: 'other',
  factoryValue: null,
  applyOrder: 0,
  isVolatile: false,
  mostPerDay: null,
  mostPerYear: null,
}
const FIXED = { pointName: '', lowest: null, highest: null }

function examined(change: Partial<ModelWrite>, trial: Omit<WriteTrial, 'reply'>, reply: string) {
  const write = { ...SET, ...change }
  const found = examineWrite(write, write.pointName === '' ? null : SET_POINT, {
    ...trial,
    reply: hex(reply),
  })
  if (!found.ok) throw new Error(found.problem)
  return found.value
}
const minus20 = { unitId: 1, value: -20 }
const matches = ({ bytes }: ReturnType<typeof examined>) => bytes.map(({ match }) => match)

test.each(golden.writes)('$name is judged as it is in the terminal', ({ unitId, reply, ...write }) => {
  const { request, outcome } = examined({ ...FIXED, ...write }, { unitId, value: null }, reply)
  expect(formatHex(request)).toBe(write.request)
  expect(outcome.kind).toBe(write.isSuccess ? 'success' : 'refused')
})

test('bytes of the value, of the unit id and of the CRC are known as such', () => {
  // −20.0 in tenths is −200, FF 38
  const whole = examined({}, minus20, '01 06 03 55 FF 38 D9 BC')
  expect(whole.bytes.map(({ part }) => part)).toEqual([
    'unit_id',
    'text',
    'text',
    'text',
    'value',
    'value',
    'crc',
    'crc',
  ])
  expect(new Set(matches(whole))).toEqual(new Set(['equal']))
  expect(formatHex(whole.expected)).toBe('01 06 03 55 FF 38 D9 BC')
  const withId = examined(
    {
      ...FIXED,
      includesUnitId: true,
      requestHex: '01 06 03 55 FF 38',
      expectedReplyHex: '01 06 03 55 FF 38',
    },
    { unitId: 1, value: null },
    '01 06 03 55 FF 38 D9 BC',
  )
  expect(withId.bytes.map(({ part }) => part).slice(0, 2)).toEqual(['unit_id', 'text'])
})

describe('what is a different reply', () => {
  test('another value was echoed: the CRC is right, and is not that of the packet', () => {
    // −19.9: FF 39; CRC by the standard 18 7C
    const other = examined({}, minus20, '01 06 03 55 FF 39 18 7C')
    expect([other.outcome.kind, other.fault]).toEqual(['other', 'bytes'])
    expect(other.crc?.found).toEqual(other.crc?.expected)
    expect(matches(other)).toEqual([...Array(5).fill('equal'), 'different', 'different', 'different'])
  })
  test('the CRC is wrong', () => {
    const broken = examined({}, minus20, '01 06 03 55 FF 38 D9 BD')
    expect([broken.outcome.kind, broken.fault]).toEqual(['other', 'crc'])
    expect(matches(broken)).toEqual([...Array(7).fill('equal'), 'different'])
  })
  test('another unit answered', () => {
    // the echo of unit 2, CRC by the standard D9 8F
    expect(examined({}, minus20, '02 06 03 55 FF 38 D9 8F').fault).toBe('address')
  })
  test('it is cut short or too long', () => {
    const short = examined({}, minus20, '01 06 03 55')
    expect([short.fault, matches(short)]).toEqual([
      'length',
      [...Array(4).fill('equal'), ...Array(4).fill('missing')],
    ])
    const long = examined({}, minus20, '01 06 03 55 FF 38 D9 BC 00')
    expect([long.fault, matches(long).at(-1)]).toEqual(['length', 'surplus'])
  })
  test('there was no reply', () => {
    const silent = examined({}, minus20, '')
    expect([silent.outcome.kind, silent.fault, silent.crc]).toEqual(['timeout', null, null])
    expect(new Set(matches(silent))).toEqual(new Set(['missing']))
  })
  test('the device refused', () => {
    // exception 3 of the write by unit 1, CRC by the standard 02 61
    const refused = examined({}, minus20, '01 86 03 02 61')
    expect(refused.outcome).toEqual({ kind: 'refused', exceptionCode: 3 })
    expect(refused.fault).toBeNull()
  })
})

describe('where bytes are open', () => {
  const open = { ...FIXED, requestHex: '06 03 55 FF 38', expectedReplyHex: '06 03 55 XX XX' }
  test('the CRC follows from the reply', () => {
    const any = examined(open, { unitId: 1, value: null }, '01 06 03 55 FF 39 18 7C')
    expect(any.outcome.kind).toBe('success')
    expect(formatHex(any.expected)).toBe('01 06 03 55 XX XX 18 7C')
    expect(matches(any).slice(4)).toEqual(['any', 'any', 'equal', 'equal'])
  })
  test('and is open too where the reply has another length', () => {
    const cut = examined(open, { unitId: 1, value: null }, '01 06 03 55 FF')
    expect(formatHex(cut.expected)).toBe('01 06 03 55 XX XX XX XX')
    expect(matches(cut).slice(4)).toEqual(['any', 'missing', 'missing', 'missing'])
  })
})

test.each([
  [{ unitId: 1, value: null }, 'missing'],
  [{ unitId: 1, value: -40.1 }, 'range'],
  [{ unitId: 1, value: -20.05 }, 'step'],
  [{ unitId: 0, value: -20 }, 'unit_id_range'],
] as const)('%o is not a trial', (trial, problem) => {
  expect(examineWrite(SET, SET_POINT, { ...trial, reply: hex('') })).toEqual({ ok: false, problem })
})
