import { describe, expect, test } from 'vitest'
import golden from '../../../../device-models/frames/golden.json'
import { buildRequest } from './build-request'
import { checkWriteReply, parseExpectedReply } from './check-write-reply'
import { parseHex } from './parse-hex'

const hex = (text: string) => parseHex(text)!
const expectedOf = (text: string, replyHasCrc = false) => {
  const parsed = parseExpectedReply({ expectedReplyHex: text, includesUnitId: true, replyHasCrc }, 1)
  if (!parsed.ok) throw new Error('the text is well formed')
  return parsed.value
}

test.each(golden.writes)('$name', (write) => {
  expect(buildRequest(write, write.unitId)).toEqual({ ok: true, value: hex(write.request) })
  const expected = parseExpectedReply(write, write.unitId)
  expect(expected.ok).toBe(true)
  if (!expected.ok) return
  const outcome = checkWriteReply(expected.value, hex(write.request), hex(write.reply))
  expect(outcome.kind === 'success').toBe(write.isSuccess)
})

describe('a write has failed', () => {
  const request = hex('05 06 00 63 00 14 78 5F')
  const expected = expectedOf('05 06 00 63 00 14', true)

  test('when the device refuses it, with its reason', () => {
    expect(checkWriteReply(expected, request, hex('05 86 03 43 A0'))).toEqual({
      kind: 'refused',
      exceptionCode: 3,
    })
  })
  test('when there is no reply', () => {
    expect(checkWriteReply(expected, request, hex(''))).toEqual({ kind: 'timeout' })
  })
  test.each([
    ['another value is echoed', '05 06 00 63 00 15 B9 9F'],
    ['the CRC is wrong', '05 06 00 63 00 14 78 5E'],
    ['the reply is cut short', '05 06 00 63 00 14'],
    ['a byte follows', '05 06 00 63 00 14 78 5F 00'],
  ])('when %s', (_, reply) => {
    expect(checkWriteReply(expected, request, hex(reply)).kind).toBe('other')
  })
})

test('a wildcard takes any byte, but not the lack of one, and the CRC must still be right', () => {
  const expected = expectedOf('01 06 03 55 xx XX', true)
  expect(checkWriteReply(expected, hex(''), hex('01 06 03 55 FF 38 D9 BC')).kind).toBe('success')
  expect(checkWriteReply(expected, hex(''), hex('01 06 03 55 FF 38 D9 BD')).kind).toBe('other')
  expect(checkWriteReply(expected, hex(''), hex('01 06 03 55 FF')).kind).toBe('other')
})

test.each(['', '0', 'X', '01 0X', 'zz'])('%o is no reply to expect', (text) => {
  const command = { expectedReplyHex: text, includesUnitId: true, replyHasCrc: true }
  expect(parseExpectedReply(command, 1)).toEqual({ ok: false, problem: 'hex_malformed' })
})
