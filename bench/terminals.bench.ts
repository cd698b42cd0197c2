import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@coldkeep/server/testing/free-port'
import { DURABLE, startPostgresql } from '@coldkeep/server/testing/postgresql-server'
import { type Child, startChild } from './child'
import { PERIOD_SECONDS, READINGS_PER_MESSAGE } from './polled-fleet'
import type { Report, Wishes } from './report'
import { quantile } from './sample'
import { type BenchServer, startBenchServer, storedReadings } from './server-child'
import type { CrowdLook, tasks } from './terminal-crowd'

const TERMINALS = 2_000
const MINUTES = 10
const BACKLOG_MINUTES = 120
/** Least number of parts of the run that are compared with each other; otherwise one a minute. */
const FEWEST_WINDOWS = 5
const DRAIN_WINDOW_MS = 15_000
const CONNECTED_WITHIN_MS = 180_000
const RESTS_WITHIN_MS = 180_000
/** A drain that takes longer is reported as not done. */
const DRAINED_WITHIN_MS = 90 * 60_000

interface Size {
  readonly terminals: number
  readonly minutes: number
  readonly backlogMinutes: number
  readonly profile: string | undefined
}

type Crowd = Child<typeof tasks>

/** What is looked at in a part of a run. */
interface Window {
  readonly look: CrowdLook
  readonly server: Awaited<ReturnType<BenchServer['usage']>>
}

/**
 * Terminals with their own outboxes and links in one process, the server in another. First they report what they poll,
 * then they come back after two hours without a line and bring what waited, while they go on polling.
 */
export async function run(report: Report, wishes: Wishes): Promise<void> {
  const size: Size = {
    terminals: Number(wishes.terminals ?? TERMINALS),
    minutes: Number(wishes.minutes ?? MINUTES),
    backlogMinutes: Number(wishes.backlog ?? BACKLOG_MINUTES),
    profile: wishes.profile,
  }
  const { database = 'both' } = wishes
  if (database !== 'postgresql') await onDatabase(report, size, 'embedded', null)
  if (database === 'embedded') return
  const postgresql = await startPostgresql(DURABLE)
  try {
    await onDatabase(report, size, 'postgresql', postgresql.url)
  } finally {
    await postgresql.stop()
  }
}

async function onDatabase(
  report: Report,
  size: Size,
  name: string,
  databaseUrl: string | null,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-bench-'))
  // two thousand boxes have two thousand disks; here none waits for that of the server
  const boxes = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'coldkeep-boxes-'))
  const mqttPort = await freePort()
  const server = await startBenchServer({
    folder,
    mqttPort,
    stores: size.terminals + 1,
    databaseUrl,
    profile: size.profile,
  })
  const crowd: Crowd = startChild(join(import.meta.dirname, 'terminal-crowd.ts'), [])
  let made = 0
  try {
    const place = { terminals: size.terminals, mqttPort, folder: boxes }
    await crowd.call('open', place)
    made = await measure({ report, size, server, crowd, name })
    await crowd.call('close')
  } finally {
    await crowd.end()
    await server.end()
    rmSync(boxes, { recursive: true, force: true })
  }
  const stored = await storedReadings(folder, databaseUrl)
  say(`readings made, stored, lost, ${name}`, `${show(made)}, ${show(stored)}, ${show(made - stored)}`)
  rmSync(folder, { recursive: true, force: true })
}

interface Run {
  readonly report: Report
  readonly size: Size
  readonly server: BenchServer
  readonly crowd: Crowd
  readonly name: string
}

/** @returns readings that the terminals made */
async function measure({ report, size, server, crowd, name }: Run): Promise<number> {
  const { terminals, minutes } = size
  const perSecond = (terminals * READINGS_PER_MESSAGE) / PERIOD_SECONDS
  console.log(`  ${show(terminals)} terminals, ${show(perSecond)} readings/s, ${minutes} min, ${name}`)
  const connectedMs = await crowd.call('connect', { withinMs: CONNECTED_WITHIN_MS })
  say(`all connected, with jitter, ${name}`, `${show(connectedMs / 1000)} s`)
  const firstAt = Date.now()
  const look = async (): Promise<Window> => ({ look: await crowd.call('look'), server: await server.usage() })
  const begin = await look()
  await crowd.call('startPolling')
  // the first cycle of each fills the caches of its devices
  await delay(1_000 * PERIOD_SECONDS)
  say(`longest of the first minute, not counted below, ${name}`, `${show(longest([await look()]))} ms`)
  const windows: Window[] = []
  const count = Math.max(FEWEST_WINDOWS, Math.ceil(minutes))
  for (let index = 0; index < count; index++) {
    await delay((minutes * 60_000) / count)
    windows.push(await look())
  }
  addLatencies(report, windows, name)
  printMemory([begin, ...windows], name)
  const live = await rest(crowd)
  printCounts(`live, ${name}`, NOTHING, live.counts)
  await drain({ report, size, server, crowd, name }, live, firstAt)
  return (await rest(crowd)).counts.readings
}

/** Two hours without a line, then all come back within seconds. */
async function drain(
  { report, size, server, crowd, name }: Run,
  before: CrowdLook,
  firstAt: number,
): Promise<void> {
  if (size.backlogMinutes === 0) return
  await crowd.call('disconnect')
  const filled = await crowd.call('fill', { minutes: size.backlogMinutes, beforeMs: firstAt })
  await crowd.call('startPolling')
  const startedMs = performance.now()
  const used = await server.usage()
  await crowd.call('connect', { withinMs: CONNECTED_WITHIN_MS })
  await crowd.call('look')
  const windows: Window[] = []
  for (;;) {
    const windowEndMs = performance.now() + DRAIN_WINDOW_MS
    // the last cycle of some may be on its way
    const isDrained = async () => (await crowd.call('waiting')) <= size.terminals / 10
    while (!(await isDrained()) && performance.now() < windowEndMs) await delay(1_000)
    windows.push({ look: await crowd.call('look'), server: await server.usage() })
    if ((await isDrained()) || performance.now() - startedMs > DRAINED_WITHIN_MS) break
  }
  const seconds = (performance.now() - startedMs) / 1000
  const after = await rest(crowd)
  const cpuSeconds = (windows.at(-1)?.server.cpuSeconds ?? 0) - used.cpuSeconds
  const taken = after.counts.readings - before.counts.readings
  say(`backlog of ${size.backlogMinutes} min drained in, ${name}`, `${show(seconds)} s`)
  say(`backlog readings a second beside live ones, ${name}`, show(filled / seconds))
  say(`server's processor time while draining, ${name}`, `${show((cpuSeconds * 1e6) / taken)} s per million`)
  addLatencies(report, windows, `draining, ${name}`)
  printMemory(windows, `draining, ${name}`)
  printCounts(`draining, ${name}`, before.counts, after.counts)
}

/** Stops polling and waits until nothing is waiting. */
async function rest(crowd: Crowd): Promise<CrowdLook> {
  await crowd.call('stopPolling')
  const endMs = performance.now() + RESTS_WITHIN_MS
  for (;;) {
    await delay(250)
    const look = await crowd.call('look')
    if (look.waiting === 0 || performance.now() > endMs) return look
  }
}

function addLatencies(report: Report, windows: readonly Window[], where: string): void {
  const of = (kind: 'latencies' | 'receipts', share: number) =>
    windows.map(({ look }) => quantile(look[kind], share)).filter((ms) => !Number.isNaN(ms))
  const add = (name: string, samples: readonly number[]) => {
    if (samples.length >= 3) report.add(`${name}, ${where}`, 'ms', 'lower', samples)
    else say(`${name}, ${where}`, samples.map(show).join(', '))
  }
  add('reference: publish to receipt of broker p50', of('receipts', 0.5))
  add('publish to acknowledgement p50', of('latencies', 0.5))
  add('publish to acknowledgement p95', of('latencies', 0.95))
  add('publish to acknowledgement p99', of('latencies', 0.99))
  say(`publish to acknowledgement longest, ${where}`, `${show(longest(windows))} ms`)
}

function longest(windows: readonly Window[]): number {
  return windows.flatMap(({ look }) => look.latencies).reduce((most, ms) => Math.max(most, ms), 0)
}

type Counts = CrowdLook['counts']
const NOTHING: Counts = { readings: 0, messages: 0, published: 0, acknowledged: 0 }

function printCounts(where: string, before: Counts, after: Counts): void {
  const grown = (name: keyof Counts) => after[name] - before[name]
  const messages = grown('messages')
  const made = `${show(grown('published'))}, ${show(grown('acknowledged'))} of ${show(messages)}`
  say(`messages sent, acknowledged, ${where}`, made)
  say(`messages sent again, ${where}`, show(grown('published') - messages))
}

function printMemory(windows: readonly Window[], where: string): void {
  const three = [windows[0], windows[Math.floor(windows.length / 2)], windows.at(-1)]
  const of = (bytes: (window: Window) => number) =>
    three.map((window) => (window ? show(Math.round(bytes(window) / 2 ** 20)) : '')).join(', ')
  say(`memory of server begin, middle, end, ${where}`, `${of(({ server }) => server.rssBytes)} MB`)
  say(`memory of terminals begin, middle, end, ${where}`, `${of(({ look }) => look.rssBytes)} MB`)
}

function say(name: string, value: string): void {
  console.log(`  ${name.padEnd(64)} ${value}`)
}

function show(value: number): string {
  return value.toLocaleString('en-GB', { maximumSignificantDigits: 4 })
}
