import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendCrc } from './crc'
import { checkReply, type ReplyStrictness, rtuFrame } from './rtu-frame'
import { feedTcp, NO_BYTES, rtuFromTcp } from './tcp-frame'

const RUNS = 20_000
const strictness = fc.constantFrom<ReplyStrictness>('modbus', 'station', 'length', 'bytes')
const outcomes = ['reply', 'exception', 'timeout', 'length', 'crc', 'address', 'function', 'count']

/** A read of one register and what a device might say to it: the right answer with bytes changed, cut off or added. */
const exchange = fc
  .record({
    unit: fc.integer({ min: 1, max: 247 }),
    code: fc.integer({ min: 1, max: 127 }),
    body: fc.uint8Array({ maxLength: 64 }),
    changes: fc.array(fc.tuple(fc.nat(80), fc.nat(255)), { maxLength: 4 }),
    kept: fc.nat(80),
    more: fc.uint8Array({ maxLength: 8 }),
  })
  .map(({ unit, code, body, changes, kept, more }) => {
    const request = rtuFrame(unit, Uint8Array.of(code, 0, 0, 0, 1))
    const whole = appendCrc(Uint8Array.of(unit, code, body.length, ...body))
    const reply = Uint8Array.of(...whole.subarray(0, Math.max(0, whole.length - (kept % 5))), ...more)
    for (const [place, byte] of changes) if (place < reply.length) reply[place] = byte
    return { request, reply }
  })

test('whatever a device sends is judged, and what passes is what was expected', () => {
  fc.assert(
    fc.property(exchange, fc.nat(80), strictness, ({ request, reply }, expectedLengthBytes, how) => {
      const outcome = checkReply(request, reply, expectedLengthBytes, how)
      expect(outcomes).toContain(outcome.kind)
      if (outcome.kind !== 'reply') return
      expect(outcome.bytes).toEqual(reply)
      if (how === 'bytes') return
      if (expectedLengthBytes !== 0) expect(reply.length).toBe(expectedLengthBytes)
      if (how !== 'length') expect(reply[0]).toBe(request[0])
    }),
    { numRuns: RUNS },
  )
})

test('bytes without any sense are judged too', () => {
  const bytes = fc.uint8Array({ maxLength: 600 })
  fc.assert(
    fc.property(bytes, bytes, fc.nat(256), strictness, (request, reply, expectedLengthBytes, how) => {
      expect(outcomes).toContain(checkReply(request, reply, expectedLengthBytes, how).kind)
    }),
    { numRuns: RUNS },
  )
})

test('a TCP stream of anything is cut into frames or refused, and never kept without end', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), (chunks) => {
      let pending = NO_BYTES
      for (const chunk of chunks) {
        const feed = feedTcp(pending, chunk)
        for (const frame of feed.frames) expect(rtuFromTcp(frame).length).toBeLessThanOrEqual(256)
        if (feed.problem !== null) return
        pending = feed.pending
        expect(pending.length).toBeLessThan(7 + 254)
      }
    }),
    { numRuns: RUNS },
  )
})
