import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cycleMessage, type IngestRig, ingestRig } from '../testing/ingest-rig'
import { describeEachKind } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

const INT4 = 2_147_483_647

describeEachKind('a state that cannot be stored', (kind) => {
  let rig: IngestRig
  beforeAll(async () => {
    rig = await ingestRig(kind)
  })
  afterEach(() => rig.reset())
  afterAll(() => rig.close())

  const online = (over: object = {}) => ({
    v: 1,
    on: 1,
    cn: 'deadbeef',
    at: NOON,
    prog: '1.2.0',
    cfg: 1,
    q: { n: 0, old: null },
    up: 1,
    ...over,
  })
  const stateOf = (store: TinyStore) =>
    rig.database.kysely
      .selectFrom('terminalState')
      .select(['connection', 'program', 'revision', 'backlog'])
      .where('storeId', '=', store.storeId)
      .executeTakeFirst()
  const quarantined = () =>
    rig.database.kysely
      .selectFrom('quarantine')
      .select(['storeId', 'terminalId', 'reason'])
      .orderBy('quarantineId')
      .execute()

  const poisons: readonly [string, object][] = [
    ['a zero letter', { prog: 'x\u0000y' }],
    ['half a letter', { prog: 'half \ud83d' }],
    ['a revision beyond its column', { cfg: INT4 + 1 }],
    ['a revision below zero', { cfg: -1 }],
    ['the largest number', { cfg: Number.MAX_SAFE_INTEGER }],
    ['more messages than can be counted', { q: { n: 3_000_000_000, old: null } }],
    ['a time before all calendars', { at: -8_640_000_000_000_000 }],
    ['a time after all calendars', { at: 8_640_000_000_000_001 }],
    ['an oldest message of no time', { q: { n: 1, old: Number.MAX_SAFE_INTEGER } }],
    ['a key of zero letters', { keys: ['\u0000'] }],
    ['a thousand troubles', { err: Array(1000).fill('E') }],
  ]

  test('is put aside for its own terminal, and all others are known at once', async () => {
    const { alder, birch } = rig.fleet.stores
    const bad = await rig.terminal(alder)
    const good = await rig.terminal(birch)
    for (const [, over] of poisons) await bad.say('st', online(over))
    await good.say('st', online({ cn: 'c0ffee' }))
    await rig.ingest.flush()
    expect(await stateOf(birch)).toMatchObject({ connection: 'online', program: '1.2.0' })
    expect(await stateOf(alder)).toBeUndefined()
    const { storeId, terminalId } = alder
    expect(await quarantined()).toEqual(poisons.map(() => ({ storeId, terminalId, reason: 'E_FORM' })))
    await good.say('live', cycleMessage(1, NOON, []))
    await good.acknowledged(1)
  })

  test('the largest values that have a place are stored as they are', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await terminal.say('st', online({ cfg: INT4, q: { n: INT4, old: 0 }, at: 0, up: INT4 }))
    await expect
      .poll(async () => {
        await rig.ingest.flush()
        return stateOf(alder)
      })
      .toEqual({ connection: 'online', program: '1.2.0', revision: INT4, backlog: INT4 })
    expect(await quarantined()).toEqual([])
  })

  test('whatever the reason is, it is dropped alone and never tried again', async () => {
    const { alder, birch, cedar } = rig.fleet.stores
    const db = rig.database.kysely
    await sql`alter table terminal_state add constraint no_alder check (store_id <> ${sql.lit(alder.storeId)})`.execute(
      db,
    )
    try {
      for (const store of [birch, alder, cedar]) await (await rig.terminal(store)).say('st', online())
      const bad = await rig.terminal(alder)
      await bad.say('live', cycleMessage(1, NOON, []))
      await bad.acknowledged(1)
      // a timer may be writing them already
      for (const store of [birch, cedar]) {
        await expect
          .poll(async () => {
            await rig.ingest.flush()
            return stateOf(store)
          })
          .toMatchObject({ connection: 'online' })
      }
      expect(await stateOf(alder)).toBeUndefined()
      // nothing is left that would be tried again
      await rig.ingest.flush()
    } finally {
      await sql`alter table terminal_state drop constraint no_alder`.execute(db)
    }
  })
})
