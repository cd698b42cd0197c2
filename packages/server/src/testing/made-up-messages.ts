import { deflateRawSync } from 'node:zlib'
import { resultStates } from '@coldkeep/contract/mqtt/command'
import { eventKinds } from '@coldkeep/contract/mqtt/event-kind'
import { type UpChannel, upChannels } from '@coldkeep/contract/mqtt/topics'
import fc, { type Arbitrary } from 'fast-check'
import { EPOCH } from './ingest-rig'

/** One message that was made up. */
export interface MadeUpMessage {
  readonly channel: UpChannel
  readonly bytes: Uint8Array
}

/** What means something to the server: the sender's own things, and those of others. */
export interface KnownThings {
  readonly now: number
  readonly pointIds: readonly number[]
  readonly commandIds: readonly string[]
}

/** A state may have no more bytes; a connection that sends more ends. */
const MOST_STATE_BYTES = 1024

const texts = [
  '',
  '\0',
  'x\0y',
  '\ud800',
  'half \udfff',
  '\u202e\ufeff',
  '__proto__',
  '🧊'.repeat(70),
  'x'.repeat(70_000),
]
const numbers = [
  ...[0, -0, -1, 1, 0.5, 1e308, -1e308, 5e-324, 3.5e38],
  ...[
    2 ** 31 - 1,
    2 ** 31,
    2 ** 32,
    3e9,
    -(2 ** 31) - 1,
    2 ** 53 - 1,
    2 ** 53,
    -(2 ** 53) + 1,
    8.64e15,
    -8.64e15,
  ],
]
const deep = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

/** Any JSON, and what goes wrong where a program is careless. */
const odd: Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  { weight: 4, arbitrary: fc.constantFrom(...numbers) },
  fc.constantFrom(null, true, [], {}, [[]], { constructor: null }),
  fc.jsonValue(),
  fc.constantFrom(11, 13, 500).map(deep),
  fc.constantFrom(100, 3_000).map((length) => Array(length).fill([1, 0, 1])),
)

/** Messages of all channels: right ones, right ones of which some fields are odd, and bytes that are no message. */
export function madeUpMessages(known: KnownThings): Arbitrary<MadeUpMessage> {
  return fc
    .constantFrom(...upChannels)
    .chain((channel) => bytesOf(channel, known).map((bytes) => ({ channel, bytes })))
    .filter(({ channel, bytes }) => bytes.length <= (channel === 'st' ? MOST_STATE_BYTES : 128 * 1024))
}

function bytesOf(channel: UpChannel, known: KnownThings): Arbitrary<Uint8Array> {
  const right = fc.record(fieldsOf(channel, known))
  const names = Object.keys(fieldsOf(channel, known))
  const part = fc.record({ field: fc.constantFrom(...names), value: odd, isLeftOut: fc.boolean() })
  const wrong = fc.tuple(right, fc.array(part, { minLength: 1, maxLength: 3 })).map(([message, parts]) => {
    const changed: Record<string, unknown> = { ...message }
    for (const { field, value, isLeftOut } of parts) {
      if (isLeftOut && typeof value === 'boolean') delete changed[field]
      else changed[field] = value
    }
    return changed
  })
  const message = fc.oneof({ weight: 2, arbitrary: right }, { weight: 5, arbitrary: wrong })
  return fc.oneof(
    { weight: 12, arbitrary: message.map(plain) },
    { weight: 4, arbitrary: message.map((content) => packed(plain(content))) },
    fc.tuple(message, fc.nat(100)).map(([content, percent]) => cut(plain(content), percent)),
    fc.uint8Array({ maxLength: 300 }),
    // a megabyte and a half of blanks in about as many bytes as a thousandth of it
    fc.constant(packed(Buffer.alloc(1_500_000, 0x20))),
  )
}

function fieldsOf(
  channel: UpChannel,
  { now, pointIds, commandIds }: KnownThings,
): Record<string, Arbitrary<unknown>> {
  const time = fc.oneof(fc.integer({ min: now - 86_400_000, max: now }), fc.constantFrom(...numbers))
  const common = { v: fc.constant(1), e: fc.constant(EPOCH), s: fc.nat({ max: 1_000_000 }) }
  switch (channel) {
    case 'st':
      return {
        v: fc.constant(1),
        on: fc.constantFrom(1, 1, 1, 0),
        cn: fc.constantFrom('deadbeef', 'c0ffee00'),
        at: time,
        prog: fc.constantFrom('1.2.0', ...texts),
        cfg: fc.constantFrom(1, ...numbers),
        q: fc.record({ n: fc.constantFrom(0, ...numbers), old: fc.oneof(time, fc.constant(null)) }),
        up: fc.nat(),
        keys: fc.array(fc.constantFrom('abc', ...texts), { maxLength: 3 }),
        ask: fc.constant('0123456789abcdef0123456789abcdef'),
      }
    case 'evt':
      return {
        ...common,
        at: time,
        kind: fc.constantFrom(...eventKinds),
        detail: fc.dictionary(fc.constantFrom('a', ...texts), fc.constantFrom(...texts, ...numbers), {
          maxKeys: 3,
        }),
      }
    case 'res':
      return {
        ...common,
        at: time,
        id: fc.constantFrom(...commandIds),
        st: fc.constantFrom(...resultStates),
        pc: fc.nat(100),
        out: fc.record({ rev: fc.constantFrom(1, ...numbers), step: fc.constant('fetched'), rest: odd }),
        err: fc.record({ code: fc.constantFrom('E_ROLLED_BACK', ...texts), text: fc.constantFrom(...texts) }),
      }
    default:
      return {
        ...common,
        t: time,
        cfg: fc.constantFrom(1, 1, 1, ...numbers),
        r: fc.array(
          fc.tuple(
            fc.constantFrom(...pointIds),
            fc.constantFrom(0, 1000, -86_400_000),
            fc.oneof(
              fc.constantFrom(null, -20, 4, ...numbers),
              fc.double({ noNaN: true, noDefaultInfinity: true }),
            ),
            fc.integer({ min: 0, max: 7 }),
          ),
          { maxLength: 6 },
        ),
      }
  }
}

function plain(content: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(content))
}

function packed(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Uint8Array.of(1), deflateRawSync(bytes)])
}

function cut(bytes: Uint8Array, percent: number): Uint8Array {
  return bytes.subarray(0, Math.floor((bytes.length * percent) / 100))
}
