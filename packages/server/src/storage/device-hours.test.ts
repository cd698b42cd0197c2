import type { PointId } from '@coldkeep/domain/ids'
import { days, hours, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { up } from '../../migrations/0013_hours'
import type { Database } from '../db/connect'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import { insertTinyFleet, type TinyFleet } from '../testing/tiny-fleet'
import { readSeries } from './read-series'

describeEachKind('hours packed before a device had one row', (kind) => {
  let database: Database
  let fleet: TinyFleet
  beforeAll(async () => {
    database = await testDatabase(kind)
    fleet = await insertTinyFleet(database.kysely, NOON)
  })
  afterAll(() => database.close())

  test('are brought over and read as before', async () => {
    const { storeId, freezer } = fleet.stores.alder
    const [air, defrost] = freezer.pointIds as [PointId, PointId]
    const H = NOON - days(40)
    const run = (text: string) => sql.raw(text).execute(database.kysely)
    await run('drop table device_hour')
    await run(`create table point_hour (store_id int not null, point_id bigint not null, hour timestamptz not null,
      series bytea not null, primary key (store_id, point_id, hour)) partition by range (hour)`)
    await run(`create table point_hour_2026_10 partition of point_hour
      for values from ('2026-10-01T00:00:00Z') to ('2026-11-01T00:00:00Z')`)
    const hour = new Date(H).toISOString()
    await run(`insert into point_hour values
      (${storeId}, ${air}, '${hour}', '\\x010b040001e0d4030300020101000100020101000101ab030203'),
      (${storeId}, ${defrost}, '${hour}', '\\x0108040001e0d403030000000200')`)

    await database.kysely.transaction().execute((trx) => up(trx as never))

    const query = {
      storeId,
      deviceId: freezer.deviceId,
      pointIds: [air, defrost],
      from: H,
      to: H + hours(1),
    }
    const read = await readSeries(database.kysely, query)
    const timesMs = [0, 1, 2, 3].map((minute) => H + minutes(minute))
    expect(read.get(air)).toEqual({
      timesMs,
      values: [-21.4, -21.3, Number.NaN, -21.5],
      quality: Uint8Array.of(0, 0, 1, 0),
    })
    expect(read.get(defrost)).toEqual({ timesMs, values: [0, 0, 1, 1], quality: new Uint8Array(4) })
  })
})
