import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_PDU_BYTES } from './function-code'
import { bitsReplyPdu, exceptionReplyPdu, registersReplyPdu, writeReplyPdu } from './reply'
import { encodeRequestPdu, type ModbusRequest, parseRequestPdu, replyLengthBytes } from './request'
import { checkReply, rtuFrame } from './rtu-frame'

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))

// The worked examples of the MODBUS Application Protocol V1.1b3, sections 6.1 to 6.6, 6.11 and 6.12.
const published: [ModbusRequest, string, string][] = [
  [{ kind: 'readCoils', address: 0x13, count: 19 }, '01 00 13 00 13', '01 03 CD 6B 05'],
  [{ kind: 'readDiscreteInputs', address: 0xc4, count: 22 }, '02 00 C4 00 16', '02 03 AC DB 35'],
  [{ kind: 'readHoldingRegisters', address: 0x6b, count: 3 }, '03 00 6B 00 03', '03 06 02 2B 00 00 00 64'],
  [{ kind: 'readInputRegisters', address: 8, count: 1 }, '04 00 08 00 01', '04 02 00 0A'],
  [{ kind: 'writeSingleCoil', address: 0xac, state: true }, '05 00 AC FF 00', '05 00 AC FF 00'],
  [{ kind: 'writeSingleRegister', address: 1, value: 3 }, '06 00 01 00 03', '06 00 01 00 03'],
  [
    {
      kind: 'writeMultipleCoils',
      address: 0x13,
      states: [true, false, true, true, false, false, true, true, true, false],
    },
    '0F 00 13 00 0A 02 CD 01',
    '0F 00 13 00 0A',
  ],
  [
    { kind: 'writeMultipleRegisters', address: 1, values: [0x000a, 0x0102] },
    '10 00 01 00 02 04 00 0A 01 02',
    '10 00 01 00 02',
  ],
]

describe('the published examples', () => {
  test.each(published)('%o is sent as %s', (request, pdu) => {
    expect(encodeRequestPdu(request)).toEqual(hex(pdu))
    expect(parseRequestPdu(hex(pdu))).toEqual(request)
  })
  test.each(published)('the reply to %o has the announced length', (request, _, reply) => {
    expect(rtuFrame(1, hex(reply))).toHaveLength(replyLengthBytes(request))
  })
  test('replies are built byte for byte', () => {
    expect(registersReplyPdu('readHoldingRegisters', [0x022b, 0, 0x64])).toEqual(
      hex('03 06 02 2B 00 00 00 64'),
    )
    const inputs = [...'00110101110110111010110'].slice(0, 22).map((digit) => digit === '1')
    expect(bitsReplyPdu('readDiscreteInputs', inputs)).toEqual(hex('02 03 AC DB 35'))
    for (const [request, , reply] of published) {
      if (request.kind.startsWith('write')) expect(writeReplyPdu(request as never)).toEqual(hex(reply))
    }
  })
})

describe('a device refuses', () => {
  test.each([
    ['a function it does not know', '2B 0E 01 00', 1],
    ['an empty request', '', 1],
    ['a read of no register', '03 00 00 00 00', 3],
    ['a read of 126 registers', '03 00 00 00 7E', 3],
    ['a read of 2001 coils', '01 00 00 07 D1', 3],
    ['a read cut short', '03 00 00 00', 3],
    ['a read with bytes left over', '03 00 00 00 01 00', 3],
    ['a coil that is neither on nor off', '05 00 AC 12 34', 3],
    ['a write whose byte count is not that of its registers', '10 00 01 00 02 03 00 0A 01', 3],
    ['a write shorter than it says', '10 00 01 00 02 04 00 0A 01', 3],
    ['a read beyond the last address', '03 FF FF 00 02', 2],
  ])('%s', (_, pdu, code) => {
    expect(parseRequestPdu(hex(pdu))).toMatchObject({ kind: 'refused', exceptionCode: code })
  })
  test('with a frame the master recognises as a refusal', () => {
    const request = rtuFrame(5, hex('03 FF FF 00 02'))
    const reply = rtuFrame(5, exceptionReplyPdu(3, 2))
    expect(checkReply(request, reply, 9)).toEqual({ kind: 'exception', exceptionCode: 2 })
  })
})

test('every request within the limits is read as it was meant and fits into one frame', () => {
  const address = fc.integer({ min: 0, max: 0xffff - 2000 })
  const word = fc.integer({ min: 0, max: 0xffff })
  const requests: fc.Arbitrary<ModbusRequest> = fc.oneof(
    fc.record({
      kind: fc.constantFrom('readCoils', 'readDiscreteInputs'),
      address,
      count: fc.integer({ min: 1, max: 2000 }),
    }),
    fc.record({
      kind: fc.constantFrom('readHoldingRegisters', 'readInputRegisters'),
      address,
      count: fc.integer({ min: 1, max: 125 }),
    }),
    fc.record({ kind: fc.constant('writeSingleCoil' as const), address, state: fc.boolean() }),
    fc.record({ kind: fc.constant('writeSingleRegister' as const), address, value: word }),
    fc.record({
      kind: fc.constant('writeMultipleCoils' as const),
      address,
      states: fc.array(fc.boolean(), { minLength: 1, maxLength: 1968 }),
    }),
    fc.record({
      kind: fc.constant('writeMultipleRegisters' as const),
      address,
      values: fc.array(word, { minLength: 1, maxLength: 123 }),
    }),
  )
  fc.assert(
    fc.property(requests, (request) => {
      const pdu = encodeRequestPdu(request)
      expect(pdu.length).toBeLessThanOrEqual(MAX_PDU_BYTES)
      expect(parseRequestPdu(pdu)).toEqual(request)
    }),
  )
})
