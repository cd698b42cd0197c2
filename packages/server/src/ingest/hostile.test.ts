import { createHash, randomBytes } from 'node:crypto'
import { later, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectTerminal, cycleMessage, EPOCH, type IngestRig, ingestRig } from '../testing/ingest-rig'
import { insertTerminal } from '../testing/plant/plant-stores'
import { describeEachKind } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { deleteQuarantineBeyond } from './quarantined-queries'

describeEachKind('a hostile terminal', (kind) => {
  let rig: IngestRig
  beforeAll(async () => {
    rig = await ingestRig(kind)
  })
  afterEach(() => rig.reset())
  afterAll(() => rig.close())

  const air = (store: TinyStore, value: number) => [[store.freezer.pointIds[0], 0, value]]
  const count = async (table: 'scan' | 'quarantine' | 'terminalEvent') => {
    const { n } = await rig.database.kysely
      .selectFrom(table)
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow()
    return n
  }

  test('fills the quarantine no further than a hundred messages an hour, and its own readings go on', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    for (let i = 0; i < 130; i++) await terminal.say('live', Buffer.from(`{"v":1,"torn ${i}`))
    await terminal.say('live', cycleMessage(1, NOON, air(alder, -20)))
    await terminal.acknowledged(1)
    expect(await count('quarantine')).toBe(100)
    expect(await count('scan')).toBe(1)
    rig.clock.set(later(NOON, minutes(60)))
    await terminal.say('live', Buffer.from('{"v":1,'))
    await terminal.say('live', cycleMessage(2, NOON + minutes(60), air(alder, -20)))
    await terminal.acknowledged(2)
    expect(await count('quarantine')).toBe(101)
  })

  test('fills it no further than its share of bytes either', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    for (let i = 0; i < 10; i++) {
      const bytes = randomBytes(100_000)
      bytes[0] = 1
      await terminal.say('live', bytes)
    }
    await terminal.say('live', cycleMessage(1, NOON, air(alder, -20)))
    await terminal.acknowledged(1)
    expect(await count('quarantine')).toBe(2)
    const { registry } = rig.metrics
    expect(await registry.metrics()).toContain('coldkeep_quarantined_total{reason="E_FORM"} 10')
  })

  test('loses of what was put aside the oldest, its own alone, where it is too much in all', async () => {
    const { alder, birch } = rig.fleet.stores
    const db = rig.database.kysely
    for (const store of [alder, birch]) {
      const terminal = await rig.terminal(store)
      for (let i = 0; i < 5; i++) await terminal.say('live', Buffer.from(`{"torn ${i}`))
      await terminal.say('live', cycleMessage(1, NOON, air(store, -20)))
      await terminal.acknowledged(1)
    }
    // each has eight letters
    await deleteQuarantineBeyond(db, alder.storeId, 25)
    const rows = await db
      .selectFrom('quarantine')
      .select(['storeId', 'body'])
      .orderBy('quarantineId')
      .execute()
    const textsOf = ({ storeId }: TinyStore) =>
      rows.filter((row) => row.storeId === storeId).map(({ body }) => Buffer.from(body).toString())
    expect(textsOf(alder)).toEqual(['{"torn 2', '{"torn 3', '{"torn 4'])
    expect(textsOf(birch)).toHaveLength(5)
  })

  test('whose clock is wrong loses no reading to that limit', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    const ahead = later(NOON, minutes(120))
    for (let i = 0; i < 130; i++) await terminal.say('live', cycleMessage(i, ahead + i, air(alder, -20)))
    await terminal.say('live', cycleMessage(130, NOON, air(alder, -20)))
    await terminal.acknowledged(130)
    expect(await count('quarantine')).toBe(130)
    expect(await count('scan')).toBe(1)
  })

  test('sends anything on any channel, and the next good message is stored', async () => {
    const { alder, birch } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    const good = await rig.terminal(birch)
    for (let i = 0; i < 200; i++) {
      const channel = (['live', 'back', 'evt', 'res', 'st'] as const)[i % 5]!
      const bytes = randomBytes(i)
      if (i % 3 === 0) bytes[0] = 1
      await terminal.say(channel, bytes)
    }
    await good.say('live', cycleMessage(1, NOON, air(birch, -20)))
    await good.acknowledged(1)
    await terminal.say('live', cycleMessage(1, NOON, air(alder, -20)))
    await terminal.acknowledged(1)
    expect(await count('scan')).toBe(2)
    expect(await count('terminalEvent')).toBe(0)
    expect(rig.ingest.isServing()).toBe(true)
  })

  test('repeats all it ever said, in another order and on other channels: nothing is stored twice', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    const cycles = Array.from({ length: 12 }, (_, i) =>
      cycleMessage(i, NOON - minutes(5 * i), air(alder, -i)),
    )
    const event = { v: 1, e: EPOCH, s: 50, at: NOON, kind: 'start', detail: {} }
    for (const cycle of cycles) await terminal.say('live', cycle)
    await terminal.say('evt', event)
    for (const cycle of [...cycles].reverse()) await terminal.say('back', cycle)
    await terminal.say('evt', event)
    await terminal.say('live', cycleMessage(99, NOON + 1, air(alder, -1)))
    await terminal.acknowledged(99)
    await rig.ingest.close()
    expect(await count('scan')).toBe(13)
    expect(await count('terminalEvent')).toBe(1)
    const states = await rig.database.kysely.selectFrom('terminalState').select('conflicts').execute()
    expect(states.every((state) => state.conflicts === 0)).toBe(true)
    await rig.begin()
  })

  test('says the same cycle under another epoch: it is stored once and answered under the epoch it said', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await terminal.say('live', cycleMessage(1, NOON, air(alder, -20)))
    await terminal.say('live', cycleMessage(1, NOON, air(alder, -20), { e: 'zzzzzzzz' }))
    await expect.poll(() => new Set(terminal.acks.map((ack) => ack.e))).toEqual(new Set([EPOCH, 'zzzzzzzz']))
    expect(await count('scan')).toBe(1)
  })

  test('cannot write to the points of another terminal of the same store', async () => {
    const { alder } = rig.fleet.stores
    const db = rig.database.kysely
    const other = 'TB-N001B' as TinyStore['terminalId']
    await insertTerminal(db, { terminalId: other, storeId: alder.storeId, secretHash: hash('N001B') }, NOON)
    const terminal = await connectTerminal(rig.broker.port(), other)
    await terminal.say('live', cycleMessage(1, NOON, air(alder, 99)))
    const ack = await terminal.acknowledged(1)
    await terminal.client.endAsync(true)
    expect(ack.bad).toEqual([[1, 'E_POINT']])
    expect(await count('scan')).toBe(0)
    await db.deleteFrom('terminal').where('terminalId', '=', other).execute()
  })
})

function hash(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest()
}
