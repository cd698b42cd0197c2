import { packMessage } from '@coldkeep/contract/mqtt/envelope'
import type { Handover } from '@coldkeep/contract/mqtt/handover'
import { type SignedMessage, signMessage } from '@coldkeep/contract/mqtt/signed'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { BoxFolder } from '../testing/box-folder'
import { newSigner, type Signer } from '../testing/signer'
import { FieldStore } from './field-store'
import { TrustedKeys } from './trusted-keys'

const NOW = epochMs(Date.parse('2026-11-20T12:00:00Z'))
const YEAR_MS = 365 * 86_400_000
const log = pino({ level: 'silent' })
const [a, b, c, d, stranger] = ['A', 'B', 'C', 'D', 'X'].map((name) => newSigner(name)) as [
  Signer,
  Signer,
  Signer,
  Signer,
  Signer,
]
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

function hands(by: Signer, keys: readonly Signer[], iat: number, exp = NOW + YEAR_MS): SignedMessage {
  const handover: Handover = { v: 1, op: 'keys.trust', iat, exp, keys: keys.map(({ trusted }) => trusted) }
  return signMessage(handover, by)
}

const chainOf = (...chain: readonly SignedMessage[]) => packMessage({ v: 1, chain })
const toB = hands(b, [b, c], NOW - 2_000)
const toC = hands(c, [c, d], NOW - 1_000)

function boxFolder(): BoxFolder {
  const folder = new BoxFolder()
  cleanUps.push(() => folder[Symbol.dispose]())
  return folder
}

async function opened(folder = boxFolder(), claimed = [a, b], now: EpochMs | null = NOW) {
  const store = await FieldStore.open(`${folder.path}/field.mdb`)
  const close = () => store.close()
  cleanUps.push(close)
  const keys = new TrustedKeys({
    claimed: claimed.map(({ trusted }) => trusted),
    store,
    now: () => now,
    log,
  })
  return { keys, folder, close }
}

test('two changes in a row are followed, each as it is sent', async () => {
  const { keys } = await opened()
  expect(await keys.receive(chainOf(hands(a, [a, b], NOW - 3_000)))).toBe(false)
  expect(keys.names).toEqual(['A', 'B'])
  expect(await keys.receive(chainOf(toB))).toBe(true)
  expect(keys.names).toEqual(['B', 'C'])
  expect(await keys.receive(chainOf(toB, toC))).toBe(true)
  expect(keys.names).toEqual(['C', 'D'])
  expect(await keys.receive(chainOf(toB, toC))).toBe(false)
})

test('one that was missed is made up for, and both outlive the end of the program', async () => {
  const { keys, folder, close } = await opened()
  expect(await keys.receive(chainOf(toC))).toBe(false)
  expect(await keys.receive(chainOf(hands(a, [a, b], NOW - 3_000), toB, toC))).toBe(true)
  expect(keys.names).toEqual(['C', 'D'])
  await close()
  const { keys: again } = await opened(folder)
  expect(again.names).toEqual(['C', 'D'])
  expect(await again.receive(chainOf(hands(a, [a, b], NOW)))).toBe(false)
})

test('a box that is claimed again begins with what it received then', async () => {
  const { keys, folder, close } = await opened()
  await keys.receive(chainOf(toB))
  await close()
  const { keys: again } = await opened(folder, [c, d])
  expect(again.names).toEqual(['C', 'D'])
})

test('no one else hands over: strangers, keys given up, words that are too old or came before', async () => {
  const { keys } = await opened()
  const refused = async (...chain: SignedMessage[]) =>
    expect(await keys.receive(chainOf(...chain))).toBe(false)
  await refused(hands(stranger, [stranger], NOW))
  await refused({ ...hands(stranger, [stranger], NOW), k: 'B' })
  await refused(hands(b, [b, c], NOW - 2 * YEAR_MS, NOW))
  await refused(signMessage({ v: 1, op: 'restart', iat: NOW, exp: NOW + 1, keys: [c.trusted] }, b))
  expect(keys.names).toEqual(['A', 'B'])
  await keys.receive(chainOf(toB, toC))
  await refused(hands(a, [a, stranger], NOW + 5_000))
  await refused(hands(b, [b, stranger], NOW + 5_000))
  await refused(hands(c, [c, stranger], NOW - 1_500))
  expect(keys.names).toEqual(['C', 'D'])
})

test('a box that does not know the time waits until it does', async () => {
  const { keys } = await opened(boxFolder(), [a, b], null)
  expect(await keys.receive(chainOf(toB))).toBe(false)
  expect(keys.names).toEqual(['A', 'B'])
})

test('whatever comes instead changes nothing: 2000 messages', async () => {
  const { keys } = await opened()
  const odd = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.jsonValue().map((chain) => packMessage({ v: 1, chain })),
    fc
      .array(fc.record({ k: fc.constantFrom('A', 'B'), p: fc.base64String(), sig: fc.base64String() }))
      .map((chain) => packMessage({ v: 1, chain: chain.slice(0, 3) })),
    fc.jsonValue().map((content) => chainOf(signMessage({ handover: content, ...(content as object) }, b))),
  )
  await fc.assert(
    fc.asyncProperty(odd, async (bytes) => {
      expect(await keys.receive(bytes)).toBe(false)
    }),
    { numRuns: 2_000 },
  )
  expect(keys.names).toEqual(['A', 'B'])
})
