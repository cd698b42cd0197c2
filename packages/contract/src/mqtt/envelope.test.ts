import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { MAX_WIRE_BYTES, packMessage, readMessage, unpackMessage } from './envelope'

const anything = z.object({ v: z.literal(1), text: z.string() })
const deflated = (text: string) => Buffer.concat([Uint8Array.of(1), deflateRawSync(Buffer.from(text))])

describe('envelope', () => {
  test('what is packed comes back, short or long', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3000, unit: 'grapheme' }), (text) => {
        expect(readMessage(anything, packMessage({ v: 1, text }))).toEqual({
          ok: true,
          value: { v: 1, text },
        })
      }),
    )
  })

  test('a message of 512 bytes travels as text, one of 513 bytes deflated', () => {
    const frame = JSON.stringify({ v: 1, text: '' }).length
    expect(packMessage({ v: 1, text: 'a'.repeat(512 - frame) })[0]).toBe('{'.charCodeAt(0))
    expect(packMessage({ v: 1, text: 'a'.repeat(513 - frame) })[0]).toBe(1)
  })

  test('a deflate bomb stops at the limit instead of filling memory', () => {
    const bomb = deflated(JSON.stringify({ v: 1, text: 'x'.repeat(8 * 1024 * 1024) }))
    expect(bomb.length).toBeLessThan(MAX_WIRE_BYTES)
    expect(unpackMessage(bomb)).toEqual({ ok: false, problem: 'E_SIZE' })
  })

  test('more than 128 KiB on the wire is refused unread', () => {
    expect(unpackMessage(new Uint8Array(MAX_WIRE_BYTES + 1))).toEqual({ ok: false, problem: 'E_SIZE' })
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['another first byte', Buffer.from('[1]')],
    ['broken text', Buffer.from('{"v":1,')],
    ['broken deflate', Buffer.from([1, 255, 255, 255])],
    ['no object', deflated('7')],
    ['no version', Buffer.from('{"text":"a"}')],
    ['a wrong field', Buffer.from('{"v":1,"text":5}')],
  ])('%s is a wrong form', (_, bytes) => {
    expect(readMessage(anything, bytes)).toEqual({ ok: false, problem: 'E_FORM' })
  })

  test('another version is told apart from a wrong form', () => {
    expect(readMessage(anything, Buffer.from('{"v":2,"text":5}'))).toEqual({
      ok: false,
      problem: 'E_VERSION',
    })
  })
})
