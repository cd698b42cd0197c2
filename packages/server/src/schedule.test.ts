import type { StoreId } from '@coldkeep/domain/ids'
import { epochMs, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSchedule, storeTurns } from './schedule'
import { unpackDevice } from './storage/device-block'
import { cycleMessage, type IngestRig, ingestRig, silent } from './testing/ingest-rig'
import { describeEachKind } from './testing/test-database'
import { NOON } from './testing/test-server'

describeEachKind('the schedule', (kind) => {
  let rig: IngestRig
  beforeAll(async () => {
    rig = await ingestRig(kind)
  })
  afterAll(() => rig.close())

  test('what came in is packed, counted and judged as time passes, and late readings open it again', async () => {
    const { alder } = rig.fleet.stores
    const { clock, database } = rig
    const db = database.kysely
    const schedule = await startSchedule({ database, clock, log: silent })
    const terminal = await rig.terminal(alder)
    const [air, defrost] = alder.freezer.pointIds
    const cycle = (sequence: number, at: number) =>
      cycleMessage(sequence, at, [
        [air, 0, -20],
        [defrost, 0, 0],
      ])
    // an hour of cycles, one of them held back
    for (let i = 0; i < 12; i++) {
      clock.set(epochMs(NOON + minutes(5 * i)))
      if (i === 6) continue
      await terminal.say('live', cycle(i, clock.now()))
      await terminal.acknowledged(i)
      await rig.ingest.minute()
    }
    const day = () =>
      db
        .selectFrom('connectionDay')
        .select(['ok', 'okLive'])
        .where('deviceId', '=', alder.freezer.deviceId)
        .where('on', '=', '2026-11-20')
        .executeTakeFirst()
    const packed = async () =>
      (
        await db.selectFrom('deviceHour').selectAll().where('deviceId', '=', alder.freezer.deviceId).execute()
      ).map(
        ({ hour, readings }) => unpackDevice(readings, hour, (pointId) => pointId === air)[0]?.values.length,
      )

    clock.set(epochMs(NOON + minutes(71)))
    await schedule.minute()
    expect(await packed()).toEqual([11])
    expect(await day()).toEqual({ ok: 11, okLive: 11 })

    await terminal.say('back', cycle(6, NOON + minutes(30)))
    await terminal.acknowledged(6)
    clock.advance(minutes(3))
    await schedule.minute()
    expect(await packed()).toEqual([12])
    expect(await day()).toEqual({ ok: 12, okLive: 11 })

    const tasks = await db.selectFrom('task').select(['kind', 'key', 'state']).execute()
    expect(tasks).toEqual([{ kind: 'retention', key: 'retention 2026-11-20', state: 'done' }])
    await schedule.close()
    expect(await db.selectFrom('lease').select('name').execute()).toEqual([])
  })

  test('of two servers one does the work, and the other takes over when it is gone', async () => {
    const { clock, database } = rig
    await sql`truncate connection_day`.execute(database.kysely)
    const [first, second] = [
      await startSchedule({ database, clock, log: silent }),
      await startSchedule({ database, clock, log: silent }),
    ]
    await first.minute()
    const holders = () =>
      database.kysely.selectFrom('lease').select(['name', 'holder']).orderBy('name').execute()
    const held = await holders()
    expect(held.map((lease) => lease.name)).toEqual([
      'alarms',
      'amber',
      'analyses',
      'parameters',
      'points',
      'repairs',
      'repeats',
      'storage',
    ])
    await second.minute()
    expect(await holders()).toEqual(held)
    await first.close()
    await second.minute()
    expect((await holders()).map((lease) => lease.holder)).not.toEqual(held.map((lease) => lease.holder))
    await second.close()
  })
})

test('few stores have their turn every minute, many within ten', () => {
  const stores = (count: number) => Array.from({ length: count }, (_, i) => (i + 1) as StoreId)
  const few = storeTurns()
  expect(few.next(stores(40))).toHaveLength(40)
  expect(few.next(stores(40))).toHaveLength(40)

  const many = storeTurns()
  const seen = new Set<StoreId>()
  for (let minute = 0; minute < 10; minute++) {
    const turn = many.next(stores(20_000))
    expect(turn).toHaveLength(2_000)
    for (const store of turn) seen.add(store)
  }
  expect(seen.size).toBe(20_000)
  expect(many.next(stores(20_000))[0]).toBe(1)
})
