import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cycleMessage, type IngestRig, ingestRig } from '../testing/ingest-rig'
import { describeEachKind } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

describeEachKind('a database that fails', (kind) => {
  let rig: IngestRig
  beforeAll(async () => {
    rig = await ingestRig(kind)
  })
  afterEach(() => rig.reset())
  afterAll(() => rig.close())

  const cycle = (sequence: number, store: TinyStore) =>
    cycleMessage(sequence, NOON, [[store.freezer.pointIds[0], 0, -20]])
  const storedStores = async () => {
    const rows = await rig.database.kysely.selectFrom('scan').select('storeId').orderBy('storeId').execute()
    return rows.map((row) => row.storeId)
  }

  test('what cannot be stored for one store is not acknowledged; other stores are not held up', async () => {
    const { alder, birch } = rig.fleet.stores
    const db = rig.database.kysely
    await sql`alter table scan add constraint no_alder check (store_id <> ${sql.lit(alder.storeId)})`.execute(
      db,
    )
    const bad = await rig.terminal(alder)
    const good = await rig.terminal(birch)
    await bad.say('live', cycle(1, alder))
    await good.say('live', cycle(1, birch))
    await good.acknowledged(1)
    // another round, by which time the first has been tried
    await good.say('live', { ...cycle(2, birch), t: NOON + 1 })
    await good.acknowledged(2)
    expect(bad.acks).toEqual([])
    expect(await storedStores()).toEqual([birch.storeId, birch.storeId])

    await sql`alter table scan drop constraint no_alder`.execute(db)
    await bad.say('live', cycle(1, alder))
    await bad.acknowledged(1)
    expect(await storedStores()).toEqual([alder.storeId, birch.storeId, birch.storeId])
  })

  test('a partition that was dropped behind its back is made again', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await terminal.say('live', cycle(1, alder))
    await terminal.acknowledged(1)
    await sql`drop table scan_2026_11_20`.execute(rig.database.kysely)
    await terminal.say('live', cycle(2, alder))
    await terminal.acknowledged(2)
    expect(await storedStores()).toEqual([alder.storeId])
  })

  test('closing stores and acknowledges what has come in', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await terminal.say('live', cycle(1, alder))
    await rig.ingest.close()
    await terminal.acknowledged(1)
    await rig.begin()
    expect(await storedStores()).toEqual([alder.storeId])
  })

  // The embedded database has one session: nothing happens there at the same time.
  if (kind === 'embedded') return
  const waiting = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%latest%'`.execute(
      rig.database.kysely,
    )
    return rows.map((row) => row.pid)
  }
  /** Holds the ingest in the middle of its transaction while `work` runs. */
  const whileHeld = (work: () => Promise<void>) =>
    rig.database.kysely.transaction().execute(async (trx) => {
      await sql`lock table latest in access exclusive mode`.execute(trx)
      await work()
    })
  test('nothing is acknowledged before the commit', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await whileHeld(async () => {
      await terminal.say('live', cycle(1, alder))
      await expect.poll(waiting).toHaveLength(1)
      expect(terminal.acks).toEqual([])
    })
    await terminal.acknowledged(1)
    expect(await rig.database.kysely.selectFrom('scan').select('at').execute()).toHaveLength(1)
  })

  test('a connection that is cut in mid-transaction costs nothing: the batch is stored once, then acknowledged', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await whileHeld(async () => {
      await terminal.say('live', cycle(1, alder))
      for (let cut = 0; cut < 3; cut++) {
        await expect.poll(waiting).toHaveLength(1)
        const [pid] = await waiting()
        await sql`select pg_terminate_backend(${pid}::int)`.execute(rig.database.kysely)
        await expect.poll(waiting).not.toContain(pid)
      }
      expect(terminal.acks).toEqual([])
    })
    await terminal.acknowledged(1)
    expect(await rig.database.kysely.selectFrom('scan').select('at').execute()).toHaveLength(1)
  })
})
