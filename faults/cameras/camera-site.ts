import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CameraSettings } from '@coldkeep/contract/mqtt/camera-settings'
import { epochMs } from '@coldkeep/domain/time/instant'
import { loadFieldKeys } from '@coldkeep/server/commands/keys'
import { type RunningServer, startServer } from '@coldkeep/server/start-server'
import { bareSettings } from '@coldkeep/server/testing/bare-settings'
import { putMigratedDatabase } from '@coldkeep/server/testing/embedded-template'
import { freePort } from '@coldkeep/server/testing/free-port'
import { insertTinyFleet, type TinyFleet } from '@coldkeep/server/testing/tiny-fleet'
import { readSetup } from '@coldkeep/terminal/settings/read-setup'
import { type LiveTerminal, startTerminal } from '@coldkeep/terminal/terminal'
import { systemTime } from '@coldkeep/terminal/time/system-time'
import { pino } from 'pino'
import { until } from '../fault'

export const clock = { now: () => epochMs(Date.now()) }
const log = pino({ level: 'silent' })

/** A real server with its broker, and the real terminal program of a store with cameras. */
export class CameraSite implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'coldkeep-cameras-'))
  readonly #dataFolder = join(this.#folder, 'server')
  #server: RunningServer | null = null
  #terminal: LiveTerminal | null = null
  #ports = { http: 0, mqtt: 0 }
  #fleet: TinyFleet | null = null

  static async open(cameras: readonly CameraSettings[]): Promise<CameraSite> {
    const site = new CameraSite()
    site.#ports = { http: await freePort(), mqtt: await freePort() }
    await putMigratedDatabase(site.#dataFolder)
    const { http: port, mqtt: mqttPort } = site.#ports
    site.#server = await startServer(bareSettings(site.#dataFolder, { port, mqttPort }), {
      ...{ clock, log },
      report: () => {},
      prepare: async (db) => {
        site.#fleet = await insertTinyFleet(db, clock.now())
      },
      onBroken: (error) => {
        throw error
      },
    })
    await site.startTerminal(cameras)
    return site
  }

  get db() {
    if (this.#server === null) throw new Error('the server does not run')
    return this.#server.database.kysely
  }

  get address(): string {
    return this.#server?.address ?? ''
  }

  get fleet(): TinyFleet {
    if (this.#fleet === null) throw new Error('there is no fleet')
    return this.#fleet
  }

  get store() {
    return this.fleet.stores.alder
  }

  /** The program starts on its disk as it is, and the server knows its cameras. */
  async startTerminal(cameras: readonly CameraSettings[]): Promise<void> {
    const { terminalId } = this.store
    const credentialFile = join(this.#folder, 'credential')
    writeFileSync(credentialFile, terminalId.slice(3))
    chmodSync(credentialFile, 0o600)
    const settingsPath = join(this.#folder, 'settings.json')
    const keys = loadFieldKeys(this.#dataFolder)
    if (!keys.ok) throw new Error(keys.problem)
    const settings = {
      ...{ terminalId, credentialFile, cameras },
      brokerUrls: [`mqtt://127.0.0.1:${this.#ports.mqtt}`],
      serverUrl: this.address,
      commandKeys: keys.value.publicKeys(),
      allowedNetworks: ['127.0.0.1/32'],
      revision: 0,
      ports: [],
      scripts: [],
    }
    writeFileSync(settingsPath, JSON.stringify(settings))
    const dataFolder = join(this.#folder, 'box')
    const setup = await readSetup({ settingsPath, dataFolder, isInsecureAllowed: false })
    if (!setup.ok) throw new Error(setup.problem.why)
    this.#terminal = await startTerminal({ setup: setup.value, time: systemTime, log, random: () => 0 })
    await until(() => this.#isKnown(cameras.length), 'a terminal with its cameras')
  }

  /** The program ends, and the server knows it. */
  async stopTerminal(): Promise<void> {
    await this.#terminal?.stop()
    this.#terminal = null
    await until(async () => (await this.#state())?.connection === 'offline', 'a terminal offline')
  }

  /** A file of a photo, by its hash. */
  keptPhoto(sha256: Uint8Array): Buffer {
    return readFileSync(join(this.#dataFolder, 'photos', Buffer.from(sha256).toString('hex')))
  }

  async #isKnown(count: number): Promise<boolean> {
    const state = await this.#state()
    return state?.connection === 'online' && state.cameras.length === count
  }

  #state() {
    return this.db
      .selectFrom('terminalState')
      .select(['connection', 'cameras'])
      .where('terminalId', '=', this.store.terminalId)
      .executeTakeFirst()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopTerminal()
    await this.#server?.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
