import { deflateRawSync } from 'node:zlib'
import { days, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ArrivedResult } from '../messages/read-report'
import { EPOCH, type IngestRig, ingestRig } from '../testing/ingest-rig'
import { describeEachKind } from '../testing/test-database'
import { NOON } from '../testing/test-server'

const COMMAND = '01JD3KZ5Q8W7X6Y5V4T3S2R1P0'

describeEachKind('events and results that come in', (kind) => {
  let rig: IngestRig
  const handed: ArrivedResult[] = []
  beforeAll(async () => {
    rig = await ingestRig(kind, async (trx, results) => {
      handed.push(...results)
      // in the transaction of the messages: what is written here goes with them or not at all
      await sql`select store_id from store for share`.execute(trx)
    })
  })
  afterEach(async () => {
    handed.length = 0
    await rig.reset()
  })
  afterAll(() => rig.close())

  const events = () =>
    rig.database.kysely.selectFrom('terminalEvent').selectAll().orderBy('sequence').execute()
  const quarantined = async () => {
    const rows = await rig.database.kysely
      .selectFrom('quarantine')
      .select('reason')
      .orderBy('quarantineId')
      .execute()
    return rows.map((row) => row.reason)
  }

  test('an event is stored and only then acknowledged; a repeat changes nothing', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    const detail = { from: NOON - 5000, to: NOON, count: 3, how: 'dropped' }
    await terminal.say('evt', eventMessage(7, { at: NOON - 100, detail }))
    expect(await terminal.acknowledged(7)).toMatchObject({ e: EPOCH, s: [[7, 7]] })
    const stored = [
      {
        storeId: alder.storeId,
        terminalId: alder.terminalId,
        epoch: EPOCH,
        sequence: 7,
        kind: 'gap',
        at: NOON - 100,
        receivedAt: NOON,
        detail,
      },
    ]
    expect(await events()).toEqual(stored)
    await terminal.say('evt', eventMessage(7, { at: NOON, detail: { count: 4 } }))
    await expect.poll(() => terminal.acks.length).toBe(2)
    expect(await events()).toEqual(stored)
  })

  test('the same number in another epoch is another event', async () => {
    const terminal = await rig.terminal(rig.fleet.stores.alder)
    await terminal.say('evt', eventMessage(1))
    await terminal.say('evt', eventMessage(1, { e: 'zzzzzzzz' }))
    await expect.poll(async () => (await events()).length).toBe(2)
    await expect.poll(() => terminal.acks.map((ack) => ack.e).sort()).toEqual([EPOCH, 'zzzzzzzz'])
  })

  test('an event of a box whose clock is wrong is kept with the time of its reception', async () => {
    const terminal = await rig.terminal(rig.fleet.stores.alder)
    await terminal.say('evt', eventMessage(1, { at: NOON + minutes(11) }))
    await terminal.say('evt', eventMessage(2, { at: NOON - days(401) }))
    await terminal.say('evt', eventMessage(3, { at: Number.MAX_SAFE_INTEGER }))
    await terminal.acknowledged(3)
    expect((await events()).map((event) => event.at)).toEqual([NOON, NOON, NOON])
  })

  test('results are handed over in the transaction that stores them, each once per message', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await terminal.say('res', resultMessage(1, { st: 'accepted' }))
    await terminal.say('res', resultMessage(2, { st: 'done', out: { value: 3.4 } }))
    await terminal.acknowledged(2)
    expect(handed.map(({ terminal: id, storeId, result }) => [id, storeId, result.st])).toEqual([
      [alder.terminalId, alder.storeId, 'accepted'],
      [alder.terminalId, alder.storeId, 'done'],
    ])
    expect(handed[1]?.result.out).toEqual({ value: 3.4 })
  })

  test('damaged ones go to quarantine with the reason and are acknowledged as bad where they have a name', async () => {
    const terminal = await rig.terminal(rig.fleet.stores.alder)
    const bomb = Buffer.concat([Buffer.from([1]), deflateRawSync(Buffer.alloc(4_000_000, 0x20))])
    await terminal.say('evt', bomb)
    await terminal.say('evt', Buffer.from('{"v":1,'))
    await terminal.say('evt', eventMessage(1, { v: 2 }))
    await terminal.say('evt', eventMessage(2, { kind: 'party' }))
    await terminal.say('evt', eventMessage(3, { detail: { text: 'x'.repeat(9_000) } }))
    await terminal.say('evt', eventMessage(4, { detail: { text: 'a\u0000b' } }))
    await terminal.say('evt', eventMessage(5, { detail: { text: 'half \ud83d' } }))
    await terminal.say('res', resultMessage(6, { id: 'no id' }))
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    const tooDeep = JSON.stringify(resultMessage(7, { out: { deep: 0 } })).replace(
      '"deep":0',
      `"deep":${deep}`,
    )
    await terminal.say('res', Buffer.from(tooDeep))
    await terminal.say('evt', eventMessage(8))
    const acked = () => terminal.acks.flatMap((ack) => ack.bad ?? [])
    await expect.poll(() => acked().length).toBe(7)
    await terminal.acknowledged(8)
    expect(acked()).toEqual([
      [1, 'E_VERSION'],
      [2, 'E_FORM'],
      [3, 'E_SIZE'],
      [4, 'E_FORM'],
      [5, 'E_FORM'],
      [6, 'E_FORM'],
      [7, 'E_FORM'],
    ])
    expect((await quarantined()).sort()).toEqual([
      ...Array(6).fill('E_FORM'),
      'E_SIZE',
      'E_SIZE',
      'E_VERSION',
    ])
    expect((await events()).map((event) => event.sequence)).toEqual([8])
    expect(handed).toEqual([])
  })

  test('what cannot be stored for one terminal is not acknowledged and holds no one up', async () => {
    const { alder, birch } = rig.fleet.stores
    const db = rig.database.kysely
    await sql`alter table terminal_event add constraint no_alder check (store_id <> ${sql.lit(alder.storeId)})`.execute(
      db,
    )
    const bad = await rig.terminal(alder)
    const good = await rig.terminal(birch)
    await bad.say('evt', eventMessage(1))
    await good.say('evt', eventMessage(1))
    await good.acknowledged(1)
    expect(bad.acks).toEqual([])
    await sql`alter table terminal_event drop constraint no_alder`.execute(db)
    await bad.say('evt', eventMessage(1))
    await bad.acknowledged(1)
    expect((await events()).map((event) => event.storeId).sort()).toEqual([alder.storeId, birch.storeId])
  })

  test('closing stores and acknowledges what has come in', async () => {
    const terminal = await rig.terminal(rig.fleet.stores.alder)
    await terminal.say('evt', eventMessage(1))
    await rig.ingest.close()
    await terminal.acknowledged(1)
    await rig.begin()
    expect(await events()).toHaveLength(1)
  })
})

describeEachKind('results that nobody here keeps', (kind) => {
  let rig: IngestRig
  beforeAll(async () => {
    rig = await ingestRig(kind)
  })
  afterAll(() => rig.close())

  test('are not acknowledged, so that they stay with their terminal', async () => {
    const terminal = await rig.terminal(rig.fleet.stores.alder)
    await terminal.say('res', resultMessage(1))
    await terminal.say('evt', eventMessage(2))
    await terminal.acknowledged(2)
    expect(terminal.acks.flatMap((ack) => ack.s)).toEqual([[2, 2]])
  })
})

function eventMessage(sequence: number, over: object = {}) {
  return { v: 1, e: EPOCH, s: sequence, at: NOON, kind: 'gap', detail: {}, ...over }
}

function resultMessage(sequence: number, over: object = {}) {
  return { v: 1, e: EPOCH, s: sequence, id: COMMAND, st: 'done', at: NOON, ...over }
}
