import fc from 'fast-check'
import { expect, test } from 'vitest'
import golden from '../../../device-models/frames/golden.json'
import { appendCrc, crc16, hasValidCrc } from './crc'

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))

test('the nine digits have the check value of CRC-16/MODBUS', () => {
  expect(crc16(new TextEncoder().encode(golden.crcCheck.ascii))).toBe(golden.crcCheck.crc16)
})

test('the low byte of the CRC goes first, as in the example of the serial line guide', () => {
  // MODBUS over Serial Line V1.02, figure 39: 0x1241 after 02 07 is sent as 41 12.
  expect(appendCrc(hex('02 07'))).toEqual(hex('02 07 41 12'))
})

test('every worked frame carries a valid CRC', () => {
  for (const read of golden.reads) {
    expect(hasValidCrc(hex(read.request)), read.name).toBe(true)
    expect(hasValidCrc(hex(read.reply)), read.name).toBe(true)
  }
})

test('one flipped bit is always noticed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 254 }), fc.nat(), (bytes, place) => {
      const frame = appendCrc(bytes)
      expect(hasValidCrc(frame)).toBe(true)
      const bit = place % (8 * frame.length)
      frame[bit >> 3]! ^= 1 << (bit & 7)
      expect(hasValidCrc(frame)).toBe(false)
    }),
  )
})

test('a frame too short for an address and a CRC is not valid', () => {
  expect(hasValidCrc(hex('FF FF'))).toBe(false)
  expect(hasValidCrc(new Uint8Array(0))).toBe(false)
})
