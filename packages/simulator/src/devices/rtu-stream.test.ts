import { parseHex } from '@coldkeep/domain/polling/parse-hex'
import { appendCrc } from '@coldkeep/modbus/crc'
import { expect, test } from 'vitest'
import { takeRtuRequests } from './rtu-stream'

const none = new Uint8Array(0)
const frame = (text: string) => appendCrc(parseHex(text)!)
const read = frame('01 03 00 00 00 02')
const writeMany = frame('01 10 00 00 00 02 04 00 01 00 02')

test('requests of different lengths are cut apart, and a beginning is kept', () => {
  const taken = takeRtuRequests(none, Uint8Array.of(...read, ...writeMany, ...read.slice(0, 3)))
  expect(taken.frames).toEqual([read, writeMany])
  expect(taken.pending).toEqual(read.slice(0, 3))
  expect(takeRtuRequests(taken.pending, read.slice(3)).frames).toEqual([read])
})

test('one byte at a time makes no difference', () => {
  let pending: Uint8Array = none
  const frames: Uint8Array[] = []
  for (const byte of writeMany) {
    const taken = takeRtuRequests(pending, Uint8Array.of(byte))
    pending = taken.pending
    frames.push(...taken.frames)
  }
  expect(frames).toEqual([writeMany])
})

test('noise in front of a frame is dropped, and a frame whose CRC is wrong is noise', () => {
  const spoilt = read.slice()
  spoilt[7] = (spoilt[7] ?? 0) ^ 1
  expect(takeRtuRequests(none, spoilt).frames).toEqual([])
  expect(takeRtuRequests(spoilt, read)).toEqual({ frames: [read], pending: none })
})

test('endless noise is not kept', () => {
  expect(takeRtuRequests(none, new Uint8Array(5000).fill(7)).pending.length).toBeLessThanOrEqual(256)
})
