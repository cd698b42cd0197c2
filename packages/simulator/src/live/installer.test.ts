import type { TerminalId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import { afterEach, expect, test } from 'vitest'
import { FIRST_PROGRAM, type InstalledProgram } from '../installed-program'
import { closeAll } from '../testing/live-rig'
import { imageOf, releaseSigners, serveImage } from '../testing/release-rig'
import { Installer, type InstallerParts } from './installer'

const nowMs = Date.parse('2026-11-21T02:00:00Z')
const signers = releaseSigners(nowMs)
const ID = '01JD0000000000000000000001'
const OTHER_ID = '01JD0000000000000000000002'
const BOOT = '00000000000000bb'

afterEach(closeAll)

type Said = Parameters<InstallerParts['report']>[1]

/** An installer whose pauses are over at once, unless they are held. */
function installer(parts: Partial<InstallerParts> = {}) {
  const said: (Said & { readonly id: string })[] = []
  const run = { program: FIRST_PROGRAM }
  const made = new Installer({
    terminalId: 'TB-000001' as TerminalId,
    secret: 'known: to both',
    updates: null,
    run,
    now: () => epochMs(nowMs),
    pause: async () => {},
    isCut: () => false,
    restart: async () => ({ boot: BOOT }),
    report: (id, result) => said.push({ id, ...result }),
    ...parts,
  })
  const ends = () => said.filter(({ st }) => st !== 'accepted' && st !== 'progress')
  return { made, said, run: parts.run ?? run, ends }
}

const order = (arg: unknown, id = ID) => ({ id, op: 'fw.install', arg })

test('an image is fetched in parts of a mebibyte with the credential, and installed step by step', async () => {
  const image = imageOf('1.1.0', undefined, 1_500_000)
  const { requests, serverUrl } = await serveImage(image)
  const { made, said, run, ends } = installer({ updates: { serverUrl, root: signers.root } })
  const arg = signers.order(image)
  made.take(order(arg))
  await expect.poll(ends).toHaveLength(1)
  expect(requests.map(({ headers }) => headers.range)).toEqual(['bytes=0-1048575', 'bytes=1048576-1499999'])
  // user and password of RFC 7617: the first colon parts them
  const authorization = `Basic ${Buffer.from('TB-000001:known: to both').toString('base64')}`
  for (const request of requests) expect(request).toMatchObject({ url: arg.url, headers: { authorization } })
  expect(said.map(({ st, pc, out }) => [st, out?.step, pc])).toEqual([
    ['accepted', undefined, undefined],
    ['progress', 'downloading', 0],
    // 1,048,576 of 1,500,000
    ['progress', 'downloading', 69],
    ['progress', 'downloading', 100],
    ['progress', 'downloaded', undefined],
    ['progress', 'verified', undefined],
    ['progress', 'installing', undefined],
    ['progress', 'restarting', undefined],
    ['progress', 'confirming', undefined],
    ['done', undefined, undefined],
  ])
  expect(said.at(-1)?.out).toEqual({ version: '1.1.0', boot: BOOT })
  expect(run.program).toMatchObject({ version: '1.1.0', keysNumber: 1, losesPolls: null })
  expect(made.runs.version).toBe('1.1.0')
})

const good = imageOf('1.1.0')
const ofKeys2: InstalledProgram = { ...FIRST_PROGRAM, keysNumber: 2 }
test.each([
  ['signed by others', releaseSigners(nowMs).order(good), 'E_SIG'],
  ['for another kind of box', signers.order(good, { type: 'terminal-linux-x64' }), 'E_TYPE'],
  ['of the version that runs', signers.order(good, { version: '1.0.0' }), 'E_OLD'],
  ['of an older version', signers.order(good, { version: '0.9.0' }), 'E_OLD'],
  ['that needs a version in between', signers.order(good, { min: '1.0.1' }), 'E_OLD'],
  ['that is over', signers.order(good, { expires: nowMs }), 'E_EXPIRED'],
  ['with older keys than were believed before', signers.order(good), 'E_OLD_KEYS', ofKeys2],
  [
    'with the address of another image',
    { ...signers.order(good), url: signers.order(imageOf('1')).url },
    'E_FORM',
  ],
  ['of an unknown form', { release: 'x' }, 'E_FORM'],
])('a release %s is refused, and nothing is fetched', async (_, arg, code, program = FIRST_PROGRAM) => {
  const { requests, serverUrl } = await serveImage(good)
  const { made, said } = installer({ updates: { serverUrl, root: signers.root }, run: { program } })
  made.take(order(arg))
  expect(said).toMatchObject([{ id: ID, st: 'refused', err: { code } }])
  expect(requests).toEqual([])
})

test('an older version is installed where its release says so', async () => {
  const { serverUrl } = await serveImage(good)
  const run = { program: { ...FIRST_PROGRAM, version: '1.2.0' } }
  const { made, ends } = installer({ updates: { serverUrl, root: signers.root }, run })
  made.take(order(signers.order(good, { rollback: true })))
  await expect.poll(ends).toMatchObject([{ st: 'done', out: { version: '1.1.0' } }])
})

test('without a root key nothing is believed', () => {
  const { made, said } = installer()
  made.take(order(signers.order(good)))
  expect(said).toMatchObject([{ st: 'refused', err: { code: 'E_NO_ROOT' } }])
})

test.each([
  ['other bytes than are signed', good, Buffer.from(good).fill('x', 0, 1), [], 'E_HASH'],
  ['an image that the terminal may not have', good, good, [404], 'E_FETCH'],
  ['all of a file instead of a part', good, good, [200], 'E_FETCH'],
  ['what is no JSON', Buffer.from('#!/bin/sh'), null, [], 'E_INSTALL'],
  ['another program', Buffer.from('{"program":"shell","version":"1.1.0"}'), null, [], 'E_INSTALL'],
  ['another version than its release says', imageOf('1.1.1'), null, [], 'E_INSTALL'],
  ['a misspelled behaviour', imageOf('1.1.0', { startsnot: true }), null, [], 'E_INSTALL'],
])('%s: it fails, and what ran goes on', async (_, image, served, statuses, code) => {
  const { serverUrl } = await serveImage(served ?? image, [...statuses])
  const { made, said, ends, run } = installer({ updates: { serverUrl, root: signers.root } })
  made.take(order(signers.order(image)))
  await expect.poll(ends).toMatchObject([{ st: 'failed', err: { code } }])
  expect(ends()[0]?.out).toBeUndefined()
  expect(said.map(({ out }) => out?.step)).not.toContain('restarting')
  expect(run.program.version).toBe('1.0.0')
})

test('a server that fails is tried until it does not, after 5, 10 … 300 s', async () => {
  const { requests, serverUrl } = await serveImage(good, Array(8).fill(503))
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms / 1_000)
  const { made, ends } = installer({ updates: { serverUrl, root: signers.root }, pause })
  made.take(order(signers.order(good)))
  await expect.poll(ends).toMatchObject([{ st: 'done' }])
  expect(requests).toHaveLength(9)
  expect(pauses.slice(0, 8)).toEqual([5, 10, 20, 40, 80, 160, 300, 300])
})

test('over a line that is cut nothing is fetched; then it goes on by itself', async () => {
  const { requests, serverUrl } = await serveImage(good)
  let tries = 0
  const isCut = () => ++tries <= 6
  const { made, ends } = installer({ updates: { serverUrl, root: signers.root }, isCut })
  made.take(order(signers.order(good)))
  await expect.poll(ends).toMatchObject([{ st: 'done' }])
  expect([requests.length, tries]).toEqual([1, 7])
})

test.each([
  ['does not start', { startsNot: true }, 'E_CONFIRM'],
  ['cannot sign in', { cannotDial: true }, 'E_LINK'],
])('of a build that %s the program before comes back', async (_, behaviour, code) => {
  const image = imageOf('1.1.0', behaviour)
  const { serverUrl } = await serveImage(image)
  const { made, said, ends, run } = installer({ updates: { serverUrl, root: signers.root } })
  made.take(order(signers.order(image)))
  await expect.poll(ends).toHaveLength(1)
  const out = { version: '1.0.0', boot: BOOT, isRolledBack: true }
  expect(ends()).toMatchObject([{ st: 'failed', err: { code }, out }])
  expect(said.map(({ out: { step } = {} }) => step)).not.toContain('confirming')
  expect(run.program).toMatchObject({ version: '1.0.0', keysNumber: 0 })
  expect(made.runs.version).toBe('1.0.0')
})

test('an order that comes again is carried out once, and answered as before', async () => {
  const { requests, serverUrl } = await serveImage(good)
  const updates = { serverUrl, root: signers.root }
  const { made, said, ends, run } = installer({ updates })
  const again = order(signers.order(good))
  made.take(again)
  made.take(again)
  // never two at once
  made.take(order(signers.order(good), OTHER_ID))
  expect(ends()).toMatchObject([{ id: OTHER_ID, st: 'refused', err: { code: 'E_BUSY' } }])
  await expect.poll(ends).toHaveLength(2)
  const [, done] = ends()
  said.length = 0
  made.take(again)
  expect(said).toEqual([done])
  expect(requests).toHaveLength(1)
  // after another start of the simulation as well
  const restarted = installer({ updates, run })
  restarted.made.take(again)
  expect(restarted.said).toEqual([done])
})

test('one that was interrupted is carried out from the start when its order comes again', async () => {
  const { requests, serverUrl } = await serveImage(good)
  const held = { count: 0 }
  let isHeld = true
  const { made, ends, run } = installer({
    updates: { serverUrl, root: signers.root },
    restart: async () => {
      held.count += 1
      return isHeld ? new Promise(() => {}) : { boot: BOOT }
    },
  })
  made.take(order(signers.order(good)))
  await expect.poll(() => held.count).toBe(1)
  expect(made.runs.version).toBe('1.1.0')
  made.interrupt()
  expect([made.runs.version, run.program.version]).toEqual(['1.0.0', '1.0.0'])
  isHeld = false
  made.take(order(signers.order(good)))
  await expect.poll(ends).toMatchObject([{ id: ID, st: 'done' }])
  expect([requests.length, held.count]).toEqual([2, 2])
})
