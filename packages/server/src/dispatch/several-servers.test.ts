import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unpackMessage } from '@coldkeep/contract/mqtt/envelope'
import { openSigned, readTrustedKeys, signedMessage } from '@coldkeep/contract/mqtt/signed'
import { downTopic } from '@coldkeep/contract/mqtt/topics'
import { Aedes } from 'aedes'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openAlarms } from '../alarms/alarms'
import { upsertLateDays } from '../analysis/due-day-queries'
import { type FieldKeys, loadFieldKeys } from '../commands/keys'
import { makeCommand } from '../commands/make-command'
import type { Database } from '../db/connect'
import { outsideBroker } from '../ingest/outside-broker'
import { startIngest } from '../ingest/start-ingest'
import { createMetrics } from '../tasks/metrics'
import { freePort } from '../testing/free-port'
import { connectTerminal, cycleMessage, EPOCH, silent, type TestTerminal } from '../testing/ingest-rig'
import { findMosquitto, startMosquitto } from '../testing/mosquitto'
import { describeKind, testDatabase } from '../testing/test-database'
import { NOON, testClock } from '../testing/test-server'
import { insertTinyFleet, type TinyFleet, type TinyStore } from '../testing/tiny-fleet'
import { startDispatch } from './dispatch'
import { storeResults } from './store-results'

const SERVERS = 2
const ROUNDS = 15
const EVENTS = 30
const by = { accountId: null, name: 'Ada' }
const mosquitto = findMosquitto()

/** Every subscriber hears everything: MQTT 3.1.1 shares nothing. */
async function startPlainBroker(port: number): Promise<() => Promise<void>> {
  const broker = await Aedes.createBroker()
  const server = createServer((socket) => broker.handle(socket))
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return async () => {
    await new Promise<void>((closed) => broker.close(closed))
    await new Promise<void>((closed) => server.close(() => closed()))
  }
}

/** With MQTT 5 each message goes to one of those that share a subscription. */
async function startSharingBroker(port: number): Promise<() => Promise<void>> {
  if (mosquitto === null) throw new Error('mosquitto is not installed')
  const child = await startMosquitto(mosquitto, port)
  return async () => void child.kill()
}

describeKind('several servers on one database and one broker', 'postgresql', () => {
  describe.each([
    ['which tells each of them everything', startPlainBroker, true],
    ['which shares what comes', startSharingBroker, mosquitto !== null],
  ] as const)('%s', (_, startBroker, isInstalled) => {
    const clock = testClock(NOON)
    const closers: (() => unknown)[] = []
    let database: Database
    let fleet: TinyFleet
    let servers: Awaited<ReturnType<typeof startOne>>[]
    let boxes: Awaited<ReturnType<typeof openBox>>[]

    // a test, and each try of it, counts only what happened in it
    beforeEach(async () => {
      if (!isInstalled) return
      database = await testDatabase('postgresql')
      closers.push(() => database.close())
      fleet = await insertTinyFleet(database.kysely, NOON)
      const folder = mkdtempSync(join(tmpdir(), 'coldkeep-field-'))
      closers.push(() => rmSync(folder, { recursive: true, force: true }))
      const keys = loadFieldKeys(folder)
      if (!keys.ok) throw new Error(keys.problem)
      const port = await freePort()
      closers.push(await startBroker(port))
      servers = await Promise.all(Array.from({ length: SERVERS }, () => startOne(port, keys.value)))
      boxes = await Promise.all(Object.values(fleet.stores).map((store) => openBox(port, store, keys.value)))
    })
    afterEach(async () => {
      for (const close of closers.splice(0).reverse()) await close()
    })

    async function startOne(port: number, keys: FieldKeys) {
      const source = outsideBroker({ url: `mqtt://127.0.0.1:${port}`, log: silent, retryMs: 20 })
      const db = database.kysely
      const metrics = createMetrics(false)
      const dispatch = startDispatch({ db, source, keys, handovers: [], clock, log: silent })
      const ingest = await startIngest({
        database,
        source,
        alarms: openAlarms(),
        markLateDays: upsertLateDays,
        clock,
        log: silent,
        metrics: metrics.ingest,
        storeResults,
        appeared: (terminal, appearance) => dispatch.appeared(terminal, appearance),
      })
      closers.push(async () => {
        await dispatch.close()
        await ingest.close()
      })
      await expect.poll(() => ingest.isServing()).toBe(true)
      const received = async (kind: string) =>
        (await metrics.ingest.messages.get()).values.find(({ labels }) => labels.kind === kind)?.value ?? 0
      return { dispatch, ingest, received }
    }

    /** A terminal as the program is: what it has answered it answers again in the same words. */
    async function openBox(port: number, store: TinyStore, keys: FieldKeys) {
      const terminal: TestTerminal = await connectTerminal(port, store.terminalId)
      closers.push(() => terminal.client.endAsync(true))
      const trusted = readTrustedKeys(keys.publicKeys())
      const received: string[] = []
      const results = new Map<string, number>()
      terminal.client.on('message', (topic, payload) => {
        if (topic !== downTopic(store.terminalId, 'cmd')) return
        const unpacked = unpackMessage(payload)
        const signed = openSigned(z.parse(signedMessage, unpacked.ok ? unpacked.value : null), trusted)
        if (!signed.ok) throw new Error(signed.problem)
        const { id } = signed.value as { id: string }
        received.push(id)
        const sequence = results.get(id) ?? 1_000 + results.size
        results.set(id, sequence)
        void terminal.say('res', { v: 1, e: EPOCH, s: sequence, id, st: 'done', at: NOON, out: {} })
      })
      const appear = () =>
        terminal.say('st', {
          v: 1,
          on: 1,
          cn: '9f3c',
          at: NOON,
          prog: '1',
          cfg: 1,
          q: { n: 0, old: null },
          up: 1,
        })
      return { store, terminal, received, results, appear }
    }

    const allReceived = () => boxes.flatMap(({ received }) => received)
    const hearers = startBroker === startPlainBroker ? SERVERS : 1
    /** Results that not every server that hears them has stored yet. */
    const unsettled = () =>
      boxes.flatMap(({ terminal, results }) =>
        [...results.values()].filter((sequence) => {
          const isIn = ([from, to]: readonly [number, number]) => from <= sequence && sequence <= to
          return terminal.acks.filter(({ s }) => s.some(isIn)).length < hearers
        }),
      )
    const flush = () => Promise.all(servers.map(({ ingest }) => ingest.flush()))
    const states = async () => {
      const rows = await database.kysely.selectFrom('command').select('state').execute()
      return [...new Set(rows.map(({ state }) => state))]
    }
    /** One for each terminal. */
    const makeCommands = async () => {
      const ids: string[] = []
      for (const { storeId, terminalId } of Object.values(fleet.stores)) {
        const arg = () => ({ what: 'program' as const })
        const draft = { storeId, terminalId, op: 'restart', arg, by } as const
        await database.kysely.transaction().execute(async (trx) => {
          ids.push(await makeCommand(trx, draft, clock.now()))
        })
      }
      return ids
    }

    const appearAll = async () => {
      await Promise.all(boxes.map(({ appear }) => appear()))
      const online = async () => {
        await flush()
        return database.kysely
          .selectFrom('terminalState')
          .where('connection', '=', 'online')
          .select('terminalId')
          .execute()
      }
      await expect.poll(online).toHaveLength(boxes.length)
    }
    /** Commands for all terminals, several times; they are done. @returns their ids */
    const runCommands = async () => {
      const ids: string[] = []
      for (let round = 0; round < ROUNDS; round++) {
        ids.push(...(await makeCommands()))
        // both look in the same moment
        await Promise.all(servers.map(({ dispatch }) => dispatch.round()))
      }
      await expect.poll(states).toEqual(['done'])
      return ids.sort()
    }

    test('each command is sent, and its result kept once', async ({ skip }) => {
      skip(!isInstalled, 'mosquitto is not installed (npm run peers)')
      await appearAll()
      const ids = await runCommands()
      // a terminal that is just appearing may be sent one again
      expect([...new Set(allReceived())].sort()).toEqual(ids)
      const audits = await database.kysely
        .selectFrom('audit')
        .select('detail')
        .where('kind', '=', 'command.restart')
        .where('outcome', '=', 'done')
        .execute()
      expect(audits.map(({ detail }) => (detail as { command: string }).command).sort()).toEqual(ids)
    })

    test('one that a terminal may not have got is sent again, and what it then says changes nothing', async ({
      skip,
    }) => {
      skip(!isInstalled, 'mosquitto is not installed (npm run peers)')
      await appearAll()
      const ids = await runCommands()
      await expect.poll(unsettled).toEqual([])
      await database.kysely.updateTable('command').set({ state: 'sent' }).execute()
      await Promise.all(boxes.map(({ appear }) => appear()))
      await expect.poll(states).toEqual(['done'])
      for (const id of ids) {
        const copies = allReceived().filter((received) => received === id).length
        expect(copies).toBeGreaterThan(1)
        // one of them twice where its terminal was just appearing when it was first sent
        expect(copies).toBeLessThanOrEqual(2 + SERVERS)
      }
      const audits = await database.kysely
        .selectFrom('audit')
        .select('auditId')
        .where('kind', '=', 'command.restart')
        .where('outcome', '=', 'done')
        .execute()
      // once for each time that it was not done yet
      expect(audits).toHaveLength(2 * ids.length)
    })

    test('each event and each cycle is kept once and acknowledged', async ({ skip }) => {
      skip(!isInstalled, 'mosquitto is not installed (npm run peers)')
      const sequences = Array.from({ length: EVENTS }, (_, index) => index + 1)
      await Promise.all(
        boxes.map(async ({ terminal, store }) => {
          for (const s of sequences) {
            await terminal.say('evt', { v: 1, e: EPOCH, s, at: NOON, kind: 'start', detail: {} })
            const row = [store.freezer.pointIds[0], 0, -20]
            await terminal.say('live', cycleMessage(s + EVENTS, NOON + 1_000 * s, [row]))
          }
          for (const s of sequences) {
            await terminal.acknowledged(s)
            await terminal.acknowledged(s + EVENTS)
          }
        }),
      )
      const count = async (table: 'terminalEvent' | 'scan') =>
        (await database.kysely.selectFrom(table).select('storeId').execute()).length
      expect(await count('terminalEvent')).toBe(EVENTS * boxes.length)
      expect(await count('scan')).toBe(EVENTS * boxes.length)
      const live = await Promise.all(servers.map(({ received }) => received('live')))
      const sum = live.reduce((all, one) => all + one, 0)
      expect(sum).toBe(hearers * EVENTS * boxes.length)
      expect(Math.min(...live)).toBeGreaterThan(0)
    })
  })
})
