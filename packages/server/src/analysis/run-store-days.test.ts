import type { StoreDay } from '@coldkeep/domain/analysis/store-day'
import { epochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database, Session } from '../db/connect'
import { createPartitionsAhead } from '../storage/partitions'
import { stageTables } from '../storage/staging-queries'
import { openSetAside } from '../tasks/set-aside'
import { silent } from '../testing/ingest-rig'
import { writeHours, writeScans } from '../testing/plant/write-history'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { throwing } from '../testing/throwing'
import { insertTinyFleet, type TinyFleet, type TinyStore } from '../testing/tiny-fleet'
import { insertDueDays, selectDueDays } from './due-day-queries'
import { advanceStoreDays, repeatDueStoreDays } from './run-store-days'
import type { StoreDayAnalysis } from './store-day-analysis'
import { STORE_DAY, selectStoreDays } from './store-day-queries'

const TAIPEI = 'Asia/Taipei'
/** 12:00 in Taipei. */
const NOON = epochMs(Date.UTC(2026, 10, 20, 4))
const TODAY = localDate('2026-11-20')
const YESTERDAY = localDate('2026-11-19')

describeEachKind('days of stores', (kind) => {
  let database: Database
  let session: Session
  let fleet: TinyFleet
  beforeAll(async () => {
    database = await testDatabase(kind)
    session = await database.openSession(stageTables)
    fleet = await insertTinyFleet(database.kysely, NOON)
    await createPartitionsAhead(database.kysely, NOON)
  })
  let seen: StoreDay[]
  const witness: StoreDayAnalysis = {
    name: 'witness',
    run: async (_, days) => {
      seen.push(...days)
      return async () => {}
    },
  }
  beforeEach(async () => {
    seen = []
    for (const table of ['scan', 'device_hour', 'store_day', 'analysis_due']) {
      await sql`truncate ${sql.table(table)}`.execute(database.kysely)
    }
  })
  afterAll(async () => {
    await session.close()
    await database.close()
  })

  const runs = (analyses: readonly StoreDayAnalysis[] = [witness], aside = throwing) => ({
    db: database.kysely,
    analyses,
    aside,
    shouldStop: () => false,
  })
  const advance = (now: number) => advanceStoreDays(runs(), [fleet.stores.alder.storeId], epochMs(now))
  const block = ({ storeId, freezer }: TinyStore, at: number[], air: number[], codes?: number[]) => ({
    storeId,
    deviceId: freezer.deviceId,
    pointListId: freezer.pointListId,
    periodSeconds: 300,
    valuePoints: freezer.pointIds,
    counterPoints: [],
    at: Float64Array.from(at),
    values: freezer.pointIds.map((_, place) =>
      Float32Array.from(at, (_, row) => (place === 0 ? (air[row] ?? 0) : Number.NaN)),
    ),
    counters: [],
    quality: codes ? freezer.pointIds.map(() => Uint8Array.from(codes)) : null,
  })
  const known = async () =>
    (await selectStoreDays(database.kysely, [fleet.stores.alder.storeId], localDate('2026-01-01')))
      .map(({ on, through, isFinal }) => ({ on, through, isFinal }))
      .sort((a, b) => a.on.localeCompare(b.on))
  const airOf = (day: StoreDay | undefined) => {
    const series = day?.readings.get(fleet.stores.alder.freezer.deviceId)?.series('air_temperature')
    return Array.from(series?.timesMs ?? [], (at, index) => [at, series?.values[index]])
  }

  test('the present day is analysed up to the last whole ten minutes, the day before to its end', async () => {
    expect(await advance(NOON + minutes(7))).toBe(2)
    expect(seen.map(({ on, until }) => [on, until])).toEqual([
      [YESTERDAY, dayPeriod(TAIPEI, YESTERDAY).endAt],
      [TODAY, NOON],
    ])
    expect(await known()).toEqual([
      { on: YESTERDAY, through: dayPeriod(TAIPEI, YESTERDAY).endAt, isFinal: true },
      { on: TODAY, through: NOON, isFinal: false },
    ])
  })

  test('nothing is done again before ten more minutes have come in', async () => {
    await advance(NOON + minutes(7))
    expect(await advance(NOON + minutes(9))).toBe(0)
    // The readings of 12:10 have a minute to come in.
    expect(await advance(NOON + minutes(10))).toBe(0)
    expect(await advance(NOON + minutes(11))).toBe(1)
    expect(seen.at(-1)).toMatchObject({ on: TODAY, until: NOON + minutes(10) })
  })

  test('a day is final twenty minutes after its end', async () => {
    const { endAt } = dayPeriod(TAIPEI, TODAY)
    await advance(endAt + minutes(11))
    expect(await known()).toEqual([
      { on: TODAY, through: endAt, isFinal: false },
      { on: localDate('2026-11-21'), through: later(endAt, minutes(10)), isFinal: false },
    ])
    await advance(endAt + minutes(21))
    expect((await known())[0]).toEqual({ on: TODAY, through: endAt, isFinal: true })
  })

  test('a day has its good readings and those of the 24 hours before, and none after', async () => {
    const { alder } = fleet.stores
    const { startAt } = dayPeriod(TAIPEI, TODAY)
    const at = [startAt - hours(24) - 1, startAt - hours(24), startAt, startAt + hours(1), NOON]
    await writeScans(session, [block(alder, at, [-1, -2, -3, -4, -5], [0, 0, 0, 3, 0])], NOON)
    await advance(NOON + minutes(7))
    expect(airOf(seen.find((day) => day.on === TODAY))).toEqual([
      [startAt - hours(24), -2],
      [startAt, -3],
      [startAt + hours(1), Number.NaN],
    ])
  })

  test('late readings mark their day: it is analysed again, and the next one, which looks back into it', async () => {
    const { storeId } = fleet.stores.alder
    const on: LocalDate = localDate('2026-11-17')
    await insertDueDays(database.kysely, STORE_DAY, [{ storeId, on }], NOON)
    expect(await repeatDueStoreDays(runs(), NOON)).toBe(1)
    expect(seen.map((day) => day.on)).toEqual([on, localDate('2026-11-18')])
    expect(await repeatDueStoreDays(runs(), NOON)).toBe(0)
  })

  test('readings that are only kept packed are read as well', async () => {
    const { alder } = fleet.stores
    const on = localDate('2026-11-12')
    const { startAt } = dayPeriod(TAIPEI, on)
    await writeHours(session, [block(alder, [startAt, startAt + minutes(5)], [-20, -21])])
    await insertDueDays(database.kysely, STORE_DAY, [{ storeId: alder.storeId, on }], NOON)
    await repeatDueStoreDays(runs(), NOON)
    expect(airOf(seen[0])).toEqual([
      [startAt, -20],
      [startAt + minutes(5), -21],
    ])
  })

  test('an analysis that fails leaves its mark and no result of the others', async () => {
    const { storeId } = fleet.stores.alder
    const on = localDate('2026-11-17')
    await insertDueDays(database.kysely, STORE_DAY, [{ storeId, on }], NOON)
    const failing: StoreDayAnalysis = {
      name: 'failing',
      run: async () => () => Promise.reject(new Error('no room')),
    }
    expect(await repeatDueStoreDays(runs([witness, failing], openSetAside(silent)), NOON)).toBe(0)
    expect(await known()).toEqual([])
    expect(await repeatDueStoreDays(runs(), NOON)).toBe(1)
  })

  test('a store whose analysis fails costs only itself, and is left alone longer each time', async () => {
    const all = Object.values(fleet.stores).map(({ storeId }) => storeId)
    const bad = fleet.stores.birch.storeId
    const triedAt = new Set<number>()
    const refusing: StoreDayAnalysis = {
      name: 'refusing',
      run: async (_, days, now) => async (trx) => {
        if (!days.some(({ store }) => store.storeId === bad)) return
        triedAt.add((now - NOON) / minutes(1))
        await sql`select ${'x\u0000y'}::text`.execute(trx)
      },
    }
    const aside = openSetAside(silent)
    const advance = (now: number) => advanceStoreDays(runs([witness, refusing], aside), all, epochMs(now))
    const analysed = async () => {
      const { rows } = await sql<{ storeId: number }>`select distinct store_id from store_day`.execute(
        database.kysely,
      )
      return rows.map(({ storeId }) => storeId).sort()
    }
    await advance(NOON)
    expect(await analysed()).toEqual(all.filter((id) => id !== bad))
    for (const minute of [0.5, 1, 2.5, 3, 6.5]) await advance(NOON + minutes(minute))
    expect([...triedAt]).toEqual([0, 1, 3])
    await advanceStoreDays(runs([witness], aside), all, epochMs(NOON + minutes(7)))
    expect(await analysed()).toEqual(all)
  })

  test('of marked days the one that fails is left marked, the others of its store and of all stores are done', async () => {
    const day = (number: number) => localDate(`2026-10-${number}`)
    const { alder, birch, cedar } = fleet.stores
    const marks = [alder, birch, cedar].flatMap(({ storeId }) =>
      [10, 20, 30].map((number) => ({ storeId, on: day(number) })),
    )
    await insertDueDays(database.kysely, STORE_DAY, marks, NOON)
    const failing: StoreDayAnalysis = {
      name: 'failing',
      run: async (_, days) => {
        if (days.some(({ store, on }) => store.storeId === birch.storeId && on === day(20))) {
          throw new RangeError('no such value')
        }
        return async () => {}
      },
    }
    const aside = openSetAside(silent)
    expect(await repeatDueStoreDays(runs([failing], aside), NOON)).toBe(8)
    expect(await selectDueDays(database.kysely, STORE_DAY, NOON, 10)).toEqual([
      { storeId: birch.storeId, on: day(20) },
    ])
    expect(await repeatDueStoreDays(runs([witness], aside), NOON)).toBe(0)
    expect(await repeatDueStoreDays(runs([witness], aside), epochMs(NOON + minutes(1)))).toBe(1)
  })
})
