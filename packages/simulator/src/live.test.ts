import { commandResult } from '@coldkeep/contract/mqtt/command'
import { readMessage } from '@coldkeep/contract/mqtt/envelope'
import { afterEach, expect, test, vi } from 'vitest'
import type { FaultLabel } from './faults'
import { generateHistory } from './history'
import type { LiveStore } from './live/live-terminal'
import {
  closeAll,
  cyclesOf,
  ends,
  fleet,
  liveStore,
  nowMs,
  startBroker,
  startFleet,
  statesOf,
} from './testing/live-rig'

afterEach(closeAll)

test('stores sign on, report that they are online, and send every cycle after the end of the history', async () => {
  const { received, port } = await startBroker()
  const stores = [liveStore(0), liveStore(1)]
  const live = startFleet(port, stores)
  // A cycle may fall due before the store is connected and come as backlog; repeats and signs of life are allowed.
  const cyclesBy = ({ run: { store } }: LiveStore) => {
    const last = ends.get(store.index)!.atMs
    const all = [...cyclesOf(received), ...cyclesOf(received, 'back')].filter(
      (one) => one.terminal === store.terminalId,
    )
    return [1, 2, 3].map((cycle) => all.find((one) => one.r.length > 0 && one.t === last + cycle * 300_000))
  }
  await vi.waitFor(() => {
    for (const store of stores) expect(cyclesBy(store)).not.toContain(undefined)
  }, 10_000)
  expect(live.status().connected).toBe(2)
  for (const store of stores) {
    const [first, second] = cyclesBy(store)
    expect(first!.r.map(([id]) => id)).toEqual(store.pointIds.flat())
    expect(first!.cfg).toBe(3)
    expect(second!.s).toBeGreaterThan(first!.s)
    const state = statesOf(received).find((one) => one.terminal === store.run.store.terminalId)!
    expect(state).toMatchObject({ on: 1, cfg: 3, retain: true, prog: 'simulator' })
  }
})

test('what is confirmed is forgotten', async () => {
  const { port, received } = await startBroker()
  const live = startFleet(port, [liveStore(0)])
  await expect.poll(() => cyclesOf(received).length).toBeGreaterThanOrEqual(3)
  await expect.poll(() => live.status().waiting).toBe(0)
})

test('what is not confirmed is sent again with the same number and the same content', async () => {
  const { port, received, options } = await startBroker()
  options.confirms = false
  startFleet(port, [liveStore(0)])
  const first = () =>
    received.filter((message) => message.channel === 'live' && cyclesOf([message])[0]!.s === 1)
  await expect.poll(() => first().length).toBeGreaterThanOrEqual(2)
  expect(first()[1]!.bytes).toEqual(first()[0]!.bytes)
})

test('cycles made while the broker was away come later as backlog, when granted, none missing', async () => {
  const first = await startBroker()
  const live = startFleet(first.port, [liveStore(0)])
  await expect.poll(() => cyclesOf(first.received).length).toBeGreaterThanOrEqual(1)
  await expect.poll(() => live.status().waiting).toBe(0)
  await first.stop()
  await expect.poll(() => live.status().waiting).toBeGreaterThanOrEqual(2)
  const second = await startBroker(first.port)
  await expect.poll(() => cyclesOf(second.received, 'back').length).toBeGreaterThanOrEqual(2)
  await expect.poll(() => live.status().waiting).toBe(0)
  const all = [...first.received, ...second.received]
  const sequences = new Set([...cyclesOf(all), ...cyclesOf(all, 'back')].map((cycle) => cycle.s))
  expect([...sequences].sort((a, b) => a - b)).toEqual(Array.from(sequences, (_, at) => at + 1))
  const backlog = statesOf(second.received)[0]!
  expect(backlog.on === 1 && backlog.q.n).toBeGreaterThan(0)
})

test('a terminal that loses its power leaves without a word, the broker publishes its will, and it comes back', async () => {
  const { port, received } = await startBroker()
  const dark: FaultLabel = {
    deviceIndex: null,
    fault: 'terminal_offline',
    startMs: nowMs + 400_000,
    endMs: nowMs + 1_300_000,
    rampDays: 0,
    severity: 1,
  }
  startFleet(port, [liveStore(0, [dark])])
  await vi.waitFor(
    () => expect(statesOf(received).map((state) => state.on)).toEqual(expect.arrayContaining([1, 0])),
    10_000,
  )
  await expect.poll(() => statesOf(received).at(-1)!.on).toBe(1)
  await expect.poll(() => cyclesOf(received).at(-1)!.t).toBeGreaterThan(dark.endMs!)
  for (const cycle of [...cyclesOf(received), ...cyclesOf(received, 'back')])
    expect(cycle.t < dark.startMs || cycle.t >= dark.endMs!).toBe(true)
  const names = statesOf(received).map((state) => `${state.on} ${state.cn}`)
  expect(names.some((name) => name.startsWith('0') && names.includes(`1${name.slice(1)}`))).toBe(true)
})

test('a wrong secret is reported and retried, and nothing is lost in the meantime', async () => {
  const { port, received } = await startBroker()
  const problems: string[] = []
  const live = startFleet(port, [liveStore(0, [], 'wrong')], {
    onProblem: (id, reason) => problems.push(`${id} ${reason.message}`),
  })
  await expect.poll(() => problems.length).toBeGreaterThanOrEqual(2)
  expect(problems[0]).toContain(fleet.stores[0]!.terminalId)
  await expect.poll(() => live.status().waiting).toBeGreaterThanOrEqual(1)
  expect(received).toEqual([])
})

test('a stop signs off, so that the store counts as offline at once', async () => {
  const { port, received } = await startBroker()
  const live = startFleet(port, [liveStore(0)])
  await expect.poll(() => live.status().connected).toBe(1)
  await live.stop()
  await expect.poll(() => statesOf(received).at(-1)!).toMatchObject({ on: 0, retain: true })
})

test('a stop does not wait for a broker that is gone', async () => {
  const { port, stop } = await startBroker()
  const live = startFleet(port, [liveStore(0), liveStore(1)])
  await expect.poll(() => live.status().connected).toBe(2)
  await stop()
  const startedMs = Date.now()
  await live.stop()
  expect(Date.now() - startedMs).toBeLessThan(4000)
})

test('what was saved while live is where a later history goes on', async () => {
  const { port, received } = await startBroker()
  const live = startFleet(port, [liveStore(0)])
  await expect.poll(() => cyclesOf(received).length).toBeGreaterThanOrEqual(2)
  const saved = live.saved()
  const last = saved.get(0)!.atMs
  const parts = [
    ...generateHistory({
      fleet,
      fromMs: nowMs,
      toMs: last + 700_000,
      storeIndexes: [0],
      resumeFrom: saved,
    }),
  ]
  const times = parts.flatMap((part) => (part.kind === 'block' ? Array.from(part.block.devices[0]!.at) : []))
  expect(times).toEqual([last + 300_000, last + 600_000])
})

test('an order is refused at once, and only once, since no one carries it out', async () => {
  const { received, port, say } = await startBroker()
  const store = liveStore(0)
  const { terminalId } = store.run.store
  startFleet(port, [store])
  await expect.poll(() => statesOf(received)).not.toHaveLength(0)
  const id = '01JD0000000000000000000000'
  const p = Buffer.from(JSON.stringify({ v: 1, id, tid: terminalId, op: 'restart' })).toString('base64url')
  for (const channel of ['cmd', 'cfg', 'cmd'] as const) say(terminalId, channel, { k: 'k', p, sig: '' })
  say(terminalId, 'cmd', {
    k: 'k',
    p: Buffer.from(JSON.stringify({ id: id.replace('1', '2') })).toString('base64url'),
    sig: '',
  })
  // no one acknowledges them: said again they have the same number
  const resultsOf = () => {
    const byNumber = new Map<number, unknown[]>()
    for (const { bytes } of received.filter(({ channel }) => channel === 'res')) {
      const read = readMessage(commandResult, bytes)
      if (read.ok) byNumber.set(read.value.s, [read.value.id, read.value.st, read.value.err?.code])
    }
    return [...byNumber.values()]
  }
  await expect.poll(() => resultsOf()).toHaveLength(2)
  expect(resultsOf()).toEqual([
    [id, 'refused', 'E_SIMULATED'],
    [id.replace('1', '2'), 'refused', 'E_SIMULATED'],
  ])
})
