import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acknowledgement } from './acknowledgement'
import { commandResult } from './command'
import { readMessage } from './envelope'
import { terminalEvent } from './event'
import { keyChain } from './handover'
import { notice } from './notice'
import { qualityOf, readingsMessage, readReadings } from './readings'
import { signedMessage } from './signed'
import { stateMessage } from './state'
import { timeAnswer } from './time'

/** Each input is tried as every kind of message. */
const RUNS = 1_000
const READINGS_RUNS = 5_000
const problems = ['E_SIZE', 'E_FORM', 'E_VERSION']
const shapes = [
  readingsMessage,
  stateMessage,
  terminalEvent,
  commandResult,
  acknowledgement,
  notice,
  signedMessage,
  keyChain,
  timeAnswer,
] as const

/** What a message of each kind has, with any of its fields anything at all. */
const fields = [
  ['v', fc.constantFrom(1, 2, '1', null)],
  ['e', fc.oneof(fc.constant('k3f9a1c2'), fc.string())],
  ['s', fc.oneof(fc.nat(), fc.double(), fc.array(fc.tuple(fc.nat(), fc.nat())))],
  ['t', fc.oneof(fc.maxSafeInteger(), fc.double(), fc.string())],
  ['cfg', fc.oneof(fc.integer(), fc.double())],
  [
    'r',
    fc.array(fc.oneof(fc.tuple(fc.nat(), fc.integer(), fc.double()), fc.array(fc.anything()), fc.string())),
  ],
  ['at', fc.oneof(fc.maxSafeInteger(), fc.double(), fc.constant(null))],
  ['kind', fc.oneof(fc.constantFrom('gap', 'start', '__proto__'), fc.string())],
  ['detail', fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue())],
  ['id', fc.oneof(fc.constant('01JD3KZ5Q8W7X6Y5V4T3S2R1P0'), fc.string())],
  ['st', fc.oneof(fc.constantFrom('done', 'progress'), fc.string())],
  ['out', fc.jsonValue()],
  ['err', fc.jsonValue()],
  ['on', fc.constantFrom(0, 1, 2, '1')],
  ['cn', fc.string()],
  ['q', fc.jsonValue()],
  ['now', fc.double()],
  ['ask', fc.oneof(fc.constant('0123456789abcdef0123456789abcdef'), fc.jsonValue())],
  ['g', fc.double()],
] as const satisfies readonly (readonly [string, fc.Arbitrary<unknown>])[]
const message = fc
  .record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] })
  .map((content) => textOf(content))

describe('whatever comes instead of a message', () => {
  test('bytes without any sense are refused with a code', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.boolean(), (bytes, isMarked) => {
        const sent = isMarked ? Uint8Array.of(1, ...bytes) : bytes
        for (const shape of shapes) expectJudged(readMessage(shape, sent))
      }),
      { numRuns: RUNS },
    )
  })

  test('documents of any content are read or refused, packed or not, whole or cut off', () => {
    fc.assert(
      fc.property(message, fc.boolean(), fc.nat(100), (text, isDeflated, percent) => {
        const whole = isDeflated
          ? Buffer.concat([Uint8Array.of(1), deflateRawSync(Buffer.from(text))])
          : Buffer.from(text)
        const cut = percent < 50 ? whole : whole.subarray(0, Math.floor((whole.length * percent) / 100))
        for (const shape of shapes) expectJudged(readMessage(shape, cut))
      }),
      { numRuns: RUNS },
    )
  })

  test('what passes for readings is a cycle with numbers in their ranges', () => {
    const row = fc.tuple(
      fc.oneof(fc.nat(), fc.double()),
      fc.oneof(fc.integer({ min: -90_000_000, max: 90_000_000 }), fc.double()),
      fc.oneof(fc.double(), fc.constant(null), fc.string()),
      fc.integer({ min: -1, max: 9 }),
    )
    let passed = 0
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), fc.maxSafeInteger(), (rows, t) => {
        const text = textOf({ v: 1, e: 'k3f9a1c2', s: 1, t, cfg: 1, r: rows })
        const read = readMessage(readingsMessage, Buffer.from(text))
        expectJudged(read)
        if (!read.ok) return
        passed++
        for (const row of readReadings(read.value).rows) {
          const [pointId, , value] = row
          expect(Number.isSafeInteger(pointId)).toBe(true)
          expect(qualityOf(row)).toBeGreaterThanOrEqual(0)
          expect(qualityOf(row)).toBeLessThanOrEqual(7)
          expect(value === null || Number.isFinite(value)).toBe(true)
        }
      }),
      { numRuns: READINGS_RUNS },
    )
    expect(passed).toBeGreaterThan(100)
  })

  test('a document nested without end is refused or read, but ends nothing', () => {
    for (const depth of [100, 10_000, 100_000]) {
      const deep = `{"v":1,"e":"k3f9a1c2","s":1,"at":1,"kind":"gap","detail":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`
      const bytes = Buffer.concat([Uint8Array.of(1), deflateRawSync(Buffer.from(deep))])
      for (const shape of shapes) expectJudged(readMessage(shape, bytes))
    }
  })
})

function expectJudged(read: { ok: true; value: unknown } | { ok: false; problem: string }): void {
  if (!read.ok) expect(problems).toContain(read.problem)
}

/** As JSON writes it: what it has no word for becomes null. */
function textOf(content: unknown): string {
  return JSON.stringify(content, (_, value) => (typeof value === 'bigint' ? String(value) : value)) ?? 'null'
}
