import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { days, epochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/connect'
import { insertDepartment } from '../organisation/organisation-queries'
import { stageTables } from '../storage/staging-queries'
import { writeScans } from '../testing/plant/write-history'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { throwing } from '../testing/throwing'
import { runSchedules } from './schedules/run-schedules'

const at = (iso: string) => epochMs(Date.parse(iso))

describeEachKind('scheduled reports', (kind) => {
  let database: Database
  let server: TestServer
  beforeAll(async () => {
    database = await testDatabase(kind)
    server = await testServer({ database: database.kysely })
    const session = await database.openSession(stageTables)
    const { alder, cedar } = server.fleet.stores
    for (const [{ storeId, freezer }, air] of [
      [alder, -18.5],
      [cedar, -21.25],
    ] as const) {
      const list = { storeId, deviceId: freezer.deviceId, pointListId: freezer.pointListId }
      const read = { periodSeconds: 300, valuePoints: freezer.pointIds, counterPoints: [], counters: [] }
      const values = [Float32Array.of(air), Float32Array.of(0)]
      // half past eleven in the evening of the 20th in Taipei
      const times = Float64Array.of(at('2026-11-20T15:30:00Z'))
      await writeScans(session, [{ ...list, ...read, values, quality: null, at: times }], NOON)
    }
    await session.close()
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })
  beforeEach(async () => {
    server.clock.set(NOON)
    await server.db.deleteFrom('download').execute()
    await server.db.deleteFrom('reportSchedule').execute()
  })

  const draft = (more: object = {}) => ({
    name: 'Daily temperatures',
    depart: String(server.fleet.company),
    data_type: 'temperature',
    cycle: 'day',
    hour: 6,
    form: 'long',
    format: 'csv',
    delivery: 'kept',
    is_enabled: true,
    ...more,
  })
  const add = (more: object = {}, as = 'admin') =>
    server.send('POST', '/api/v2/data-dl/schedules', { as, body: { schedules: [draft(more)] } })
  const list = async (as = 'admin') => (await server.send('GET', '/api/v2/data-dl/schedules', { as })).body
  const run = () => runSchedules({ db: server.db, aside: throwing, clock: server.clock })
  const titles = async () =>
    (await server.db.selectFrom('download').select('title').orderBy('downloadId').execute()).map(
      ({ title }) => title,
    )

  test('a day is reported once, at its hour on the next day, by whoever looks first', async () => {
    expect((await add()).status).toBe(200)
    const sixNextDay = at('2026-11-20T22:00:00Z')
    expect(await list()).toMatchObject([
      {
        name: 'Daily temperatures',
        department: 'Frostline',
        next_at: new Date(sixNextDay).toISOString(),
        last_at: null,
      },
    ])
    server.clock.set(later(sixNextDay, -1000))
    expect(await run()).toBe(0)
    server.clock.set(sixNextDay)
    const both = await Promise.all([run(), run()])
    expect(both[0] + both[1]).toBe(1)
    expect(await titles()).toEqual(['Daily temperatures · 2026-11-20 to 2026-11-20'])
    expect(await run()).toBe(0)
    expect(await list()).toMatchObject([
      { next_at: '2026-11-21T22:00:00.000Z', last_at: new Date(sixNextDay).toISOString() },
    ])

    await server.makeDownloads()
    const file = await server.db.selectFrom('download').selectAll().executeTakeFirstOrThrow()
    expect(file).toMatchObject({ state: 'done', fileName: 'Sensors 2026-11-20.csv' })
    const rows = parse(readFileSync(join(server.downloads.files.folder, `${file.downloadId}-1`)), {
      bom: true,
    })
    expect(rows.slice(1).map((row: string[]) => [row[0], row[2], row[5]])).toEqual([
      ['2026-11-20 23:30:00', 'Alder Street', '-18.5'],
      ['2026-11-20 23:30:00', 'Cedar_Road', '-21.25'],
    ])
  })

  test('what was missed is made up once, what is older than a month is not', async () => {
    await add()
    server.clock.set(at('2026-11-23T23:00:00Z'))
    expect(await run()).toBe(4)
    expect(await titles()).toEqual(
      ['20', '21', '22', '23'].map((day) => `Daily temperatures · 2026-11-${day} to 2026-11-${day}`),
    )
    expect(await run()).toBe(0)
    server.clock.set(later(server.clock.now(), days(100)))
    expect(await run()).toBe(31)
  })

  test('weeks and months are calendar ones of the report clock', async () => {
    await add({ name: 'Week', cycle: 'week', hour: 0 })
    await add({ name: 'Month', cycle: 'month', hour: 0 })
    server.clock.set(at('2026-12-01T00:00:00Z'))
    await run()
    expect((await titles()).toSorted()).toEqual([
      'Month · 2026-11-01 to 2026-11-30',
      'Week · 2026-11-16 to 2026-11-22',
      'Week · 2026-11-23 to 2026-11-29',
    ])
  })

  test('one that is switched off makes nothing; one of another cycle begins again', async () => {
    await add()
    const [row] = await list()
    const change = (more: object) =>
      server.send('PATCH', '/api/v2/data-dl/schedules', {
        as: 'admin',
        body: { schedules: [{ ...draft(more), id: row.id, revision: row.revision }] },
      })
    expect((await change({ is_enabled: false })).status).toBe(200)
    server.clock.set(at('2026-11-22T00:00:00Z'))
    expect(await run()).toBe(0)
    expect((await change({ cycle: 'week' })).body.code).toBe('row.changed')
    const [now] = await list()
    const body = { schedules: [{ ...draft({ cycle: 'week', hour: 0 }), id: now.id, revision: now.revision }] }
    await server.send('PATCH', '/api/v2/data-dl/schedules', { as: 'admin', body })
    expect(await list()).toMatchObject([{ cycle: 'week', next_at: '2026-11-22T16:00:00.000Z' }])
    const gone = await server.send('DELETE', `/api/v2/data-dl/schedules?id=${row.id}`, { as: 'admin' })
    expect(gone.status).toBe(200)
    expect(await list()).toEqual([])
  })

  test('what could never be made or mailed is refused', async () => {
    const empty = await insertDepartment(server.db, server.fleet.company, 'Nothing here', 9)
    expect((await add({ depart: String(empty) })).body.code).toBe('report.no_sensors')
    expect((await add({ depart: '999999' })).body.code).toBe('department.unknown')
    expect((await add({ delivery: 'mail' })).body.code).toBe('mail.off')
    expect((await add({ hour: 24 })).status).toBe(400)
    expect((await add()).status).toBe(200)
    expect((await add()).body).toMatchObject({ code: 'report.schedule_exists' })
    expect((await add({}, 'north')).body.code).toBe('access.page')
  })

  test('it ends with the right of who made it, and no one sees those of others', async () => {
    const { north } = server.fleet.accounts
    const type = await server.db
      .selectFrom('pagePermissionType')
      .select('pagePermissionTypeId')
      .where('title', '=', 'All pages')
      .executeTakeFirstOrThrow()
    await server.db
      .insertInto('pagePermission')
      .values({ accountId: north, ...type })
      .execute()
    expect((await add({ depart: String(server.fleet.south) }, 'north')).body.code).toBe('department.unknown')
    expect((await add({ depart: String(server.fleet.north) }, 'north')).status).toBe(200)
    const [own] = await list('north')
    expect(await list()).toEqual([])
    const foreign = await server.send('DELETE', `/api/v2/data-dl/schedules?id=${own.id}`, { as: 'admin' })
    expect(foreign.body.code).toBe('report.schedule_unknown')
    await server.db
      .deleteFrom('pagePermission')
      .where('accountId', '=', north)
      .where('pagePermissionTypeId', '=', type.pagePermissionTypeId)
      .execute()
    server.clock.advance(days(2) + minutes(1))
    expect(await run()).toBe(0)
    const row = await server.db.selectFrom('reportSchedule').select('isEnabled').executeTakeFirstOrThrow()
    expect(row.isEnabled).toBe(false)
  })
})
