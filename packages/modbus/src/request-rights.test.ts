import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appendCrc } from './crc'
import { findWrittenPlace, isReadFrame, isWriteFrame } from './request-rights'

/** Unit 5, the PDU in hexadecimal, and the CRC. */
const frame = (pdu: string, unitId = 5) => appendCrc(Uint8Array.of(unitId, ...Buffer.from(pdu, 'hex')))

// by the tables of the MODBUS Application Protocol V1.1b3, section 6
const reads = ['0100000010', '0200000010', '0309e30001', '0400000002', '07', '11', '2b0e0100']
const writes = ['050063ff00', '060063004d', '0f0013000a02cd01', '100001000204000a0102', '16000400f20025']
/** Diagnostics that restart a device, file records, both ways at once, a maker's own, and what answers refusals. */
const others = [
  '0800010000',
  '0b',
  '0c',
  '1406060004000100',
  '15',
  '170003000600',
  '180004',
  '2b0d00',
  '41',
  '6401',
  '8602',
]

describe('a frame', () => {
  test.each(reads)('%s only reads', (pdu) => {
    expect([isReadFrame(frame(pdu)), isWriteFrame(frame(pdu))]).toEqual([true, false])
  })

  test.each(writes)('%s only writes', (pdu) => {
    expect([isReadFrame(frame(pdu)), isWriteFrame(frame(pdu))]).toEqual([false, true])
  })

  test.each(others)('%s is neither', (pdu) => {
    expect([isReadFrame(frame(pdu)), isWriteFrame(frame(pdu))]).toEqual([false, false])
  })

  test('to all units, to none that there is, or of another length is neither', () => {
    for (const pdu of [...reads, ...writes]) {
      for (const odd of [frame(pdu, 0), frame(pdu, 248), frame(`${pdu}00`), frame(pdu.slice(0, -2))]) {
        expect([isReadFrame(odd), isWriteFrame(odd)], pdu).toEqual([false, false])
      }
    }
  })

  test('with a second one behind it is neither', () => {
    for (const pdu of [...reads, ...writes]) {
      const two = Uint8Array.of(...frame(pdu), ...frame('060063004d'))
      expect([isReadFrame(two), isWriteFrame(two), isReadFrame(appendCrc(two))], pdu).toEqual([
        false,
        false,
        false,
      ])
    }
  })

  test('with any bit turned is neither', () => {
    fc.assert(
      fc.property(fc.constantFrom(...reads, ...writes), fc.nat(), (pdu, place) => {
        const bytes = frame(pdu)
        const bit = place % (8 * bytes.length)
        bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7))
        return !isReadFrame(bytes) && !isWriteFrame(bytes)
      }),
    )
  })

  test('of whatever bytes is never both, and read only by the functions that read', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 16 }), (bytes) => {
        const whole = appendCrc(bytes)
        if (isReadFrame(whole)) expect([1, 2, 3, 4, 7, 17, 43]).toContain(whole[1])
        return !(isReadFrame(whole) && isWriteFrame(whole))
      }),
      { numRuns: 20_000 },
    )
  })
})

test('a write says which registers it changes, and where in it the value stands', () => {
  const placeOf = (pdu: string) => findWrittenPlace(Buffer.from(pdu, 'hex'))
  expect(placeOf('060063004d')).toEqual({ kind: 'registers', address: 0x63, count: 1, valueAt: 3 })
  expect(placeOf('100001000204000a0102')).toEqual({ kind: 'registers', address: 1, count: 2, valueAt: 6 })
  expect(placeOf('050063ff00')).toEqual({ kind: 'coils', address: 0x63, count: 1, valueAt: 3 })
  expect(placeOf('0309e30001')).toBeNull()
})
