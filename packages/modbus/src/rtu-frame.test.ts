import { describe, expect, test } from 'vitest'
import golden from '../../../device-models/frames/golden.json'
import { checkReply, rtuFrame } from './rtu-frame'

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const request = hex('05 03 09 E3 00 01 77 E4')

test.each(golden.reads)('the reply of $name is accepted', (read) => {
  expect(checkReply(hex(read.request), hex(read.reply), read.responseLengthBytes)).toEqual({
    kind: 'reply',
    bytes: hex(read.reply),
  })
})

test.each(golden.errors.filter((broken) => broken.error !== 'format'))('$name is told apart', (broken) => {
  const outcome = checkReply(hex(broken.request), hex(broken.reply), broken.responseLengthBytes)
  expect(outcome.kind).toBe(broken.error)
  if (outcome.kind === 'exception') expect(outcome.exceptionCode).toBe(broken.exceptionCode)
})

describe('the first failing check is the outcome', () => {
  test('a refusal is recognised although its length is not the expected one', () => {
    expect(checkReply(request, hex('05 83 02 81 30'), 7)).toEqual({ kind: 'exception', exceptionCode: 2 })
  })
  test('a refusal with a broken CRC is a reply of the wrong length', () => {
    expect(checkReply(request, hex('05 83 02 81 31'), 7).kind).toBe('length')
  })
  test('a refusal by another station is a reply of the wrong length', () => {
    expect(checkReply(request, rtuFrame(6, hex('83 02')), 7).kind).toBe('length')
  })
  test('length comes before CRC, CRC before address, address before function, function before count', () => {
    expect(checkReply(request, hex('06 04 03 00 22 00'), 7).kind).toBe('length')
    expect(checkReply(request, hex('06 04 03 00 22 00 00'), 7).kind).toBe('crc')
    expect(checkReply(request, rtuFrame(6, hex('04 03 00 22')), 7).kind).toBe('address')
    expect(checkReply(request, rtuFrame(5, hex('04 03 00 22')), 7).kind).toBe('function')
    expect(checkReply(request, rtuFrame(5, hex('03 03 00 22')), 7).kind).toBe('count')
  })
})

test('without an expected length any length is taken, except less than a frame', () => {
  expect(checkReply(request, rtuFrame(5, hex('03 02 00 22')), 0).kind).toBe('reply')
  expect(checkReply(request, hex('05 03 02'), 0).kind).toBe('length')
})

test('the answer to a write has no byte count to check', () => {
  const write = hex('11 06 00 01 00 03 9A 9B')
  expect(checkReply(write, write, 8).kind).toBe('reply')
})

describe('a device that only resembles Modbus', () => {
  test('judged by length alone may answer anything of that length', () => {
    expect(checkReply(request, hex('FF FF FF FF FF'), 5, 'length').kind).toBe('reply')
    expect(checkReply(request, hex('FF FF FF FF'), 5, 'length').kind).toBe('length')
    expect(checkReply(request, hex('05 83 02 81 30'), 5, 'length').kind).toBe('reply')
    expect(checkReply(request, hex(''), 5, 'length').kind).toBe('timeout')
  })
  test('judged by station may answer with another function, but not with a wrong CRC or as another station', () => {
    expect(checkReply(request, rtuFrame(5, hex('44 09 00 22')), 7, 'station').kind).toBe('reply')
    expect(checkReply(request, rtuFrame(6, hex('44 09 00 22')), 7, 'station').kind).toBe('address')
    expect(checkReply(request, hex('05 03 02 00 22 C9 9C'), 7, 'station').kind).toBe('crc')
    expect(checkReply(request, hex('05 83 02 81 30'), 7, 'station').kind).toBe('exception')
  })
})

test('where bytes are compared, whatever came is the reply, and nothing is silence', () => {
  for (const text of ['05 83 02 81 31', '06 03', '05 83 02 81 30'])
    expect(checkReply(request, hex(text), 7, 'bytes')).toEqual({ kind: 'reply', bytes: hex(text) })
  expect(checkReply(request, hex(''), 7, 'bytes').kind).toBe('timeout')
})
