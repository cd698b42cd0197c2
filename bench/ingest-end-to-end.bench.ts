import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { epochMs } from '@coldkeep/domain/time/instant'
import { freePort } from '@coldkeep/server/testing/free-port'
import { connectTerminal, type TestTerminal } from '@coldkeep/server/testing/ingest-rig'
import { DURABLE, startPostgresql } from '@coldkeep/server/testing/postgresql-server'
import { cycleMessage, READINGS_PER_MESSAGE, SECRET, terminalOf } from './polled-fleet'
import type { Report, Wishes } from './report'
import { quantile } from './sample'
import { startBenchServer, storedReadings } from './server-child'

const TERMINALS = 400
const READINGS_PER_SECOND = 20_000
const WINDOWS = 5
const WINDOW_MS = 6_000
const BURST_READINGS = 100_000
const BURSTS = 3
/** A message without an answer by then counts as not acknowledged. */
const ANSWERED_WITHIN_MS = 60_000
const COMMAS = 'en-GB'

/**
 * Messages of many terminals to the real server in a process of its own: received, judged by the alarm rules,
 * committed, acknowledged. First a steady rate, sent without waiting for answers; then bursts.
 */
export async function run(report: Report, { database = 'both' }: Wishes): Promise<void> {
  if (database !== 'postgresql') await measureOn(report, 'embedded', null)
  if (database === 'embedded') return
  const postgresql = await startPostgresql(DURABLE)
  try {
    await measureOn(report, 'postgresql', postgresql.url)
  } finally {
    await postgresql.stop()
  }
}

async function measureOn(report: Report, name: string, databaseUrl: string | null): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-bench-'))
  const mqttPort = await freePort()
  const server = await startBenchServer({ folder, mqttPort, stores: TERMINALS, databaseUrl })
  let sent = 0
  try {
    const terminals = await Promise.all(
      Array.from({ length: TERMINALS }, (_, store) => openSender(mqttPort, store)),
    )
    // the first cycles fill the caches of each device
    await answered(terminals.map((terminal) => terminal.send()))
    const before = await server.usage()
    await sendSteadily(report, terminals, name)
    const { cpuSeconds } = await server.usage()
    const million = (WINDOWS * WINDOW_MS * READINGS_PER_SECOND) / 1e9
    const perMillion = (cpuSeconds - before.cpuSeconds) / million
    console.log(`  server's processor time, ${name}: ${perMillion.toFixed(1)} s per million readings`)
    await sendBursts(report, terminals, name)
    for (const terminal of terminals) {
      sent += terminal.sent()
      await terminal.close()
    }
  } finally {
    await server.end()
  }
  const stored = await storedReadings(folder, databaseUrl)
  const counts = [sent * READINGS_PER_MESSAGE, stored, sent * READINGS_PER_MESSAGE - stored]
  console.log(
    `  readings sent, stored, lost, ${name}: ${counts.map((count) => count.toLocaleString(COMMAS)).join(', ')}`,
  )
  rmSync(folder, { recursive: true, force: true })
}

async function sendSteadily(report: Report, terminals: readonly Sender[], name: string): Promise<void> {
  const everyMs = (1_000 * READINGS_PER_MESSAGE) / READINGS_PER_SECOND
  const latencies: number[][] = []
  const startedMs = performance.now()
  let waiting: Promise<number>[] = []
  let windows: Promise<number[]>[] = []
  for (let message = 0; windows.length < WINDOWS; message++) {
    const dueMs = startedMs + message * everyMs
    await delay(Math.max(0, dueMs - performance.now()))
    waiting.push((terminals[message % terminals.length] as Sender).send())
    if (dueMs < startedMs + (windows.length + 1) * WINDOW_MS) continue
    windows = [...windows, answered(waiting)]
    waiting = []
  }
  latencies.push(...(await Promise.all(windows)))
  await answered(waiting)
  const rate = `${READINGS_PER_SECOND.toLocaleString(COMMAS)} readings/s`
  for (const share of [0.5, 0.99]) {
    report.add(
      `message to acknowledgement p${100 * share} at ${rate}, ${name}`,
      'ms',
      'lower',
      latencies.map((times) => quantile(times, share)),
    )
  }
}

async function sendBursts(report: Report, terminals: readonly Sender[], name: string): Promise<void> {
  const seconds: number[] = []
  for (let burst = 0; burst < BURSTS; burst++) {
    const startedMs = performance.now()
    const messages = Array.from({ length: Math.ceil(BURST_READINGS / READINGS_PER_MESSAGE) }, (_, index) =>
      (terminals[index % terminals.length] as Sender).send(),
    )
    await answered(messages)
    seconds.push((performance.now() - startedMs) / 1_000)
  }
  const size = `${BURST_READINGS.toLocaleString(COMMAS)} readings`
  report.add(`burst of ${size} acknowledged, ${name}`, 's', 'lower', seconds)
}

/** A terminal that sends a cycle on demand. */
interface Sender {
  /** Settles with the milliseconds until the acknowledgement. */
  send(): Promise<number>
  /** Messages so far. */
  sent(): number
  close(): Promise<void>
}

async function openSender(mqttPort: number, store: number): Promise<Sender> {
  const terminal: TestTerminal = await connectTerminal(mqttPort, terminalOf(store), {}, SECRET)
  let sequence = 0
  let lastMs = 0
  return {
    async send() {
      const own = ++sequence
      // a cycle of its own even where two are sent in one moment
      lastMs = Math.max(lastMs + 1, Date.now())
      const value = (point: number) => (point % 10 === 1 ? 0 : -20 + 3 * Math.sin(own + point))
      const bytes = cycleMessage(store, { sequence: own, at: epochMs(lastMs), value })
      const startedMs = performance.now()
      await terminal.say('live', bytes)
      await terminal.acknowledged(own)
      return performance.now() - startedMs
    },
    sent: () => sequence,
    close: async () => {
      await terminal.client.endAsync(true)
    },
  }
}

async function answered(messages: readonly Promise<number>[]): Promise<number[]> {
  const late = delay(ANSWERED_WITHIN_MS, null, { ref: false })
  const times = await Promise.race([Promise.all(messages), late])
  if (times === null) throw new Error('not every message was acknowledged')
  return times
}
