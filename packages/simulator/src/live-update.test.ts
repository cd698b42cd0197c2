import { type CommandResult, commandResult } from '@coldkeep/contract/mqtt/command'
import { readMessage } from '@coldkeep/contract/mqtt/envelope'
import { qualityOf } from '@coldkeep/contract/mqtt/readings'
import { type Quality, quality } from '@coldkeep/domain/points/reading'
import { afterEach, expect, test } from 'vitest'
import type { FaultLabel } from './faults'
import type { LiveStore } from './live/live-terminal'
import { resumeStore } from './store-run'
import {
  closeAll,
  cyclesOf,
  fleet,
  liveStore,
  nowMs,
  type ReceivedMessage,
  startBroker,
  startFleet,
  statesOf,
} from './testing/live-rig'
import { imageOf, releaseSigners, serveImage } from './testing/release-rig'

afterEach(closeAll)

const signers = releaseSigners(nowMs)
const lost: readonly Quality[] = [quality.timeout, quality.malformed]
const ID = '01JD0000000000000000000001'

async function startWith(image: Buffer, store: LiveStore = liveStore(0), statuses: number[] = []) {
  const { serverUrl, requests } = await serveImage(image, statuses)
  const broker = await startBroker()
  const live = startFleet(broker.port, [store], { updates: { serverUrl, root: signers.root } })
  const { terminalId } = store.run.store
  await expect.poll(() => onlineOf(broker.received)).not.toHaveLength(0)
  const order = () => {
    const content = { v: 1, id: ID, tid: terminalId, op: 'fw.install', arg: signers.order(image) }
    const p = Buffer.from(JSON.stringify(content)).toString('base64url')
    broker.say(terminalId, 'cmd', { k: 'k', p, sig: '' })
  }
  return { ...broker, live, requests, order, store }
}

const onlineOf = (received: ReceivedMessage[]) =>
  statesOf(received).flatMap((one) => (one.on === 1 ? [one] : []))

/** Said again they have the same number. */
function resultsOf(received: ReceivedMessage[]): CommandResult[] {
  const byNumber = new Map<number, CommandResult>()
  for (const { bytes } of received.filter(({ channel }) => channel === 'res')) {
    const read = readMessage(commandResult, bytes)
    if (read.ok) byNumber.set(read.value.s, read.value)
  }
  return [...byNumber.values()].sort((a, b) => a.s - b.s)
}

test('a simulated terminal is updated: it goes offline, starts again with another program, and confirms it', async () => {
  const { received, order, store } = await startWith(imageOf('1.1.0'))
  const [first] = onlineOf(received)
  expect(first).toMatchObject({ prog: 'simulator', type: 'terminal-simulated', img: '1.0.0' })
  expect(first!.boot).toMatch(/^[0-9a-f]{16}$/)
  order()
  await expect.poll(() => resultsOf(received).at(-1)?.st).toBe('done')
  await expect.poll(() => onlineOf(received).at(-1)?.img).toBe('1.1.0')
  expect(resultsOf(received).map(({ st, out }) => out?.step ?? st)).toEqual([
    'accepted',
    'downloading',
    'downloading',
    'downloaded',
    'verified',
    'installing',
    'restarting',
    'confirming',
    'done',
  ])
  const last = onlineOf(received).at(-1)!
  expect(last.boot).not.toBe(first!.boot)
  expect(last.cn).not.toBe(first!.cn)
  expect(resultsOf(received).at(-1)?.out).toEqual({ version: '1.1.0', boot: last.boot })
  // between the two it was gone
  expect(statesOf(received).some(({ on, cn }) => on === 0 && cn === first!.cn)).toBe(true)
  expect(store.run.program.version).toBe('1.1.0')
})

test('of a build that does not start the version before is back, after another start', async () => {
  const { received, order } = await startWith(imageOf('1.1.0', { startsNot: true }))
  const { boot } = onlineOf(received)[0]!
  order()
  await expect.poll(() => resultsOf(received).at(-1)?.st).toBe('failed')
  await expect.poll(() => onlineOf(received).at(-1)?.boot).not.toBe(boot)
  const last = onlineOf(received).at(-1)!
  expect(last.img).toBe('1.0.0')
  expect(resultsOf(received).at(-1)).toMatchObject({
    err: { code: 'E_CONFIRM' },
    out: { version: '1.0.0', boot: last.boot, isRolledBack: true },
  })
  expect(new Set(onlineOf(received).map(({ img }) => img))).toEqual(new Set(['1.0.0']))
})

test('a build that loses polls of one model loses those of no other', async () => {
  const base = liveStore(0)
  const store = { ...base.run.store, lostPollShare: 0 }
  const run = { ...base.run, store }
  const { brand, model } = store.devices[0]!
  const isMet = store.devices.map((device) => device.brand === brand && device.model === model)
  expect(isMet).toContain(false)
  const name = `${brand} ${model}`
  const image = imageOf('1.1.0', { losesPolls: { model: name, share: 1 } })
  const { received, order } = await startWith(image, { ...base, run })
  order()
  await expect.poll(() => resultsOf(received).at(-1)?.st).toBe('done')
  const doneAt = resultsOf(received).at(-1)!.at
  const later = () =>
    [...cyclesOf(received), ...cyclesOf(received, 'back')].filter(({ t, r }) => t > doneAt && r.length > 0)
  await expect.poll(later).not.toHaveLength(0)
  const codes = new Map(later()[0]!.r.map((row) => [row[0], qualityOf(row)]))
  for (const [index, ids] of base.pointIds.entries())
    for (const id of ids)
      expect(lost.includes(codes.get(id)!), `point ${id} of device ${index}`).toBe(isMet[index])
})

test('a power cut ends an update without a word; after it the order is carried out from the start', async () => {
  const faults: FaultLabel[] = []
  const { received, order, requests } = await startWith(imageOf('1.1.0'), liveStore(0, faults), [0])
  const { boot } = onlineOf(received)[0]!
  order()
  await expect.poll(() => requests).toHaveLength(1)
  const always = { startMs: 0, endMs: null, rampDays: 0, severity: 1 }
  faults.push({ deviceIndex: null, fault: 'terminal_offline', ...always })
  await expect.poll(() => statesOf(received).at(-1)?.on).toBe(0)
  faults.pop()
  await expect.poll(() => statesOf(received).at(-1)?.on).toBe(1)
  expect(onlineOf(received).at(-1)).toMatchObject({ img: '1.0.0', boot: expect.not.stringMatching(boot!) })
  order()
  await expect.poll(() => resultsOf(received).at(-1)?.st).toBe('done')
  const accepted = resultsOf(received).filter(({ st }) => st === 'accepted')
  expect([accepted.length, requests.length]).toEqual([2, 2])
})

test('the version and the end of an update are kept with the store; one that was cut off begins again', async () => {
  const first = await startWith(imageOf('1.1.0'), liveStore(0), [0])
  first.order()
  await expect.poll(() => first.requests).toHaveLength(1)
  await first.live.stop()
  const { index } = first.store.run.store
  const cutOff = first.live.saved().get(index)!
  expect(cutOff.program?.version).toBe('1.0.0')

  const resumed = (saved: typeof cutOff): LiveStore => ({
    ...first.store,
    run: resumeStore(fleet, first.store.run.store, saved),
  })
  const second = await startWith(imageOf('1.1.0'), resumed(cutOff))
  second.order()
  await expect.poll(() => resultsOf(second.received).at(-1)?.st).toBe('done')
  const saved = second.live.saved().get(index)!
  await second.live.stop()

  const third = await startWith(imageOf('1.1.0'), resumed(saved))
  expect(onlineOf(third.received)[0]?.img).toBe('1.1.0')
  third.order()
  await expect.poll(() => resultsOf(third.received)).toHaveLength(1)
  expect(resultsOf(third.received)[0]).toMatchObject({ id: ID, st: 'done', out: { version: '1.1.0' } })
  expect(third.requests).toEqual([])
})

test('a line that is cut in the middle of an update ends nothing: the terminal goes on, and reports when it is back', async () => {
  const { received, order, live, store, requests } = await startWith(
    imageOf('1.1.0'),
    liveStore(0),
    Array(14).fill(503),
  )
  const line = new Set([store.run.store.terminalId])
  order()
  await expect.poll(() => requests.length).toBeGreaterThan(0)
  live.setLines(line, true)
  await expect.poll(() => statesOf(received).at(-1)?.on).toBe(0)
  const before = [requests.length, onlineOf(received).length]
  // the clock lives ten minutes in a second: what is polled in an hour and more waits
  await expect.poll(() => live.status().waiting).toBeGreaterThan(12)
  expect([requests.length, onlineOf(received).length]).toEqual(before)
  live.setLines(line, false)
  await expect.poll(() => resultsOf(received).at(-1)?.st).toBe('done')
  expect(resultsOf(received).map(({ st }) => st)).not.toContain('failed')
  expect(onlineOf(received).at(-1)?.img).toBe('1.1.0')
  await expect.poll(() => live.status().waiting).toBe(0)
})
