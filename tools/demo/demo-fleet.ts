import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { type Clock, epochMs } from '@coldkeep/domain/time/instant'
import { advanceStoreDays } from '@coldkeep/server/analysis/run-store-days'
import { storeDayAnalyses } from '@coldkeep/server/analysis/store-day-analyses'
import type { Database } from '@coldkeep/server/db/connect'
import { throwing } from '@coldkeep/server/testing/throwing'
import type { Fleet } from '@coldkeep/simulator/fleet/fleet'
import type { Logger } from 'pino'
import { planAmber } from './amber'
import { busCountsOf } from './bus-counts'
import { recordCalibrations } from './calibrations'
import { walkRounds } from './day-sheets'
import { giveConfiguration } from './give-configuration'
import { readMemory, type SimulationMemory, writeMemory } from './memory'
import { readModels } from './models'
import { makeOlderPast } from './older-past'
import { makePast, type PastParts } from './past'
import { attendToAlarms, judgePast } from './past-alarms'
import { plantPastEnergy } from './past-energy'
import { demoFleet, FIRST_REVISION, type PlantedFleet } from './planted'
import { uploadImages } from './releases'
import { reportRepairs } from './repairs'
import { makeScriptLibrary } from './script-library'
import { grantServicePoints } from './service-points'
import { demo, type demoFiles } from './settings'
import { Simulation } from './simulation'
import { sendStoreMessages } from './store-messages'
import { PORT_ID, startTerminalProgram, terminalSettingsOf } from './terminals'
import { planUpkeep } from './upkeep'
import type { Visitor } from './visitor'

export interface DemoFleetParts {
  readonly database: Database
  readonly planted: PlantedFleet
  readonly files: ReturnType<typeof demoFiles>
  readonly brokerUrl: string
  /** Where terminals fetch what they are to run, and whose commands they take. */
  readonly serverUrl: string
  readonly commandKeys: readonly TrustedKey[]
  /** From whose key the signatures of releases follow. */
  readonly releaseRoot: TrustedKey
  /** Whether the demo has the keys to sign releases itself. */
  readonly isSigner: boolean
  readonly clock: Clock
  readonly log: Logger
  readonly report: (line: string) => void
}

const DAY_MS = 86_400_000
const SAVE_EVERY_MS = 5 * 60_000
const TERMINAL_STOP_MS = 5_000

/** The fleet around the server: its past, its simulated present, and the two real terminals. */
export class DemoFleet {
  readonly #parts: DemoFleetParts
  readonly #fleet: Fleet
  readonly #simulation: Simulation
  readonly #terminals: ChildProcess[] = []
  readonly #isNew: boolean
  #memory: SimulationMemory
  #isStopping = false
  #older: Promise<void> = Promise.resolve()
  #saving: NodeJS.Timeout | null = null

  private constructor(
    parts: DemoFleetParts,
    fleet: Fleet,
    simulation: Simulation,
    memory: SimulationMemory,
    isNew: boolean,
  ) {
    this.#isNew = isNew
    this.#parts = parts
    this.#fleet = fleet
    this.#simulation = simulation
    this.#memory = memory
  }

  /** Makes the recent days where they are missing, then goes live. */
  static async start(parts: DemoFleetParts): Promise<DemoFleet> {
    const fleet = demoFleet(parts.planted.madeAtMs)
    const simulation = await Simulation.start(parts.planted.madeAtMs)
    const kept = readMemory(parts.files.simulation)
    const memory = kept ?? (await makeRecentPast(parts, fleet, simulation))
    const started = new DemoFleet(parts, fleet, simulation, memory, kept === null)
    await started.#goLive()
    return started
  }

  /** What people would have made by now, through the calls of the running server; what is there stays. */
  async furnish(visitor: Visitor, applicant: Visitor | null, reader: Visitor | null): Promise<void> {
    const { planted, clock, log, files, isSigner, database } = this.#parts
    const polled = this.#fleet.stores.filter(({ link }) => link === 'modbus')
    const storeIds = polled.flatMap(({ index }) => planted.stores[index]?.storeId ?? [])
    await makeScriptLibrary(visitor, { storeIds, devices: polled[0]?.devices ?? [] }).catch(
      (error: unknown) => log.warn({ err: error }, 'the script files are left to the visitor'),
    )
    await recordCalibrations(visitor, { fleet: this.#fleet, planted, now: clock.now() }).catch(
      (error: unknown) => log.warn({ err: error }, 'the calibrations are left to the visitor'),
    )
    await planUpkeep(visitor, { fleet: this.#fleet, now: clock.now() }).catch((error: unknown) =>
      log.warn({ err: error }, 'upkeep is left to the visitor'),
    )
    await planAmber(visitor, database.kysely, clock.now()).catch((error: unknown) =>
      log.warn({ err: error }, 'further engineers are left to the visitor'),
    )
    await walkRounds(visitor, { seed: this.#fleet.seed, now: clock.now() }).catch((error: unknown) =>
      log.warn({ err: error }, 'rounds and daily sheets are left to the visitor'),
    )
    if (applicant !== null)
      await grantServicePoints({ administrator: visitor, applicant }, database.kysely, clock.now()).catch(
        (error: unknown) => log.warn({ err: error }, 'service points are left to the visitor'),
      )
    if (reader !== null)
      await sendStoreMessages({ administrator: visitor, reader }, clock.now()).catch((error: unknown) =>
        log.warn({ err: error }, 'messages to stores are left to the visitor'),
      )
    if (!isSigner) return
    await uploadImages(visitor, files).catch((error: unknown) =>
      log.warn({ err: error }, 'the images are left to the visitor'),
    )
  }

  /** The alarms of the recent days, behind the running demo; only once. */
  async judgeRecentPast(visitor: Visitor | null): Promise<void> {
    const { planted, clock, database, report, log } = this.#parts
    if (!this.#isNew) return
    const shouldStop = () => this.#isStopping
    const now = clock.now()
    const since = epochMs(this.#memory.recentFromMs)
    if (!(await judgePast({ db: database.kysely, planted, since, now, shouldStop }))) return
    if (visitor) {
      await attendToAlarms(visitor, now).catch((error: unknown) =>
        log.warn({ err: error }, 'the alarms of the past are left to the visitor'),
      )
      await reportRepairs(visitor, database.kysely, now).catch((error: unknown) =>
        log.warn({ err: error }, 'the cases of repair are left to the visitor'),
      )
    }
    report('The alarms of the recent days are judged')
  }

  /** The days before the recent ones, behind the running demo; ends early when it is stopped. */
  async makeOlderPast(): Promise<void> {
    const { planted, clock, log, report, database } = this.#parts
    // A simulation of its own: the live one must not wait for arithmetic about last month.
    const simulation = await Simulation.start(planted.madeAtMs)
    const parts: PastParts = { database, simulation, fleet: this.#fleet, planted, now: clock.now() }
    const shouldStop = () => this.#isStopping
    this.#older = plantPastEnergy(database.kysely, this.#fleet, planted, shouldStop)
      .then(() => makeOlderPast(parts, this.#memory, { clock, log, shouldStop }))
      // a simulation that ends with everything else is no fault
      .catch((error: unknown) => {
        if (!this.#isStopping) throw error
      })
      .finally(async () => {
        await simulation.stop()
      })
    await this.#older
    if (this.#isStopping) return
    report('The older days are complete')
    if (this.#isNew) await this.#judgeOlderPast()
  }

  async #judgeOlderPast(): Promise<void> {
    const { planted, clock, database } = this.#parts
    const since = epochMs(planted.madeAtMs - demo.historyDays * DAY_MS)
    const shouldStop = () => this.#isStopping
    await judgePast({ db: database.kysely, planted, since, now: clock.now(), shouldStop })
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    if (this.#saving) clearInterval(this.#saving)
    await Promise.all(this.#terminals.map(stopTerminal))
    await this.#older.catch(() => {})
    this.#remember(await this.#simulation.stop())
  }

  async #goLive(): Promise<void> {
    const { planted, files, brokerUrl, serverUrl, commandKeys, releaseRoot, database, clock, report } =
      this.#parts
    const ports = await this.#simulation.goLive({
      brokerUrl,
      updates: { serverUrl, root: releaseRoot },
      saved: this.#memory.saved,
      stores: planted.stores.map(({ secret, devices }, index) => ({
        index,
        secret,
        revision: FIRST_REVISION,
        pointIds: devices.map((device) => device.pointIds),
      })),
    })
    const models = readModels()
    for (const [index, port] of ports) {
      const store = this.#fleet.stores[index]
      const known = planted.stores[index]
      if (!store || !known) continue
      const folder = join(files.terminals, store.terminalId)
      const statistics = await busCountsOf(database.kysely, store, known, PORT_ID)
      const settings = {
        ...terminalSettingsOf(store, known, models, { brokerUrl, port }),
        statistics,
        serverUrl,
        commandKeys: [...commandKeys],
      }
      await giveConfiguration(database.kysely, known.storeId, settings, clock.now())
      this.#terminals.push(startTerminalProgram(folder, settings, known.secret))
      report(`${store.terminalId} polls ${store.name} over Modbus TCP on port ${port}`)
    }
    this.#saving = setInterval(() => {
      void this.#simulation.save().then((saved) => this.#remember(saved))
    }, SAVE_EVERY_MS)
  }

  #remember(saved: SimulationMemory['saved']): void {
    this.#memory = { ...this.#memory, saved: new Map([...this.#memory.saved, ...saved]) }
    writeMemory(this.#parts.files.simulation, this.#memory)
  }
}

async function makeRecentPast(
  parts: DemoFleetParts,
  fleet: Fleet,
  simulation: Simulation,
): Promise<SimulationMemory> {
  const { report, clock, planted, database, files } = parts
  const toMs = Math.floor(clock.now() / 60_000) * 60_000
  // The recent past begins with a day of UTC: hours and days before it are whole.
  const recentFromMs = Math.floor((toMs - demo.recentDays * DAY_MS) / DAY_MS) * DAY_MS
  const storeIndexes = fleet.stores.map((store) => store.index)
  let blocks = 0
  let reportedPercent = 0
  const all = storeIndexes.length * Math.ceil((toMs - recentFromMs) / DAY_MS)
  report(`Making the last ${demo.recentDays} days of ${fleet.stores.length} stores`)
  const made = await makePast(
    { database, simulation, fleet, planted, now: clock.now() },
    {
      fromMs: recentFromMs,
      toMs,
      storeIndexes,
      as: 'scans',
      onBlock: () => {
        const percent = Math.floor((100 * ++blocks) / all)
        if (percent >= reportedPercent + 20) {
          reportedPercent = percent
          report(`  ${percent} %`)
        }
      },
    },
  )
  report('Analysing them')
  await advanceStoreDays(
    { db: database.kysely, analyses: storeDayAnalyses, aside: throwing, shouldStop: () => false },
    planted.stores.map(({ storeId }) => storeId),
    clock.now(),
  )
  const memory = { recentFromMs, ...made }
  writeMemory(files.simulation, memory)
  return memory
}

async function stopTerminal(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), TERMINAL_STOP_MS)
  await ended
  clearTimeout(timer)
}
