import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { epochMs } from '@coldkeep/domain/time/instant'
import { connectTerminal, type TestTerminal } from '@coldkeep/server/testing/ingest-rig'
import { answerParent } from './child'
import { type CrowdCounts, type CrowdTerminal, openCrowdTerminal } from './crowd-terminal'
import { SECRET, terminalOf } from './polled-fleet'

// Terminals of a bench, all in this process; their outboxes are in a folder that is given.

const RECEIPT_EVERY_MS = 1_000
/** How many outboxes are opened or written at once. */
const AT_ONCE = 32
/** Terminals spread their return at this rate: 10,000 over a minute. */
const RETURNS_PER_SECOND = 10_000 / 60

export interface CrowdPlace {
  readonly terminals: number
  readonly mqttPort: number
  readonly folder: string
}

/** What happened since the last look, and the current state. */
export interface CrowdLook {
  /** From offer to acknowledgement, of cycles made on the line; milliseconds. */
  readonly latencies: readonly number[]
  /** From publishing to the broker's own receipt, which proves nothing about storage; milliseconds. */
  readonly receipts: readonly number[]
  readonly counts: Omit<CrowdCounts, 'latencies'>
  readonly connected: number
  readonly waiting: number
  readonly rssBytes: number
}

const counts: CrowdCounts = { readings: 0, messages: 0, published: 0, acknowledged: 0, latencies: [] }
let terminals: CrowdTerminal[] = []
let receipts: number[] = []
let probe: TestTerminal | null = null

export const tasks = {
  /** Opens all outboxes. The broker also has one more terminal, which measures receipts. */
  async open({ terminals: count, mqttPort, folder }: CrowdPlace): Promise<void> {
    const brokerUrl = `mqtt://127.0.0.1:${mqttPort}`
    const stores = Array.from({ length: count }, (_, store) => store)
    terminals = await inTurns(stores, (store) =>
      openCrowdTerminal({ store, folder: join(folder, String(store)), brokerUrl, counts }),
    )
    probe = await connectTerminal(mqttPort, terminalOf(count), {}, SECRET)
    void measureReceipts(probe)
  },
  /** @returns milliseconds until all were connected */
  async connect({ withinMs }: { withinMs: number }): Promise<number> {
    const startedMs = performance.now()
    for (const terminal of terminals) terminal.connect(terminals.length / RETURNS_PER_SECOND)
    await until(() => terminals.every((terminal) => terminal.isConnected), withinMs, 'connections')
    return performance.now() - startedMs
  },
  async disconnect(): Promise<void> {
    await inTurns(terminals, (terminal) => terminal.disconnect())
  },
  startPolling(): void {
    for (const terminal of terminals) terminal.startPolling()
  },
  stopPolling(): void {
    for (const terminal of terminals) terminal.stopPolling()
  },
  /** @returns readings put into the outboxes */
  async fill({ minutes, beforeMs }: { minutes: number; beforeMs: number }): Promise<number> {
    const before = counts.readings
    await inTurns(terminals, (terminal) => terminal.fill(minutes, epochMs(beforeMs)))
    return counts.readings - before
  },
  waiting: () => messagesWaiting(),
  look(): CrowdLook {
    const { latencies, ...others } = counts
    const look = {
      latencies,
      receipts,
      counts: others,
      connected: terminals.filter((terminal) => terminal.isConnected).length,
      waiting: messagesWaiting(),
      rssBytes: process.memoryUsage.rss(),
    }
    counts.latencies = []
    receipts = []
    return look
  },
  async close(): Promise<void> {
    await probe?.client.endAsync(true)
    await inTurns(terminals, (terminal) => terminal.close())
  },
}

function messagesWaiting(): number {
  return terminals.reduce((sum, terminal) => sum + terminal.waiting, 0)
}

/** Sends its state, which any terminal may do as often as it likes. */
async function measureReceipts({ say, client }: TestTerminal): Promise<void> {
  for (;;) {
    await delay(RECEIPT_EVERY_MS)
    if (!client.connected) return
    const startedMs = performance.now()
    const q = { n: 0, old: null }
    await say('st', { v: 1, on: 1, cn: 'probe', at: Date.now(), prog: 'bench', cfg: 1, q, up: 1 })
    receipts.push(performance.now() - startedMs)
  }
}

async function inTurns<In, Out>(all: readonly In[], work: (one: In) => Promise<Out>): Promise<Out[]> {
  const done: Out[] = []
  let next = 0
  const lane = async () => {
    for (;;) {
      const index = next++
      const one = all[index]
      if (one === undefined) return
      done[index] = await work(one)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return done
}

async function until(isTrue: () => boolean, withinMs: number, what: string): Promise<void> {
  const endMs = performance.now() + withinMs
  while (!isTrue()) {
    if (performance.now() > endMs) throw new Error(`${what} took more than ${withinMs} ms`)
    await delay(50)
  }
}

answerParent(tasks)
