import { type Acknowledgement, acknowledgement } from '@coldkeep/contract/mqtt/acknowledgement'
import { packMessage, readMessage } from '@coldkeep/contract/mqtt/envelope'
import { downTopic, everyDownTopic, type UpChannel, upTopic } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { pino } from 'pino'
import { openAlarms } from '../alarms/alarms'
import { upsertLateDays } from '../analysis/due-day-queries'
import type { Database } from '../db/connect'
import type { StoreResults } from '../ingest/accept-reports'
import { type EmbeddedBroker, embeddedBroker } from '../ingest/embedded-broker'
import { type Ingest, startIngest } from '../ingest/start-ingest'
import { createMetrics, type Metrics } from '../tasks/metrics'
import { selectCredential } from '../terminals/credential-queries'
import type { OfferKind } from './database-offers'
import { testDatabase } from './test-database'
import { NOON, type TestClock, testClock } from './test-server'
import { insertTinyFleet, type TinyFleet, type TinyStore } from './tiny-fleet'

const READING_TABLES = [
  'scan',
  'latest',
  'device_hour',
  'hour_due',
  'terminal_hour',
  'terminal_state',
  'server_hour',
  'quarantine',
  'terminal_event',
  'connection_day',
  'analysis_due',
  'alarm',
  'alarm_watch',
  'alarm_late',
  'alarm_store',
  'task',
  'lease',
]

export const silent = pino({ level: 'silent' })

/** The real broker and the real ingest on a database with the tiny fleet. */
export interface IngestRig {
  readonly database: Database
  readonly fleet: TinyFleet
  readonly clock: TestClock
  readonly broker: EmbeddedBroker
  readonly metrics: Metrics
  ingest: Ingest
  /** Starts another ingest on the same database after `ingest.close()`, as a restart does. */
  begin(): Promise<void>
  /** Forgets all readings and starts afresh at noon: opening a database takes longer than most tests. */
  reset(): Promise<void>
  terminal(store: TinyStore, options?: IClientOptions): Promise<TestTerminal>
  close(): Promise<void>
}

export async function ingestRig(kind: OfferKind, storeResults?: StoreResults): Promise<IngestRig> {
  const database = await testDatabase(kind)
  const clock = testClock(NOON)
  const fleet = await insertTinyFleet(database.kysely, NOON)
  const metrics = createMetrics(false)
  const clients: MqttClient[] = []
  const start = async () => {
    const alarms = openAlarms()
    const broker = embeddedBroker({
      host: '127.0.0.1',
      port: 0,
      findCredential: (terminal) => selectCredential(database.kysely, terminal),
      clock,
      log: silent,
    })
    return {
      broker,
      ingest: await startIngest({
        database,
        source: broker,
        alarms,
        markLateDays: upsertLateDays,
        clock,
        log: silent,
        metrics: metrics.ingest,
        ...(storeResults && { storeResults }),
      }),
    }
  }
  const rig: IngestRig = {
    database,
    fleet,
    clock,
    metrics,
    ...(await start()),
    async begin() {
      Object.assign(rig, await start())
    },
    async reset() {
      for (const client of clients.splice(0)) await client.endAsync(true)
      await rig.ingest.close()
      clock.set(NOON)
      metrics.registry.resetMetrics()
      for (const table of READING_TABLES)
        await sql`truncate ${sql.table(table)} cascade`.execute(database.kysely)
      await rig.begin()
    },
    async terminal(store, options = {}) {
      const made = await connectTerminal(rig.broker.port(), store.terminalId, options)
      clients.push(made.client)
      return made
    },
    async close() {
      for (const client of clients) await client.endAsync(true)
      await rig.ingest.close()
      await database.close()
    },
  }
  return rig
}

/** The far end, as bare as it can be: it says what a test gives it and keeps the answers. */
export interface TestTerminal {
  readonly client: MqttClient
  readonly acks: Acknowledgement[]
  say(channel: UpChannel, message: object | Uint8Array): Promise<void>
  /** Settles once the number has been acknowledged; answers the acknowledgement. */
  acknowledged(sequence: number): Promise<Acknowledgement>
  /** Settles with the next acknowledgement. */
  nextAck(): Promise<void>
}

/** @param secret defaults to that of the tiny fleet */
export async function connectTerminal(
  port: number,
  terminalId: TerminalId,
  options: IClientOptions = {},
  secret = terminalId.slice('TB-'.length),
): Promise<TestTerminal> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    protocolVersion: 4,
    clientId: terminalId,
    username: terminalId,
    password: secret,
    reconnectPeriod: 0,
    ...options,
  })
  client.on('error', () => {})
  const acks: Acknowledgement[] = []
  let wakers: (() => void)[] = []
  client.on('message', (topic, payload) => {
    if (topic !== downTopic(terminalId, 'ack')) return
    const read = readMessage(acknowledgement, payload)
    if (!read.ok) throw new Error(`acknowledgement: ${read.problem}`)
    acks.push(read.value)
    const waiting = wakers
    wakers = []
    for (const wake of waiting) wake()
  })
  const nextAck = () => new Promise<void>((resolve) => wakers.push(resolve))
  await client.subscribeAsync(everyDownTopic(terminalId), { qos: 1 })
  return {
    client,
    acks,
    async say(channel, message) {
      const bytes = message instanceof Uint8Array ? message : packMessage(message)
      await client.publishAsync(upTopic(terminalId, channel), Buffer.from(bytes), {
        qos: 1,
        retain: channel === 'st',
      })
    },
    async acknowledged(sequence) {
      for (;;) {
        const found = acks.find((ack) => ack.s.some(([from, to]) => from <= sequence && sequence <= to))
        if (found) return found
        await nextAck()
      }
    },
    nextAck,
  }
}

export const EPOCH = 'k3f9a1c2'

/** A cycle as it travels. */
export function cycleMessage(
  sequence: number,
  at: number,
  rows: readonly (readonly unknown[])[],
  over: object = {},
) {
  return { v: 1, e: EPOCH, s: sequence, t: at, cfg: 1, r: rows, ...over }
}
