import { hasValidCrc } from '@coldkeep/modbus/crc'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildRequest } from './build-request'
import { formatHex, parseHex, parseHexPattern } from './parse-hex'

const text = (requestHex: string, includesUnitId = false, appendsCrc = true) => {
  return { requestHex, includesUnitId, appendsCrc }
}

test.each(['03 09 E3 00 01', '0309e30001', '03,09,e3,00,01', '0x03 0x09 0xE3 0x00 0x01', ' 0309 E3 0001 '])(
  'the text %o means the same bytes',
  (requestHex) => {
    expect(buildRequest(text(requestHex), 5)).toEqual({
      ok: true,
      value: Uint8Array.of(0x05, 0x03, 0x09, 0xe3, 0x00, 0x01, 0x77, 0xe4),
    })
  },
)

test('without a CRC to add the text is sent as it is', () => {
  const sent = buildRequest(text('01 06 03 55 FF 38', true, false), 1)
  expect(sent).toEqual({ ok: true, value: Uint8Array.of(1, 6, 3, 0x55, 0xff, 0x38) })
})

test.each([
  ['03 09 E', 5, 'hex_malformed'],
  ['03 09 EG', 5, 'hex_malformed'],
  ['', 5, 'hex_malformed'],
  ['03-09', 5, 'hex_malformed'],
  ['03 00 00 00 01', 0, 'unit_id_range'],
  ['03 00 00 00 01', 248, 'unit_id_range'],
  ['03 00 00 00 01', 1.5, 'unit_id_range'],
])('%o to unit %d is refused: %s', (requestHex, unitId, problem) => {
  expect(buildRequest(text(requestHex), unitId)).toEqual({ ok: false, problem })
})

test('a text that names a unit other than the one addressed is refused', () => {
  expect(buildRequest(text('06 03 00 00 00 01', true), 5)).toEqual({ ok: false, problem: 'unit_id_mismatch' })
  expect(buildRequest(text('05 03 00 00 00 01', true), 5).ok).toBe(true)
})

test('256 bytes with unit id and CRC is the longest request', () => {
  expect(buildRequest(text('AA'.repeat(253)), 5)).toMatchObject({ ok: true, value: { length: 256 } })
  expect(buildRequest(text('AA'.repeat(254)), 5)).toEqual({ ok: false, problem: 'too_long' })
  expect(buildRequest(text('05'.repeat(256), true, false), 5).ok).toBe(true)
  expect(buildRequest(text('05'.repeat(257), true, false), 5)).toEqual({ ok: false, problem: 'too_long' })
})

test('any bytes shown as text are read back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(parseHex(formatHex(bytes))).toEqual(bytes)
    }),
  )
})

test('every request that is built carries a valid CRC', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 253 }), (bytes) => {
      const built = buildRequest(text(formatHex(bytes)), 7)
      expect(built.ok && hasValidCrc(built.value)).toBe(true)
    }),
  )
})

test('a wildcard after a zero digit is not a prefix', () => {
  expect(parseHexPattern('10 0xXX 0x20')).toEqual([0x10, null, 0x20])
  expect(parseHexPattern('10XX20')).toEqual([0x10, null, 0x20])
})
