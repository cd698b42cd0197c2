import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  ANYWHERE,
  checkFirmwareTargets,
  type FirmwarePlan,
  getFirmwareJob,
  type InstallationState,
  startFirmwareJob,
  type WireInstallation,
} from '@coldkeep/contract/areas/firmware-jobs'
import type { Answer } from '@coldkeep/contract/call'
import type { FirmwareImageId, JobId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import { freePort } from '@coldkeep/server/testing/free-port'
import { makeFleet } from '@coldkeep/simulator/fleet/make-fleet'
import { LiveFleet, type LiveFleetOptions } from '@coldkeep/simulator/live'
import { SIMULATED_TYPE } from '@coldkeep/simulator/live/simulated-image'
import { startStore } from '@coldkeep/simulator/store-run'
import { modelFiles } from '@coldkeep/simulator/testing/model-files'
import { type DemoImage, ensureReleaseKeys, uploadImage, writeImage } from '../tools/demo/releases'
import { Visitor } from '../tools/demo/visitor'
import { readRootFile } from '../tools/release/key-folder'
import { SECRET, terminalOf } from './polled-fleet'
import type { Report, Wishes } from './report'
import { startBenchServer } from './server-child'

const STORES = 1_000
const RETURNS_PER_SECOND = 100
const CONNECTED_WITHIN_MS = 300_000
const JOB_WITHIN_MS = 900_000
const LOOKED_AT_EVERY_MS = 500
/** Of the second wave, whose lines are cut while it is at work. */
const CUT_SHARE = 0.3
/** Enough to see that nothing is given up; `--minutes 20` for what a store knows. */
const CUT_MINUTES = 2

/** A trial in a fiftieth, then a fifth, then all; no soak, so that the time is that of the work. */
const PLAN: FirmwarePlan = {
  waves: [
    { share: 0.02, least: 1 },
    { share: 0.2, least: 1 },
    { share: 1, least: 1 },
  ],
  soakMinutes: 0,
  maxFailShare: 0.05,
  maxFailCount: 3,
  window: null,
  rate: 2_000,
  mayPostpone: false,
}

const build = (version: string, behaviour: DemoImage['behaviour']): DemoImage => ({
  ...{ name: `${version}.json`, version, behaviour, rollback: false, isReleased: true },
})
const GOOD = build('1.1.0', {})
const CUT = build('1.2.0', {})
const BAD = build('1.3.0', { startsNot: true })

/**
 * The real server on the embedded database updates simulated stores: a good build reaches all of them, also where the lines
 * of a part of a wave are cut for some minutes, and one that does not start is stopped within the first wave, whose stores
 * go on with what they had.
 */
export async function run(_: Report, wishes: Wishes): Promise<void> {
  const stores = Number(wishes.stores ?? STORES)
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-bench-'))
  const clock = { now: () => epochMs(Date.now()) }
  const folders = { releaseKeys: join(folder, 'keys'), releaseImages: join(folder, 'images') }
  const releaseRoot = ensureReleaseKeys(folders.releaseKeys, clock.now())
  const mqttPort = await freePort()
  const server = await startBenchServer({ folder, mqttPort, stores, releaseRoot })
  const simulated = simulatedStores(stores)
  const live = new LiveFleet({
    brokerUrl: `mqtt://127.0.0.1:${mqttPort}`,
    stores: simulated,
    clock,
    spreadMs: (1_000 * stores) / RETURNS_PER_SECOND,
    updates: { serverUrl: server.address, root: readRootFile(releaseRoot) },
  })
  try {
    live.start()
    const visitor = await Visitor.signIn(server.address, 'admin', SECRET)
    const upload = async (image: DemoImage) => {
      await writeImage(folders, image, clock.now())
      return uploadImage(visitor, folders.releaseImages, image)
    }
    const good = await upload(GOOD)
    const known = async () =>
      (await visitor.call(checkFirmwareTargets, { body: { fileId: good, targets: ANYWHERE } })).terminals
    await until(async () => (await known()) === stores, CONNECTED_WITHIN_MS, 'all stores to report')
    const { done = 0 } = await bring(visitor, good, server)
    if (done !== stores) throw new Error(`a good build is done in ${done} stores of ${stores}`)
    expectVersions(simulated, GOOD.version)
    const cut = await bring(visitor, await upload(CUT), server, {
      live,
      cutMs: 60_000 * Number(wishes.minutes ?? CUT_MINUTES),
    })
    if (cut.done !== stores) throw new Error(`with lines cut ${cut.done} stores of ${stores} are done`)
    expectVersions(simulated, CUT.version)
    const { rolled_back: back = 0, waiting = 0 } = await bring(visitor, await upload(BAD), server)
    const isStopped = back > 0 && back <= firstWaveOf(stores) && back + waiting === stores
    if (!isStopped) throw new Error(`of a bad build ${back} came back, and ${waiting} wait`)
    expectVersions(simulated, CUT.version)
  } finally {
    await live.stop()
    await server.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

function firstWaveOf(stores: number): number {
  return Math.max(PLAN.waves[0]?.least ?? 0, Math.ceil(stores * (PLAN.waves[0]?.share ?? 0)))
}

/** Stores without equipment: what they would read is nothing to an update. */
function simulatedStores(count: number): LiveFleetOptions['stores'] {
  const nowMs = Math.floor(Date.now() / 60_000) * 60_000
  const fleet = makeFleet({ seed: 1, storeCount: 1, nowMs, models: modelFiles(), withFaults: false })
  const [drawn] = fleet.stores
  if (drawn === undefined) throw new Error('the fleet is empty')
  return Array.from({ length: count }, (_, index) => {
    const store = { ...drawn, index, devices: [], terminalId: terminalOf(index) }
    return { run: startStore(fleet, store, nowMs), secret: SECRET, pointIds: [], revision: 1 }
  })
}

/** What has begun with a terminal has ended, or nothing has. */
const RESTS: readonly InstallationState[] = ['waiting', 'done', 'failed', 'rolled_back', 'refused']

type Counts = Readonly<Record<string, number>>

/** Starts a job for all stores and follows it until nothing more happens. @returns how many are in which state then */
async function bring(
  visitor: Visitor,
  fileId: FirmwareImageId,
  server: Awaited<ReturnType<typeof startBenchServer>>,
  cutting: Cutting | null = null,
): Promise<Counts> {
  const before = await server.usage()
  const startedMs = performance.now()
  const body = { type: SIMULATED_TYPE, fileId, targets: ANYWHERE, plan: PLAN, note: '' }
  const { token } = await visitor.call(startFirmwareJob, { body })
  const look = () =>
    visitor.call(getFirmwareJob, { query: { token, state: 'all' as const, page: 1, pageSize: 1 } })
  let shown = await look()
  const lines = cutting === null ? null : cutLines(visitor, token, cutting)
  await until(
    async () => {
      shown = await look()
      const { state, counts } = shown.job
      return state === 'done' || (state === 'paused' && counts.every((one) => RESTS.includes(one.state)))
    },
    JOB_WITHIN_MS + (cutting?.cutMs ?? 0),
    'the job to end',
  )
  await lines
  const after = await server.usage()
  const { version, state, wave, counts } = shown.job
  say(
    `${version}: ${state} in wave ${wave} of ${PLAN.waves.length} after`,
    `${seconds(performance.now() - startedMs)} s`,
  )
  say(`${version}: waves`, shown.waves.map(({ terminals }) => terminals).join(', '))
  say(`${version}: installations`, counts.map((one) => `${one.terminals} ${one.state}`).join(', '))
  say(`${version}: server's processor time`, `${(after.cpuSeconds - before.cpuSeconds).toFixed(1)} s`)
  return Object.fromEntries(counts.map((one) => [one.state, one.terminals]))
}

interface Cutting {
  readonly live: LiveFleet
  readonly cutMs: number
}

/** Cuts lines of the second wave as soon as some of it are at work, and joins them again; nobody else does anything. */
async function cutLines(visitor: Visitor, token: JobId, { live, cutMs }: Cutting): Promise<void> {
  const look = (page: number) =>
    visitor.call(getFirmwareJob, { query: { token, state: 'all' as const, page, pageSize: 200 } })
  const isOpen = ({ state }: WireInstallation) => !RESTS.includes(state)
  const isAtWork = async () => {
    const wave = await waveOf(look, 2)
    return wave.length > 0 && 2 * wave.filter(isOpen).length >= wave.length
  }
  await until(isAtWork, JOB_WITHIN_MS, 'half of the second wave')
  const wave = await waveOf(look, 2)
  // as far apart as they can be
  const chosen = wave.filter((_, at) => Math.floor((at + 1) * CUT_SHARE) > Math.floor(at * CUT_SHARE))
  const terminals = new Set(chosen.map(({ terminalId }) => terminalId))
  live.setLines(terminals, true)
  const cutAtMs = performance.now()
  let contactMs: number | null = null
  while (performance.now() < cutAtMs + cutMs) {
    await delay(LOOKED_AT_EVERY_MS)
    const { job } = await look(1)
    if (contactMs === null && job.waitsFor === 'contact') contactMs = performance.now() - cutAtMs
    if (job.state !== 'running') throw new Error(`with lines cut the job is ${job.state}`)
  }
  const { job } = await look(1)
  const counts = job.counts.map((one) => `${one.terminals} ${one.state}`).join(', ')
  say(
    `lines cut for ${seconds(cutMs)} s, of terminals that are at work`,
    `${terminals.size} of ${wave.length}`,
  )
  say('shown as waiting for contact after', contactMs === null ? 'never' : `${seconds(contactMs)} s`)
  say('at the end of that', counts)
  live.setLines(terminals, false)
}

async function waveOf(
  look: (page: number) => Promise<Answer<typeof getFirmwareJob>>,
  wave: number,
): Promise<WireInstallation[]> {
  const first = await look(1)
  const stores = [...first.stores]
  for (let page = 2; stores.length < first.total; page++) stores.push(...(await look(page)).stores)
  return stores.filter((one) => one.wave === wave)
}

function expectVersions(stores: LiveFleetOptions['stores'], version: string): void {
  const others = stores.filter(({ run }) => run.program.version !== version)
  if (others.length > 0) throw new Error(`${others.length} stores do not run ${version}`)
  say('stores that run', `${stores.length} ${version}`)
}

async function until(isSo: () => Promise<boolean>, withinMs: number, what: string): Promise<void> {
  const endMs = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`waited ${seconds(withinMs)} s for ${what}`)
    await delay(LOOKED_AT_EVERY_MS)
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}

function say(name: string, value: string): void {
  console.log(`  ${name.padEnd(64)} ${value}`)
}
