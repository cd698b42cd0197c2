import { deflateRawSync } from 'node:zlib'
import { minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Db } from '../db/connect'
import { cycleMessage, EPOCH, type IngestRig, ingestRig } from '../testing/ingest-rig'
import { describeEachKind } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

describeEachKind('readings that come in', (kind) => {
  let rig: IngestRig
  beforeAll(async () => {
    rig = await ingestRig(kind)
  })
  afterEach(() => rig.reset())
  afterAll(() => rig.close())

  /** One cycle of the freezer of a store: air and defrost. */
  const freezer = (store: TinyStore, air: number | null, defrost = 0) => {
    const [airPoint, defrostPoint] = store.freezer.pointIds
    return [air === null ? [airPoint, 0, null, 1] : [airPoint, 0, air], [defrostPoint, 0, defrost]]
  }
  const scans = (db: Db) => db.selectFrom('scan').selectAll().orderBy('storeId').orderBy('at').execute()
  const marks = (db: Db) =>
    db.selectFrom('analysisDue').select(['storeId', 'on']).distinct().orderBy('on').execute()

  test('a cycle is stored and only then acknowledged, with its latest values and signs of life', async () => {
    const { alder } = rig.fleet.stores
    const db = rig.database.kysely
    const terminal = await rig.terminal(alder)
    const [energy, power] = alder.meter.pointIds
    await terminal.say(
      'live',
      cycleMessage(7, NOON - 900, [...freezer(alder, -21.4), [energy, 0, 1234567.891], [power, 0, 3.25]]),
    )
    const ack = await terminal.acknowledged(7)
    expect(ack).toMatchObject({ e: EPOCH, s: [[7, 7]], now: NOON, g: 0 })
    expect(await scans(db)).toEqual([
      {
        storeId: alder.storeId,
        deviceId: alder.freezer.deviceId,
        pointListId: alder.freezer.pointListId,
        at: NOON - 900,
        values: [-21.4, 0],
        counters: [],
        quality: null,
        receivedAt: NOON,
      },
      expect.objectContaining({ deviceId: alder.meter.deviceId, values: [3.25], counters: [1234567.891] }),
    ])
    expect(await db.selectFrom('latest').select(['deviceId', 'at']).orderBy('deviceId').execute()).toEqual([
      { deviceId: alder.freezer.deviceId, at: NOON - 900 },
      { deviceId: alder.meter.deviceId, at: NOON - 900 },
    ])
    const life = await db
      .selectFrom('terminalHour')
      .select(['hour', sql<string>`live::text`.as('live')])
      .orderBy('hour')
      .execute()
    // stamped at 03:59, received at 04:00
    expect(life).toEqual([
      { hour: NOON - minutes(60), live: String(1n << 59n) },
      { hour: NOON, live: '1' },
    ])
    expect(await db.selectFrom('hourDue').select('hour').orderBy('hour').execute()).toEqual([
      { hour: NOON - minutes(60) },
    ])
  })

  test('a repeat is acknowledged again, changes nothing and is silent', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    for (let i = 0; i < 3; i++) {
      await terminal.say('live', cycleMessage(1, NOON, freezer(alder, -20)))
      await expect.poll(() => terminal.acks.length).toBe(i + 1)
    }
    expect(await scans(rig.database.kysely)).toHaveLength(1)
    await rig.ingest.flush()
    expect(await rig.database.kysely.selectFrom('terminalState').select('conflicts').execute()).toEqual([
      { conflicts: 0 },
    ])
    const repeated = await rig.metrics.ingest.scansRepeated.get()
    expect(repeated.values[0]?.value).toBe(2)
  })

  test('a repeat with another value keeps the first and is counted, at once or later', async () => {
    const { alder } = rig.fleet.stores
    const db = rig.database.kysely
    const terminal = await rig.terminal(alder)
    await terminal.say('live', cycleMessage(1, NOON, freezer(alder, -20)))
    await terminal.acknowledged(1)
    await terminal.say('live', cycleMessage(2, NOON, freezer(alder, -19)))
    await terminal.say('live', cycleMessage(3, NOON + 1000, freezer(alder, -20)))
    await terminal.say('live', cycleMessage(4, NOON + 1000, freezer(alder, -18)))
    await terminal.acknowledged(4)
    expect((await scans(db)).map((scan) => scan.values[0])).toEqual([-20, -20])
    await rig.ingest.flush()
    expect(await db.selectFrom('terminalState').select('conflicts').executeTakeFirst()).toEqual({
      conflicts: 2,
    })
    // the same value after rounding to 32 bits is no conflict
    await terminal.say('live', cycleMessage(5, NOON, freezer(alder, -20.0000001)))
    await terminal.acknowledged(5)
    expect(await db.selectFrom('terminalState').select('conflicts').executeTakeFirst()).toEqual({
      conflicts: 2,
    })
  })

  test('what comes out of order leaves the newest as latest', async () => {
    const { alder } = rig.fleet.stores
    const db = rig.database.kysely
    const terminal = await rig.terminal(alder)
    const minutesAgo = [3, 9, 0, 6]
    for (const [i, ago] of minutesAgo.entries()) {
      await terminal.say(i % 2 ? 'back' : 'live', cycleMessage(i, NOON - minutes(ago), freezer(alder, -ago)))
      await terminal.acknowledged(i)
    }
    expect((await scans(db)).map((scan) => scan.values[0])).toEqual([-9, -6, -3, 0])
    expect((await db.selectFrom('latest').select('values').executeTakeFirst())?.values[0]).toBe(0)
  })

  test('a foreign point is refused alone, the raw message is put aside and the terminal may forget it', async () => {
    const { alder, birch } = rig.fleet.stores
    const db = rig.database.kysely
    const terminal = await rig.terminal(alder)
    const [foreign] = birch.freezer.pointIds
    await terminal.say('live', cycleMessage(5, NOON, [...freezer(alder, -20), [foreign, 0, 1]]))
    expect(await terminal.acknowledged(5)).toMatchObject({ s: [[5, 5]], bad: [[5, 'E_POINT']] })
    expect((await scans(db)).map((scan) => scan.storeId)).toEqual([alder.storeId])
    expect(await db.selectFrom('quarantine').select(['storeId', 'terminalId', 'reason']).execute()).toEqual([
      { storeId: alder.storeId, terminalId: alder.terminalId, reason: 'E_POINT' },
    ])
  })

  test('damaged messages end nothing: named ones are refused by name, the others put aside', async () => {
    const { alder } = rig.fleet.stores
    const db = rig.database.kysely
    const terminal = await rig.terminal(alder)
    const bomb = Buffer.concat([Buffer.from([1]), deflateRawSync(Buffer.alloc(4_000_000, 0x20))])
    for (const bytes of [Buffer.from('{"v":1,'), Buffer.from([9, 9, 9]), bomb, Buffer.from([1, 255, 255])]) {
      await terminal.say('live', bytes)
    }
    await terminal.say('live', cycleMessage(1, NOON, freezer(alder, -20), { v: 2 }))
    await terminal.say('live', cycleMessage(2, NOON, freezer(alder, -20), { r: 'none' }))
    await terminal.say('live', cycleMessage(3, NOON + minutes(11), freezer(alder, -20)))
    await terminal.say('live', cycleMessage(4, NOON, freezer(alder, -20)))
    await terminal.acknowledged(4)
    const bad = terminal.acks.flatMap((ack) => ack.bad ?? [])
    expect(bad).toEqual([
      [1, 'E_VERSION'],
      [2, 'E_FORM'],
      [3, 'E_TIME'],
    ])
    const put = await db.selectFrom('quarantine').select('reason').orderBy('quarantineId').execute()
    expect(put.map((row) => row.reason)).toEqual([
      'E_FORM',
      'E_FORM',
      'E_SIZE',
      'E_FORM',
      'E_VERSION',
      'E_FORM',
      'E_TIME',
    ])
    expect(await scans(db)).toHaveLength(1)
  })

  test('late readings mark their hour for packing and their day for counting again', async () => {
    const { alder } = rig.fleet.stores
    const db = rig.database.kysely
    const terminal = await rig.terminal(alder)
    // 15:56 in Taipei on the day before yesterday
    const late = NOON - minutes(44 * 60 + 4)
    await terminal.say('back', cycleMessage(1, late, freezer(alder, -20)))
    await terminal.acknowledged(1)
    const due = await db.selectFrom('hourDue').select('hour').orderBy('hour').execute()
    expect(due.map((row) => row.hour)).toEqual([NOON - minutes(45 * 60)])
    expect(await marks(db)).toEqual([{ storeId: alder.storeId, on: '2026-11-18' }])
  })

  test('a fresh reading marks no day, since the day goes on being counted anyway', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await terminal.say('live', cycleMessage(1, NOON - minutes(9), freezer(alder, -20)))
    await terminal.acknowledged(1)
    expect(await marks(rig.database.kysely)).toEqual([])
  })

  test('readings of ninety days ago find room', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await terminal.say('back', cycleMessage(1, NOON - minutes(90 * 1440), freezer(alder, -20)))
    expect((await terminal.acknowledged(1)).bad).toBeUndefined()
    expect(await scans(rig.database.kysely)).toHaveLength(1)
  })

  test('a heartbeat from the backlog is a sign of life reported afterwards', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await terminal.say('back', cycleMessage(1, NOON - minutes(50), []))
    await terminal.acknowledged(1)
    const db = rig.database.kysely
    const [life] = await db
      .selectFrom('terminalHour')
      .select(['hour', sql<string>`reported::text`.as('reported')])
      .execute()
    expect(life).toEqual({ hour: NOON - minutes(60), reported: String(1n << 10n) })
    expect(await marks(db)).toContainEqual({ storeId: alder.storeId, on: '2026-11-20' })
  })

  test('a terminal with a backlog is granted some, then more', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await terminal.say('st', {
      v: 1,
      on: 1,
      cn: '9f3c',
      at: NOON,
      prog: '1.0.0',
      cfg: 1,
      q: { n: 40, old: NOON - minutes(60) },
      up: 5,
    })
    await terminal.say('live', cycleMessage(1, NOON, freezer(alder, -20)))
    await terminal.acknowledged(1)
    await expect.poll(() => terminal.acks.at(-1)).toMatchObject({ g: 4, gx: 60 })
  })
})
