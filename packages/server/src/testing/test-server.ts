import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Method } from '@coldkeep/contract/call'
import { MAX_LOG_BYTES } from '@coldkeep/contract/mqtt/command-arguments'
import { signMessage } from '@coldkeep/contract/mqtt/signed'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import type { TerminalId } from '@coldkeep/domain/ids'
import { type Clock, type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { staticLanguageFile } from '@coldkeep/phrases/phrases'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { tryLimit } from '../access/try-limit'
import type { ProviderSettings } from '../accounts/open-provider'
import { openProvider } from '../accounts/open-provider'
import { type Alarms, openAlarms } from '../alarms/alarms'
import { buildApp } from '../app'
import { logFiles } from '../commands/log-files'
import type { Db } from '../db/connect'
import { loadServerKeys } from '../db/server-keys'
import type { DownloadKinds } from '../downloads/download-kind'
import type { Downloads } from '../downloads/downloads'
import { startDownloads } from '../downloads/start-downloads'
import { loadEvidenceKey } from '../evidence/evidence-key'
import { imageFiles } from '../firmware/image-files'
import { type HttpLimits, httpLimits } from '../http/limits'
import { readSiteConfig } from '../http/site-config'
import { openLetters } from '../mail/letters'
import type { MailSender } from '../mail/mail-sender'
import { type BrokerAccounts, noAccounts } from '../messages/broker-accounts'
import { newsKinds } from '../news-kinds'
import { type NoticeSettings, type Notices, openNotices } from '../notices/notices'
import { openDownloads } from '../open-downloads'
import { photoFiles } from '../photos/photo-files'
import { openScreens } from '../screens/open-screens'
import { openDrawingThreads } from '../storage/drawing-threads'
import { createMetrics, type Metrics } from '../tasks/metrics'
import { insertTinyFleet, PASSWORD, type TinyFleet } from './tiny-fleet'

/** Friday noon in Taipei, 13:00 in Tokyo. */
export const NOON = epochMs(Date.UTC(2026, 10, 20, 4, 0, 0))

/** Where people reach the console, as its settings say. */
export const PUBLIC_URL = 'https://hub.example'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  set(at: EpochMs): void
  advance(ms: number): void
}

export interface Sent {
  /** Signs in first, once per account, and sends the token. */
  readonly as?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The address that the connection comes from; left out: this machine. */
  readonly from?: string
}

export interface Received {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look at the wire as it is
  readonly body: any
  readonly text: string
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly cookies: readonly {
    readonly name: string
    readonly value: string
    readonly [other: string]: unknown
  }[]
}

export interface TestServer {
  readonly app: FastifyInstance
  readonly db: Db
  readonly clock: TestClock
  readonly metrics: Metrics
  readonly alarms: Alarms
  readonly notices: Notices
  readonly downloads: Omit<Downloads, 'wake'>
  /** Makes the files that were ordered, and removes those that have expired. */
  makeDownloads(): Promise<void>
  readonly fleet: TinyFleet
  /** Where files are kept. */
  readonly dataFolder: string
  /** What was logged as a fault; a test that provokes one takes it out. */
  readonly faults: string[]
  /** Terminals whose connections were to be looked at again, in order. */
  readonly rechecked: readonly TerminalId[]
  send(method: Method, path: string, sent?: Sent): Promise<Received>
  /** @throws when something failed that should not */
  close(): Promise<void>
}

/** The real HTTP side on a migrated database with the tiny fleet; it listens nowhere. */
export async function testServer({
  database,
  consoleFolder,
  accounts,
  mail = null,
  provider = null,
  proxies = [],
  webhookHosts = new Set<string>(),
  line = null,
  sms = null,
  metricsToken = null,
  releaseRoot = null,
  mostPhotos = 10,
  kinds,
  limits = {},
}: {
  readonly database: Db
  readonly consoleFolder?: string
  readonly accounts?: BrokerAccounts
  readonly mail?: MailSender | null
  readonly provider?: ProviderSettings | null
  /** Whose word on who calls is taken. */
  readonly proxies?: readonly string[]
  readonly webhookHosts?: ReadonlySet<string>
  readonly line?: NoticeSettings['line']
  readonly sms?: NoticeSettings['sms']
  readonly metricsToken?: string | null
  /** From which signatures of releases follow. */
  readonly releaseRoot?: TrustedKey | null
  /** Of one record. */
  readonly mostPhotos?: number
  /** Kinds of files instead of those of the product. */
  readonly kinds?: DownloadKinds
  /** Of callers, instead of those of the product. */
  readonly limits?: Partial<HttpLimits>
}): Promise<TestServer> {
  const tokens = new Map<string, string>()
  // Sign-ins may end when the clock moves, so each account signs in afresh.
  const clock = testClock(NOON, () => tokens.clear())
  const site = readSiteConfig(join(tmpdir(), randomBytes(8).toString('hex')))
  if (!site.ok) throw new Error(site.problem)
  const metrics = createMetrics(false)
  const faults: string[] = []
  const alarms = openAlarms()
  const rechecked: TerminalId[] = []
  const woken: EpochMs[] = []
  const dataFolder = join(tmpdir(), `coldkeep-${randomBytes(8).toString('hex')}`)
  const log = pino({ level: 'error' }, { write: (line) => void faults.push(line) })
  const evidenceKey = loadEvidenceKey(dataFolder)
  if (!evidenceKey.ok) throw new Error(evidenceKey.problem)
  const downloads = { ...openDownloads(dataFolder, evidenceKey.value), ...(kinds && { kinds }) }
  const keys = await loadServerKeys(database)
  const notices = openNotices({
    kinds: newsKinds,
    mail,
    line,
    sms,
    publicUrl: PUBLIC_URL,
    db: database,
    keys,
    allowed: webhookHosts,
  })
  const drawing = openDrawingThreads(1)
  const screens = openScreens({
    ...{ db: database, clock, log, dataFolder, publicUrl: null },
    gatewayName: null,
    reservedBytes: 0,
  })
  const fieldKey = { name: 'test', privateKey: generateKeyPairSync('ed25519').privateKey }
  const app = await buildApp({
    db: database,
    clock,
    keys,
    notices,
    site: site.value,
    alarms,
    field: {
      recheck: async (terminals) => void rechecked.push(...terminals),
      brokerUrls: (requestedHost) => [`mqtt://${requestedHost}:1883`],
      authority: null,
      commandKeys: () => [],
      signed: (content) => signMessage(content, fieldKey),
      claimTries: tryLimit(),
      accounts: accounts ?? noAccounts,
      wake: () => void woken.push(clock.now()),
      wakeJobs: () => void woken.push(clock.now()),
      logs: logFiles(dataFolder, MAX_LOG_BYTES),
    },
    firmware: { files: imageFiles(dataFolder, 0), root: releaseRoot },
    photos: { files: photoFiles(dataFolder, 0), most: mostPhotos },

    evidenceKey: evidenceKey.value,
    downloads: { ...downloads, wake: () => void woken.push(clock.now()) },
    mail,
    letters: openLetters(log),
    provider: provider && openProvider(provider, { publicUrl: PUBLIC_URL, clock, log }),
    publicUrl: PUBLIC_URL,
    certificate: null,
    metricsToken,
    proxies,
    metrics,
    log,
    drawing,
    screens,
    // the clock stands still: all calls of a test are of one minute
    limits: {
      ...httpLimits,
      callsPerMinute: Number.POSITIVE_INFINITY,
      boxCallsPerMinute: Number.POSITIVE_INFINITY,
      ...limits,
    },
    consoleFolder: consoleFolder ?? join(tmpdir(), randomBytes(8).toString('hex')),
    readiness: async () => ({ database: true, broker: true }),
  })
  const fleet = await insertTinyFleet(database, clock.now())
  const makeDownloads = async () => {
    const making = await startDownloads({ db: database, clock, log, ...downloads }, { isAlone: true })
    await making.round()
    await making.tidy()
    await making.close()
  }
  const send = callsOf(app, tokens)
  const close = async () => {
    const wordless = await selectWordlessKinds(database)
    await app.close()
    await drawing.close()
    await screens.close()
    await rm(dataFolder, { recursive: true, force: true })
    if (faults.length > 0) throw new Error(faults.join(''))
    if (wordless.length > 0) throw new Error(`kinds of audit rows without a text: ${wordless.join(', ')}`)
  }
  const parts = { app, db: database, clock, metrics, alarms, notices, fleet, dataFolder, faults, rechecked }
  return { ...parts, downloads, makeDownloads, send, close }
}

/** Sends calls into the server, with the token of whoever makes them. */
function callsOf(app: FastifyInstance, tokens: Map<string, string>): TestServer['send'] {
  const send = async (method: Method, path: string, sent: Sent = {}): Promise<Received> => {
    const token = sent.as === undefined ? undefined : await tokenOf(sent.as)
    const answer = await app.inject({
      method,
      url: path,
      ...(sent.from === undefined ? {} : { remoteAddress: sent.from }),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(typeof sent.body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...sent.headers,
      },
      ...(sent.body === undefined ? {} : { payload: sent.body as object }),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return {
      status: answer.statusCode,
      body: isJson && !('content-encoding' in answer.headers) ? answer.json() : undefined,
      text: answer.body,
      bytes: answer.rawPayload,
      headers: answer.headers,
      cookies: answer.cookies,
    }
  }
  const tokenOf = async (login: string): Promise<string> => {
    const known = tokens.get(login)
    if (known !== undefined) return known
    const { body } = await send('POST', '/api/v2/auth', { headers: basic(login, PASSWORD) })
    tokens.set(login, body.token)
    return body.token
  }
  return send
}

/** What was noted in the audit and has no text; kinds of tests, `test.`, have none. */
async function selectWordlessKinds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('audit').select('kind').distinct().execute()
  const texts = staticLanguageFile('en')
  const hasText = (kind: string) => texts[`audit.kind.${kind.replaceAll('.', '_')}`] !== undefined
  return rows.map(({ kind }) => kind).filter((kind) => !kind.startsWith('test.') && !hasText(kind))
}

export function basic(login: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` }
}

export function testClock(startAt: EpochMs, onMoved: () => void = () => {}): TestClock {
  let at: number = startAt
  const move = (to: number) => {
    at = to
    onMoved()
  }
  return { now: () => epochMs(at), set: move, advance: (ms) => move(at + ms) }
}
