import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FieldCommand, fieldCommand } from '@coldkeep/contract/mqtt/command'
import { unpackMessage } from '@coldkeep/contract/mqtt/envelope'
import {
  openSigned,
  readTrustedKeys,
  type SignedMessage,
  signedMessage,
} from '@coldkeep/contract/mqtt/signed'
import { downTopic } from '@coldkeep/contract/mqtt/topics'
import * as z from 'zod/mini'
import { openAlarms } from '../alarms/alarms'
import { upsertLateDays } from '../analysis/due-day-queries'
import { openHandovers } from '../commands/handovers'
import { type FieldKeys, loadFieldKeys } from '../commands/keys'
import type { Database } from '../db/connect'
import { type Dispatch, startDispatch } from '../dispatch/dispatch'
import { timeSender } from '../dispatch/send-time'
import { storeResults } from '../dispatch/store-results'
import { type EmbeddedBroker, embeddedBroker } from '../ingest/embedded-broker'
import { type Ingest, startIngest } from '../ingest/start-ingest'
import { createMetrics } from '../tasks/metrics'
import { selectCredential } from '../terminals/credential-queries'
import type { OfferKind } from './database-offers'
import { connectTerminal, EPOCH, silent, type TestTerminal } from './ingest-rig'
import { testDatabase } from './test-database'
import { NOON, type TestClock, testClock } from './test-server'
import { insertTinyFleet, type TinyFleet, type TinyStore } from './tiny-fleet'

/** Broker, ingest and dispatch as a server has them, on a database with the tiny fleet. */
export interface FieldRig {
  readonly database: Database
  readonly fleet: TinyFleet
  readonly clock: TestClock
  readonly keys: FieldKeys
  readonly dataFolder: string
  broker: EmbeddedBroker
  ingest: Ingest
  dispatch: Dispatch
  /** A server process that ends and one that begins: only the database and the folder stay. */
  restart(): Promise<void>
  box(store: TinyStore, revision?: number): Promise<TestBox>
  close(): Promise<void>
}

/** The far end as bare as it can be: it opens what it is told, and says what a test gives it. */
export interface TestBox {
  readonly commands: FieldCommand[]
  /** Contents of `dn/cfg`; `null` where it was taken away. */
  readonly desired: unknown[]
  result(id: string, st: string, more?: object): Promise<void>
  say(channel: 'live' | 'back', message: object): Promise<void>
  appear(): Promise<void>
  end(): Promise<void>
}

export async function fieldRig(kind: OfferKind): Promise<FieldRig> {
  const database = await testDatabase(kind)
  const clock = testClock(NOON)
  const fleet = await insertTinyFleet(database.kysely, NOON)
  const dataFolder = mkdtempSync(join(tmpdir(), 'coldkeep-field-'))
  const loaded = loadFieldKeys(dataFolder)
  if (!loaded.ok) throw new Error(loaded.problem)
  const keys = loaded.value
  const handovers = openHandovers(dataFolder, keys, clock.now())
  if (!handovers.ok) throw new Error(handovers.problem)
  const boxes: TestTerminal[] = []
  let sequence = 1_000
  const start = () => startField({ database, keys, handovers: handovers.value, clock })
  const stop = async () => {
    await rig.dispatch.close()
    await rig.ingest.close()
  }
  const rig: FieldRig = {
    database,
    fleet,
    clock,
    keys,
    dataFolder,
    ...(await start()),
    async restart() {
      for (const box of boxes.splice(0)) await box.client.endAsync(true)
      await stop()
      Object.assign(rig, await start())
    },
    async box(store, revision = 1) {
      const terminal = await connectTerminal(rig.broker.port(), store.terminalId)
      boxes.push(terminal)
      const box = testBox(terminal, store, { rig, revision, nextSequence: () => ++sequence })
      await box.appear()
      return box
    },
    async close() {
      for (const box of boxes) await box.client.endAsync(true)
      await stop()
      await database.close()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
  return rig
}

/** Broker, ingest and dispatch of one server process. */
async function startField({
  database,
  keys,
  handovers,
  clock,
}: {
  readonly database: Database
  readonly keys: FieldKeys
  readonly handovers: readonly SignedMessage[]
  readonly clock: TestClock
}) {
  const db = database.kysely
  const broker = embeddedBroker({
    host: '127.0.0.1',
    port: 0,
    findCredential: (terminal) => selectCredential(db, terminal),
    clock,
    log: silent,
  })
  const dispatch = startDispatch({ db, source: broker, keys, handovers, clock, log: silent })
  const ingest = await startIngest({
    database,
    source: broker,
    alarms: openAlarms(),
    markLateDays: upsertLateDays,
    clock,
    log: silent,
    metrics: createMetrics(false).ingest,
    storeResults,
    appeared: (terminal, appearance) => dispatch.appeared(terminal, appearance),
    requestedTime: timeSender({ source: broker, keys, clock, log: silent }),
  })
  return { broker, ingest, dispatch }
}

/** @param revision of the configuration that it reports to work with */
function testBox(
  terminal: TestTerminal,
  { terminalId }: TinyStore,
  {
    rig,
    revision,
    nextSequence,
  }: { readonly rig: FieldRig; readonly revision: number; readonly nextSequence: () => number },
): TestBox {
  const trusted = readTrustedKeys(rig.keys.publicKeys())
  const commands: FieldCommand[] = []
  const desired: unknown[] = []
  const open = (payload: Buffer) => {
    const unpacked = unpackMessage(payload)
    const signed = openSigned(z.parse(signedMessage, unpacked.ok ? unpacked.value : null), trusted)
    if (!signed.ok) throw new Error(signed.problem)
    return signed.value
  }
  terminal.client.on('message', (topic, payload) => {
    if (topic === downTopic(terminalId, 'cmd')) commands.push(z.parse(fieldCommand, open(payload)))
    if (topic === downTopic(terminalId, 'cfg')) desired.push(payload.length > 0 ? open(payload) : null)
  })
  return {
    commands,
    desired,
    async appear() {
      const queue = { n: 0, old: null }
      const at = rig.clock.now()
      await terminal.say('st', { v: 1, on: 1, cn: '9f3c', at, prog: '1', cfg: revision, q: queue, up: 1 })
      await rig.ingest.flush()
      await rig.dispatch.round()
    },
    say: (channel, message) => terminal.say(channel, message),
    async result(id, st, more = {}) {
      const s = nextSequence()
      await terminal.say('res', { v: 1, e: EPOCH, s, id, st, at: rig.clock.now(), ...more })
      await terminal.acknowledged(s)
    },
    end: () => terminal.client.endAsync(true),
  }
}
