import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAlarms } from '../alarms/alarms'
import { upsertLateDays } from '../analysis/due-day-queries'
import type { Database } from '../db/connect'
import { createMetrics } from '../tasks/metrics'
import { freePort } from '../testing/free-port'
import { connectTerminal, cycleMessage, silent } from '../testing/ingest-rig'
import { findMosquitto, startMosquitto } from '../testing/mosquitto'
import { testDatabase } from '../testing/test-database'
import { NOON, testClock } from '../testing/test-server'
import { insertTinyFleet, type TinyFleet, type TinyStore } from '../testing/tiny-fleet'
import { outsideBroker } from './outside-broker'
import { type Ingest, startIngest } from './start-ingest'

const mosquitto = findMosquitto()

describe('ingest over an outside broker', () => {
  const clock = testClock(NOON)
  const closers: (() => Promise<unknown>)[] = []
  let database: Database
  let fleet: TinyFleet
  beforeAll(async () => {
    database = await testDatabase('embedded')
    fleet = await insertTinyFleet(database.kysely, NOON)
  })
  afterAll(async () => {
    for (const close of closers.reverse()) await close()
    await database.close()
  })

  const begin = async (port: number): Promise<Ingest> => {
    const source = outsideBroker({ url: `mqtt://127.0.0.1:${port}`, log: silent, retryMs: 50 })
    const ingest = await startIngest({
      database,
      source,
      alarms: openAlarms(),
      markLateDays: upsertLateDays,
      clock,
      log: silent,
      metrics: createMetrics(false).ingest,
    })
    await expect.poll(() => ingest.isServing()).toBe(true)
    return ingest
  }

  const online = { v: 1, on: 1, cn: 'aaaa', at: NOON, prog: '1.0.0', cfg: 1, q: { n: 0, old: null }, up: 1 }
  const connectionOf = async ({ storeId }: TinyStore) => {
    const state = database.kysely.selectFrom('terminalState').select('connection')
    return (await state.where('storeId', '=', storeId).executeTakeFirst())?.connection
  }

  test('readings are acknowledged after the commit, and states are known again after a restart', async ({
    skip,
  }) => {
    skip(mosquitto === null, 'mosquitto is not installed (npm run peers)')
    const port = await freePort()
    const child = await startMosquitto(mosquitto!, port)
    closers.push(async () => child.kill())
    const { alder } = fleet.stores
    const first = await begin(port)
    const terminal = await connectTerminal(port, alder.terminalId)
    closers.push(() => terminal.client.endAsync(true))
    await terminal.say('st', online)
    await terminal.say('live', cycleMessage(1, NOON, [[alder.freezer.pointIds[0], 0, -20]]))
    await terminal.acknowledged(1)
    expect(await database.kysely.selectFrom('scan').select('values').execute()).toEqual([
      { values: [-20, Number.NaN] },
    ])
    await expect.poll(() => connectionOf(alder)).toBe('online')

    // whatever the terminal says while no server listens is kept by the broker: its state alone
    await first.close()
    await terminal.say('st', { v: 1, on: 0, cn: 'aaaa' })
    const second = await begin(port)
    await expect.poll(() => connectionOf(alder)).toBe('offline')
    await second.close()
  })

  test('a state that cannot be stored and that the broker keeps costs its own terminal only, at every start', async ({
    skip,
  }) => {
    skip(mosquitto === null, 'mosquitto is not installed (npm run peers)')
    const port = await freePort()
    const child = await startMosquitto(mosquitto!, port)
    closers.push(async () => child.kill())
    const { birch, cedar } = fleet.stores
    const [bad, good] = [
      await connectTerminal(port, birch.terminalId),
      await connectTerminal(port, cedar.terminalId),
    ]
    closers.push(
      () => bad.client.endAsync(true),
      () => good.client.endAsync(true),
    )
    await bad.say('st', { ...online, prog: 'x\u0000y' })
    for (const state of ['online', 'offline'] as const) {
      const ingest = await begin(port)
      await good.say('st', state === 'online' ? online : { v: 1, on: 0, cn: 'aaaa' })
      await expect.poll(() => connectionOf(cedar)).toBe(state)
      await ingest.close()
    }
    expect(await connectionOf(birch)).toBeUndefined()
    // put aside when it is said, not each time that the broker says it again
    const asides = () => database.kysely.selectFrom('quarantine').select(['storeId', 'reason']).execute()
    expect(await asides()).toEqual([])
    const ingest = await begin(port)
    await bad.say('st', { ...online, prog: 'x\u0000y' })
    await expect.poll(asides).toEqual([{ storeId: birch.storeId, reason: 'E_FORM' }])
    await ingest.close()
  })
})
