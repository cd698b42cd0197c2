import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { liveEvents, streamEvents } from '@coldkeep/contract/areas/alarms'
import { signIn } from '@coldkeep/contract/areas/session'
import { addressOf } from '@coldkeep/contract/call'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { freePort } from '@coldkeep/server/testing/free-port'
import { connectTerminal, type TestTerminal } from '@coldkeep/server/testing/ingest-rig'
import {
  airOf,
  cycleMessage,
  DEVICES,
  READINGS_PER_MESSAGE,
  SECRET,
  STORES,
  terminalOf,
} from './polled-fleet'
import type { Report } from './report'
import { quantile } from './sample'
import { startBenchServer } from './server-child'

const ROUNDS = 3
const ROUND_MS = 20_000
/** A store has a device go warm this often, so that alarms come one by one over the chain. */
const PROBE_EVERY_MS = 10_000
const LAST_EVENTS_MS = 3_000
const COLD_C = -20
const WARM_C = 5

/**
 * From the moment in which a terminal publishes a reading that is too warm to the event in the hands of a signed-in
 * listener, while every terminal sends its next cycle as soon as the last is acknowledged. Alongside, in the same
 * run: how long an acknowledgement takes.
 */
export async function run(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-bench-'))
  const mqttPort = await freePort()
  const server = await startBenchServer({ folder, mqttPort })
  try {
    await measure(report, server.address, mqttPort)
  } finally {
    await server.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(report: Report, address: string, mqttPort: number): Promise<void> {
  const terminals = await Promise.all(
    Array.from({ length: STORES }, (_, store) => connectTerminal(mqttPort, terminalOf(store), {}, SECRET)),
  )
  const listener = await listen(address)
  const rates: number[] = []
  const rounds: Round[] = []
  // the first round warms up
  for (let round = -1; round < ROUNDS; round++) {
    const measured: Round = { latencies: [], acknowledged: [], readings: 0 }
    listener.into(measured.latencies)
    const startedMs = performance.now()
    const untilMs = startedMs + ROUND_MS
    await Promise.all(
      terminals.map((terminal, store) => keepSending(terminal, store, untilMs, listener, measured)),
    )
    if (round < 0) continue
    rates.push((measured.readings * 1000) / (performance.now() - startedMs))
    await delay(LAST_EVENTS_MS)
    rounds.push(measured)
  }
  listener.leave()
  for (const terminal of terminals) await terminal.client.endAsync(true)
  const add = (name: string, of: (round: Round) => number) => report.add(name, 'ms', 'lower', rounds.map(of))
  report.add('readings taken in at the same time', 'readings/s', 'higher', rates)
  add('reference: publish to acknowledgement p50', ({ acknowledged }) => quantile(acknowledged, 0.5))
  add('reference: publish to acknowledgement p99', ({ acknowledged }) => quantile(acknowledged, 0.99))
  add('alarm, publish to listener p50', ({ latencies }) => quantile(latencies, 0.5))
  add('alarm, publish to listener p99', ({ latencies }) => quantile(latencies, 0.99))
  console.log(
    `  ${rounds.map(({ latencies }) => latencies.length).join(', ')} alarms in the rounds, ${listener.missing()} never came`,
  )
}

/** Milliseconds, and readings, of one round. */
interface Round {
  readonly latencies: number[]
  readonly acknowledged: number[]
  readings: number
}

const sequences = new Map<number, number>()
const probes = new Map<number, number>()

/** Sends cycle after cycle; now and then the next device of the store is too warm for one of them. */
async function keepSending(
  terminal: TestTerminal,
  store: number,
  untilMs: number,
  listener: Listener,
  measured: Round,
): Promise<void> {
  let probeMs = performance.now() + (PROBE_EVERY_MS * store) / STORES
  while (performance.now() < untilMs) {
    const sequence = (sequences.get(store) ?? 0) + 1
    sequences.set(store, sequence)
    const isProbe = performance.now() >= probeMs
    let warm = -1
    if (isProbe) {
      probeMs += PROBE_EVERY_MS
      warm = probes.get(store) ?? 0
      probes.set(store, warm + 1)
    }
    const warmPoint = warm < 0 || warm >= DEVICES ? -1 : airOf(warm)
    const value = (point: number) => (point % airOf(1) > 0 ? 0 : point === warmPoint ? WARM_C : COLD_C)
    const bytes = cycleMessage(store, { sequence, at: now(), value })
    const publishedMs = performance.now()
    if (warmPoint >= 0) listener.expect(String(store * DEVICES + warm + 1), publishedMs)
    await terminal.say('live', bytes)
    await terminal.acknowledged(sequence)
    terminal.acks.length = 0
    measured.acknowledged.push(performance.now() - publishedMs)
    measured.readings += READINGS_PER_MESSAGE
  }
}

interface Listener {
  /** Where the milliseconds of the alarms that follow are kept. */
  into(latencies: number[]): void
  expect(deviceId: string, publishedMs: number): void
  /** How many alarms were expected and did not come. */
  missing(): number
  leave(): void
}

/** Reads the stream of events as the console does. */
async function listen(address: string): Promise<Listener> {
  const basic = Buffer.from(`admin:${SECRET}`).toString('base64')
  const signedIn = await fetch(`${address}${signIn.path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
  })
  const { token } = (await signedIn.json()) as { token: string }
  const gone = new AbortController()
  const answer = await fetch(`${address}${addressOf(streamEvents, {}, { departmentId: null })}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: gone.signal,
  })
  if (!answer.ok || answer.body === null) throw new Error(`The events were answered with ${answer.status}`)
  const expected = new Map<string, number>()
  let kept: number[] = []
  const onEvent = (block: string) => {
    if (!block.includes('event: alarm')) return
    const { device } = liveEvents.alarm.parse(JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? ''))
    const publishedMs = expected.get(String(device?.id))
    if (device === null || publishedMs === undefined) return
    // the same alarm is announced again when it ends
    expected.delete(String(device.id))
    kept.push(performance.now() - publishedMs)
  }
  void readBlocks(answer.body, onEvent).catch((error: unknown) => {
    if (!gone.signal.aborted) throw error
  })
  return {
    into(latencies) {
      kept = latencies
    },
    expect: (deviceId, publishedMs) => expected.set(deviceId, publishedMs),
    missing: () => expected.size,
    leave: () => gone.abort(),
  }
}

async function readBlocks(body: AsyncIterable<Uint8Array>, onBlock: (block: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of body) {
    const blocks = (text + decoder.decode(part, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) onBlock(block)
  }
}

function now(): EpochMs {
  return epochMs(Date.now())
}
