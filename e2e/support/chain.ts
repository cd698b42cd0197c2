import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { epochMs } from '@coldkeep/domain/time/instant'
import { connect } from '@coldkeep/server/db/connect'
import { putMigratedDatabase } from '@coldkeep/server/testing/embedded-template'
import { freePort } from '@coldkeep/server/testing/free-port'
import { makeVirtualStore, type VirtualStore } from '@coldkeep/simulator/devices/virtual-store'
import { makeFleet } from '@coldkeep/simulator/fleet/make-fleet'
import { startStore } from '@coldkeep/simulator/store-run'
import { makeDemoAccounts } from '../../tools/demo/accounts'
import { readModels } from '../../tools/demo/models'
import { plantFleet } from '../../tools/demo/plant-fleet'
import type { PlantedDevice } from '../../tools/demo/planted'
import { startTerminalProgram, terminalSettingsOf } from '../../tools/demo/terminals'

export const CYCLE_SECONDS = 5

const clock = { now: () => epochMs(Date.now()) }
const SERVER_MAIN = join(import.meta.dirname, '../../packages/server/src/main.ts')

/** A virtual store, the real terminal program and the real server, each of which can be stopped and started. */
export class Chain {
  readonly address: string
  readonly account: { readonly login: string; readonly password: string }
  /** The first cabinet of the store. */
  readonly cabinet: PlantedDevice & { readonly unitId: number; readonly name: string }
  readonly #folder: string
  readonly #env: NodeJS.ProcessEnv
  readonly #store: VirtualStore
  readonly #startTerminal: (port: number) => ChildProcess
  #busPort = 0
  #server: ChildProcess | null = null
  #terminal: ChildProcess | null = null

  private constructor(parts: {
    folder: string
    ports: { http: number; mqtt: number }
    account: Chain['account']
    cabinet: Chain['cabinet']
    store: VirtualStore
    startTerminal: (port: number) => ChildProcess
  }) {
    this.#folder = parts.folder
    this.address = `http://127.0.0.1:${parts.ports.http}`
    this.account = parts.account
    this.cabinet = parts.cabinet
    this.#store = parts.store
    this.#startTerminal = parts.startTerminal
    this.#env = {
      ...process.env,
      PORT: String(parts.ports.http),
      COLDKEEP_MQTT_PORT: String(parts.ports.mqtt),
      COLDKEEP_DATA: join(parts.folder, 'data'),
    }
  }

  /** Plants a fleet of three stores; nothing runs yet. */
  static async plant(): Promise<Chain> {
    const folder = mkdtempSync(join(tmpdir(), 'coldkeep-chain-'))
    const models = readModels()
    const fleet = makeFleet({ seed: 7, storeCount: 3, nowMs: clock.now(), models, withFaults: false })
    await putMigratedDatabase(join(folder, 'data'))
    const database = await connect({ folder: join(folder, 'data') })
    const planting = await plantFleet(database.kysely, fleet)
    const signIns = join(folder, 'sign-in.txt')
    await makeDemoAccounts(
      database.kysely,
      fleet,
      planting,
      { file: signIns, adminPassword: null },
      clock.now(),
    )
    await database.close()

    const [login = '', password = ''] = readFileSync(signIns, 'utf8').split(/\s+/)
    const ports = { http: await freePort(), mqtt: await freePort() }
    const store = fleet.stores.find(({ link }) => link === 'modbus')
    const planted = store && planting.planted.stores[store.index]
    const device = store?.devices[0]
    const plantedDevice = planted?.devices[0]
    if (!store || !planted || !device || !plantedDevice) throw new Error('The fleet has no store on a bus')
    return new Chain({
      folder,
      ports,
      account: { login, password },
      cabinet: { ...plantedDevice, unitId: device.unitId, name: device.name },
      store: makeVirtualStore(startStore(fleet, store, wholeMinute()), models, clock, { framing: 'mbtcp' }),
      startTerminal: (port) => {
        const brokerUrl = `mqtt://127.0.0.1:${ports.mqtt}`
        const settings = terminalSettingsOf(store, planted, models, { brokerUrl, port })
        const scripts = settings.scripts.map((script) => ({ ...script, periodSeconds: CYCLE_SECONDS }))
        return startTerminalProgram(join(folder, 'terminal'), { ...settings, scripts }, planted.secret)
      },
    })
  }

  get busPort(): number {
    return this.#busPort
  }

  async startBus(): Promise<void> {
    this.#busPort = await this.#store.listener.start()
  }

  /** What the virtual cabinet does on the line. */
  setCabinetFault(kind: 'none' | 'mute'): void {
    const device = this.#store.devices.find(({ unitId }) => unitId === this.cabinet.unitId)
    if (device) device.fault = { kind }
  }

  async startServer(): Promise<void> {
    const child = spawn(process.execPath, ['--import', 'tsx', SERVER_MAIN], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    this.#server = child
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('serves at')) resolve()
      })
    })
  }

  /** As a power cut would. */
  async killServer(): Promise<void> {
    await end(this.#server, 'SIGKILL')
    this.#server = null
  }

  startTerminal(): void {
    this.#terminal = this.#startTerminal(this.#busPort)
  }

  /** Cycles that the terminal left out so far because the one before was still running, by its own account. */
  skippedCycles(): number {
    const log = readFileSync(join(this.#folder, 'terminal/terminal.log'), 'utf8')
    return log
      .split('\n')
      .filter((line) => line.includes('"overruns"'))
      .reduce((sum, line) => sum + Number((JSON.parse(line) as { overruns: number }).overruns), 0)
  }

  async stopTerminal(): Promise<void> {
    await end(this.#terminal, 'SIGTERM')
    this.#terminal = null
  }

  async close(): Promise<void> {
    await end(this.#terminal, 'SIGTERM')
    await end(this.#server, 'SIGTERM')
    await this.#store.listener.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

async function end(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

function wholeMinute(): number {
  return Math.floor(Date.now() / 60_000) * 60_000
}
