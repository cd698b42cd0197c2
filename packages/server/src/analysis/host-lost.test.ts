import { hourOf } from '@coldkeep/domain/points/alive-minutes'
import { minuteBit } from '@coldkeep/domain/points/life-bits'
import { type EpochMs, epochMs, hours, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runHostLost } from '../alarms/run-host-lost'
import type { Database } from '../db/connect'
import { upsertListening } from '../ingest/intake-queries'
import { upsertLife } from '../storage/life-queries'
import { upsertSeen } from '../storage/terminal-state-queries'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import { throwing } from '../testing/throwing'
import { insertTinyFleet, type TinyFleet, type TinyStore } from '../testing/tiny-fleet'

const TEN = epochMs(Date.UTC(2026, 10, 20, 10))
const at = (minute: number) => epochMs(TEN + minutes(minute))

describeEachKind('a terminal that falls silent', (kind) => {
  let database: Database
  let fleet: TinyFleet
  beforeAll(async () => {
    database = await testDatabase(kind)
    fleet = await insertTinyFleet(database.kysely, NOON)
  })
  beforeEach(async () => {
    for (const table of ['terminal_hour', 'terminal_state', 'server_hour']) {
      await sql`truncate ${sql.table(table)}`.execute(database.kysely)
    }
  })
  afterAll(() => database.close())

  /** Signs of life in every minute from the first to the one before the last, except the lost ones. */
  const live = async (store: TinyStore, from: number, to: number, lost: (minute: number) => boolean) => {
    const rows = []
    for (let minute = from; minute < to; minute++) {
      if (lost(minute)) continue
      const bits = { hourMs: hourOf(at(minute)), live: minuteBit(at(minute)), reported: 0n }
      rows.push({ storeId: store.storeId, terminal: store.terminalId, ...bits })
    }
    for (const row of rows) await upsertLife(database.kysely, [row])
    await upsertSeen(database.kysely, [
      { storeId: store.storeId, terminal: store.terminalId, seenAt: at(from) },
    ])
  }
  const listen = async (from: number, to: number) => {
    for (let hour = hourOf(at(from)); hour < at(to); hour += hours(1)) {
      let bits = 0n
      for (
        let instant = Math.max(hour, at(from));
        instant < Math.min(hour + hours(1), at(to));
        instant += minutes(1)
      ) {
        bits |= minuteBit(instant)
      }
      await upsertListening(database.kysely, hour, bits)
    }
  }
  const since = async (store: TinyStore) =>
    (
      await database.kysely
        .selectFrom('terminalState')
        .select('hostLostSince')
        .where('storeId', '=', store.storeId)
        .executeTakeFirst()
    )?.hostLostSince
  const run = async (now: EpochMs) =>
    (await runHostLost(database.kysely, throwing, now)).map(({ event }) => [
      event.kind,
      (event.at - TEN) / minutes(1),
    ])
  // lost 10:00–10:20 and 10:30–10:42
  const flaps = (minute: number) => (minute >= 0 && minute < 20) || (minute >= 30 && minute < 42)

  test('is reported at the thirtieth lost minute of an hour and back when the window has emptied', async () => {
    const { alder } = fleet.stores
    await live(alder, -90, 90, flaps)
    await listen(-90, 90)
    const seen = []
    for (let minute = -60; minute < 90; minute++) {
      for (const [kind, when] of await run(at(minute))) seen.push([kind, when, minute])
      if (minute === 42) expect(await since(alder)).toBe(at(0))
    }
    // decided for 10:40, seen two minutes later; 11:03 likewise
    expect(seen).toEqual([
      ['raised', 40, 42],
      ['cleared', 63, 65],
    ])
    expect(await since(alder)).toBeNull()
  })

  test('is judged the same when the server was restarted, or slow, in between', async () => {
    const { alder } = fleet.stores
    await live(alder, -90, 90, flaps)
    await listen(-90, 90)
    const seen = []
    for (const minute of [-60, 3, 35, 41, 44, 60, 85]) seen.push(...(await run(at(minute))))
    expect(seen).toEqual([
      ['raised', 40],
      ['cleared', 63],
    ])
  })

  test('is not blamed for minutes in which no server listened', async () => {
    const { alder } = fleet.stores
    await live(alder, -90, 180, (minute) => minute >= 0 && minute < 120)
    await listen(-90, 2)
    await listen(118, 180)
    const seen = []
    for (const minute of [-60, 1, 121, 150, 179]) seen.push(...(await run(at(minute))))
    expect(seen).toEqual([])
  })

  test('is judged apart from the others, and one that was never seen is not judged', async () => {
    const { alder, birch, cedar } = fleet.stores
    await live(alder, -90, 60, (minute) => minute >= 0)
    await live(birch, -90, 60, () => false)
    await listen(-90, 60)
    await run(at(-60))
    await run(at(59))
    expect(await since(alder)).toBe(at(0))
    expect(await since(birch)).toBeNull()
    expect(await since(cedar)).toBeUndefined()
  })

  describe('by the rule of its store', () => {
    const write = (
      lossPeriodMinutes: number,
      lossThresholdMinutes: number,
      scopeId: number,
      scope = 'store',
    ) =>
      database.kysely
        .insertInto('lossRule')
        .values({
          scope: scope as 'store',
          scopeId,
          lossPeriodMinutes,
          lossThresholdMinutes,
          changedAt: NOON,
          changedBy: 'Ada',
        })
        .execute()
    beforeEach(async () => {
      await database.kysely.deleteFrom('lossRule').execute()
    })

    test('a rule that is written holds from the next minute on, and not before', async () => {
      const { alder } = fleet.stores
      await live(alder, -90, 90, (minute) => minute >= 0 && minute < 15)
      await listen(-90, 90)
      const seen = []
      for (const minute of [-60, 20]) seen.push(...(await run(at(minute))))
      expect(seen).toEqual([])
      // judged backwards it would have been raised at 14
      await write(20, 14, alder.storeId)
      seen.push(...(await run(at(21))))
      expect(seen).toEqual([['raised', 19]])
      await database.kysely.deleteFrom('lossRule').execute()
      // up for ten minutes at 25, and far below 30 lost ones
      for (const minute of [22, 28]) seen.push(...(await run(at(minute))))
      expect(seen).toEqual([
        ['raised', 19],
        ['cleared', 25],
      ])
    })

    test('of the store itself, else of its department', async () => {
      const { alder, birch, cedar } = fleet.stores
      for (const store of [alder, birch, cedar]) await live(store, -90, 90, (minute) => minute >= 0)
      await listen(-90, 90)
      await write(10, 10, fleet.north, 'department')
      await write(10, 4, birch.storeId)
      await run(at(-60))
      const raised = (await runHostLost(database.kysely, throwing, at(40))).map(({ storeId, event }) => [
        storeId,
        (event.at - TEN) / minutes(1),
      ])
      expect(raised).toEqual([
        [alder.storeId, 10],
        [birch.storeId, 4],
        [cedar.storeId, 30],
      ])
    })
  })
})
