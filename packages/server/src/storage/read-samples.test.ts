import type { DeviceSamples } from '@coldkeep/domain/firmware/measure-field'
import { days, epochMs, hours, later, minutes, seconds } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database, Session } from '../db/connect'
import { insertFieldScans } from '../testing/field-stores'
import { writeHours } from '../testing/plant/write-history'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import { insertTinyFleet, type TinyFleet } from '../testing/tiny-fleet'
import { readSamples } from './read-samples'
import { stageTables } from './staging-queries'

describeEachKind('samples of devices', (kind) => {
  let database: Database
  let session: Session
  let fleet: TinyFleet
  beforeAll(async () => {
    database = await testDatabase(kind)
    session = await database.openSession(stageTables)
    fleet = await insertTinyFleet(database.kysely, NOON)
  })
  beforeEach(async () => {
    for (const table of ['scan', 'device_hour'])
      await sql`truncate ${sql.table(table)}`.execute(database.kysely)
  })
  afterAll(async () => {
    await session.close()
    await database.close()
  })

  const OLD = later(NOON, -days(2))
  /** Two values, one, none. */
  const cycles = [
    [minutes(5), [-20, 1]],
    [minutes(10), [-21, Number.NaN]],
    [minutes(15), [Number.NaN, Number.NaN]],
    [minutes(70), [-19, 0]],
  ] as const
  const scan = async (from: number) => {
    const { storeId, freezer } = fleet.stores.alder
    await insertFieldScans(
      database.kysely,
      cycles.map(([after, values]) => ({
        ...{ storeId, deviceId: freezer.deviceId, pointListId: freezer.pointListId },
        ...{ at: epochMs(from + after), values, counters: [], quality: null },
        receivedAt: epochMs(from + after + seconds(4)),
      })),
    )
  }
  const pack = (from: number) => {
    const { storeId, freezer } = fleet.stores.alder
    return writeHours(session, [
      {
        ...{ storeId, deviceId: freezer.deviceId, pointListId: freezer.pointListId, periodSeconds: 300 },
        ...{ valuePoints: freezer.pointIds, counterPoints: [], counters: [], quality: null },
        at: Float64Array.from(cycles, ([after]) => from + after),
        values: [0, 1].map((place) => Float32Array.from(cycles, ([, values]) => values[place] as number)),
      },
    ])
  }
  const read = async (from: number, to: number): Promise<DeviceSamples | undefined> => {
    const { storeId, freezer } = fleet.stores.alder
    const samples = await readSamples(database.kysely, [{ storeId, from, to }], NOON)
    return samples.get(freezer.deviceId)
  }

  test('of scans are read with how many values they have and when they arrived', async () => {
    const from = later(NOON, -hours(2))
    await scan(from)
    expect(await read(from, later(from, hours(1)))).toEqual({
      atMs: [from + minutes(5), from + minutes(10)],
      receivedMs: [from + minutes(5) + seconds(4), from + minutes(10) + seconds(4)],
      rows: [2, 1],
    })
  })

  test('of packed hours are the same, without when they arrived', async () => {
    await pack(OLD)
    const from = later(OLD, minutes(7))
    expect(await read(from, later(from, hours(2)))).toEqual({
      atMs: [OLD + minutes(10), OLD + minutes(70)],
      receivedMs: [Number.NaN, Number.NaN],
      rows: [1, 2],
    })
  })

  test('that are kept in both forms count once', async () => {
    await scan(OLD)
    await pack(OLD)
    const found = await read(OLD, later(OLD, hours(2)))
    expect(found?.atMs).toEqual([minutes(5), minutes(10), minutes(70)].map((after) => OLD + after))
    expect(found?.receivedMs).not.toContain(Number.NaN)
  })
})
