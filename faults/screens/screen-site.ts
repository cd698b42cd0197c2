import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScreenSettings } from '@coldkeep/contract/mqtt/screen-settings'
import { epochMs } from '@coldkeep/domain/time/instant'
import { loadFieldKeys } from '@coldkeep/server/commands/keys'
import { type RunningServer, startServer } from '@coldkeep/server/start-server'
import { bareSettings } from '@coldkeep/server/testing/bare-settings'
import { putMigratedDatabase } from '@coldkeep/server/testing/embedded-template'
import { freePort } from '@coldkeep/server/testing/free-port'
import { insertPerson } from '@coldkeep/server/testing/insert-person'
import { basic } from '@coldkeep/server/testing/test-server'
import {
  insertTinyFleet,
  PASSWORD,
  type TinyFleet,
  type TinyStore,
} from '@coldkeep/server/testing/tiny-fleet'
import { readSetup } from '@coldkeep/terminal/settings/read-setup'
import { type LiveTerminal, startTerminal } from '@coldkeep/terminal/terminal'
import { systemTime } from '@coldkeep/terminal/time/system-time'
import { pino } from 'pino'
import { until } from '../fault'
import { openSilentLine, type SilentLine } from './silent-line'

const clock = { now: () => epochMs(Date.now()) }
const log = pino({ level: 'silent' })

export interface Answered {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look at the wire as it is
  readonly body: any
  readonly bytes: Buffer
  readonly headers: Headers
}

type ScreenOfStore = Partial<ScreenSettings> & Pick<ScreenSettings, 'port' | 'consent'>

/** A real server with its broker, and the real terminal program of one store with its screen, over a line that can fall silent. */
export class ScreenSite implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'coldkeep-screens-'))
  readonly #tokens = new Map<string, string>()
  #server: RunningServer | null = null
  #terminal: LiveTerminal | null = null
  #line: SilentLine | null = null
  #ports = { http: 0, mqtt: 0 }
  #fleet: TinyFleet | null = null
  pagePort = 0

  static async open(screen: ScreenOfStore): Promise<ScreenSite> {
    const site = new ScreenSite()
    site.#ports = { http: await freePort(), mqtt: await freePort() }
    site.pagePort = await freePort()
    await putMigratedDatabase(site.dataFolder)
    await site.startServer()
    site.#line = await openSilentLine(site.#ports.http)
    await site.startTerminal(screen)
    return site
  }

  get server(): RunningServer {
    if (this.#server === null) throw new Error('the server does not run')
    return this.#server
  }

  get fleet(): TinyFleet {
    if (this.#fleet === null) throw new Error('there is no fleet')
    return this.#fleet
  }

  get store(): TinyStore {
    return this.fleet.stores.alder
  }

  get dataFolder(): string {
    return join(this.#folder, 'server')
  }

  /** Where the terminal keeps what is its own. */
  get boxFolder(): string {
    return join(this.#folder, 'box')
  }

  async startServer(): Promise<void> {
    const { http: port, mqtt: mqttPort } = this.#ports
    this.#tokens.clear()
    this.#server = await startServer(bareSettings(this.dataFolder, { port, mqttPort }), {
      ...{ clock, log },
      report: () => {},
      prepare: async (db) => {
        const known = await db.selectFrom('account').select('accountId').executeTakeFirst()
        if (known !== undefined) return
        this.#fleet = await insertTinyFleet(db, clock.now())
        await insertPerson({ db, clock }, 'ben', this.#fleet.north)
      },
      onBroken: (error) => {
        throw error
      },
    })
  }

  async stopServer(): Promise<void> {
    await this.#server?.close()
    this.#server = null
  }

  async startTerminal(screen: ScreenOfStore): Promise<void> {
    const { terminalId } = this.store
    const credential = join(this.#folder, 'credential')
    writeFileSync(credential, terminalId.slice(3))
    chmodSync(credential, 0o600)
    const settingsPath = join(this.#folder, 'settings.json')
    const settings = {
      terminalId,
      brokerUrls: [`mqtt://127.0.0.1:${this.#ports.mqtt}`],
      credentialFile: credential,
      serverUrl: `http://127.0.0.1:${this.#line?.port}`,
      commandKeys: loadKeys(this.dataFolder),
      revision: 0,
      ports: [],
      scripts: [],
      screen: { pagePort: this.pagePort, ...screen },
    }
    writeFileSync(settingsPath, JSON.stringify(settings))
    const setup = await readSetup({ settingsPath, dataFolder: this.boxFolder, isInsecureAllowed: false })
    if (!setup.ok) throw new Error(setup.problem.why)
    this.#terminal = await startTerminal({ setup: setup.value, time: systemTime, log, random: () => 0 })
    await until(() => this.#isOnline(screen.consent), 'a terminal online')
  }

  async stopTerminal(): Promise<void> {
    await this.#terminal?.stop()
    this.#terminal = null
  }

  /** As the server has it. */
  async #isOnline(consent: string): Promise<boolean> {
    const state = await this.server.database.kysely
      .selectFrom('terminalState')
      .select(['connection', 'screenConsent'])
      .where('terminalId', '=', this.store.terminalId)
      .executeTakeFirst()
    return state?.connection === 'online' && state.screenConsent === consent
  }

  /** From now on nothing comes through between terminal and gateway, or all does again. */
  silence(isSilent: boolean): void {
    this.#line?.silence(isSilent)
  }

  /** From the terminal to the gateway, with all that the terminal fetches and sends over HTTP. */
  get sentBytes(): number {
    return this.#line?.sentBytes ?? 0
  }

  get address(): string {
    return this.server.address
  }

  async call(
    method: string,
    path: string,
    { as = 'admin', body }: { as?: string; body?: object } = {},
  ): Promise<Answered> {
    const answer = await fetch(`${this.address}/api/v2/remote/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await this.#tokenOf(as)}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return readAnswer(answer)
  }

  /** A signed address of the server. */
  async fetch(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    return readAnswer(await fetch(`${this.address}${path}`, { headers }))
  }

  connect(query = '', as = 'admin'): Promise<Answered> {
    return this.call('GET', `connect?storeid=${this.store.storeId}${query}`, { as })
  }

  /** Connects. @returns the session */
  async connected(query = '', as = 'admin'): Promise<string> {
    const { body } = await this.connect(query, as)
    if (body.status_code !== 100) throw new Error(body.status)
    return body.uid
  }

  /** Ends a session, and waits until the screen is free for the next. */
  async ended(uid: string): Promise<void> {
    await this.call('GET', `end?uid=${uid}`)
    await this.isFree()
  }

  async isFree(): Promise<void> {
    const isOpen = async () =>
      (await this.server.database.kysely
        .selectFrom('screenSession')
        .select('screenSessionId')
        .where('endedReason', 'is', null)
        .executeTakeFirst()) !== undefined
    await until(async () => !(await isOpen()), 'a free screen')
  }

  /** A form of the page of the store. */
  async onPage(path: string, body: object = {}, headers: Record<string, string> = {}): Promise<number> {
    const own = `http://127.0.0.1:${this.pagePort}`
    const sent = { method: 'POST', headers: { origin: own, ...headers }, body: JSON.stringify(body) }
    return (await fetch(`${own}/${path}`, sent)).status
  }

  async #tokenOf(login: string): Promise<string> {
    const known = this.#tokens.get(login)
    if (known !== undefined) return known
    const answer = await fetch(`${this.address}/api/v2/auth`, {
      method: 'POST',
      headers: basic(login, PASSWORD),
    })
    const { token } = (await answer.json()) as { token: string }
    this.#tokens.set(login, token)
    return token
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopTerminal()
    await this.stopServer()
    await this.#line?.[Symbol.asyncDispose]()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function loadKeys(dataFolder: string) {
  const keys = loadFieldKeys(dataFolder)
  if (!keys.ok) throw new Error(keys.problem)
  return keys.value.publicKeys()
}

async function readAnswer(answer: Response): Promise<Answered> {
  const bytes = Buffer.from(await answer.arrayBuffer())
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  return {
    status: answer.status,
    body: isJson ? JSON.parse(bytes.toString('utf8')) : null,
    bytes,
    headers: answer.headers,
  }
}
