import { type EpochMs, epochMs, hours, later } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { upsertEarlyWarnings } from '../analysis/health-queries'
import { insertPerson } from '../testing/insert-person'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { openWarning } from './early-warnings'

const RAISED = later(NOON, -hours(50))

describeEachDatabase('verdicts on early warnings', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { db, fleet } = server
    await insertPerson(server, 'una', fleet.north, ['1-7'])
    await insertPerson(server, 'vic', fleet.north, ['1-8'])
    await raise(RAISED)
    const { storeId, freezer } = fleet.stores.alder
    const figures = { startedAt: RAISED, raisedAt: RAISED, value: 61, limit: 70 }
    await db
      .transaction()
      .execute((trx) =>
        openWarning(trx, { storeId, deviceId: freezer.deviceId, kind: 'threshold' }, figures, NOON),
      )
  })
  beforeEach(async () => {
    await server.db.deleteFrom('warningVerdict').execute()
  })
  afterAll(() => server.close())

  const raise = async (raisedAt: EpochMs) => {
    const { storeId, freezer } = server.fleet.stores.alder
    await server.db.deleteFrom('earlyWarning').execute()
    await upsertEarlyWarnings(server.db, [
      {
        storeId,
        deviceId: freezer.deviceId,
        kind: 'threshold',
        raisedAt,
        value: 61,
        limitValue: 70,
        judgedMinutes: 60,
        score: 61,
        clearedAt: null,
        reason: null,
      },
    ])
  }
  const judge = (verdict: string | null, as = 'una', given: object = {}) => {
    const { deviceId } = server.fleet.stores.alder.freezer
    const raised = new Date(RAISED).toISOString()
    const body = { device: deviceId, kind: 'threshold', raised, verdict, ...given }
    return server.send('POST', '/api/v2/pre-alarm/verdict', { as, body })
  }
  const saidOf = async () =>
    (await server.send('GET', '/api/v2/alarms', { as: 'una' })).body.alarms[0].verdict
  const audited = async () => {
    const rows = await server.db
      .selectFrom('audit')
      .select(['kind', 'accountName', 'detail'])
      .where('kind', 'like', 'warning.%')
      .orderBy('auditId')
      .execute()
    return rows.map(({ kind, accountName, detail }) => [kind, accountName, detail.verdict, detail.before])
  }

  test('one is given, replaced and taken back; the alarm has the last, the audit all', async () => {
    const { status, body } = await judge('right')
    expect(status).toBe(200)
    expect(body).toMatchObject({ verdict: { says: 'right', by: 'una' }, before: null })
    expect(await saidOf()).toMatchObject({ says: 'right', by: 'una' })
    expect((await judge('false', 'admin')).body).toMatchObject({
      verdict: { says: 'false' },
      before: 'right',
    })
    expect(await saidOf()).toMatchObject({ says: 'false', by: 'Ada' })
    expect(await server.db.selectFrom('warningVerdict').select('verdict').execute()).toHaveLength(1)
    expect((await judge(null)).body).toEqual({ verdict: null, before: 'false' })
    expect(await saidOf()).toBeNull()
    expect(await audited()).toEqual([
      ['warning.judge', 'una', 'right', null],
      ['warning.judge', 'Ada', 'false', 'right'],
      ['warning.unjudge', 'una', null, 'false'],
    ])
  })

  test('it stays with its warning where a day that is computed again moves that by hours, not by half a day', async () => {
    await judge('right')
    const { deviceId } = server.fleet.stores.alder.freezer
    const shownOf = async () => {
      const query = `depart=${server.fleet.north}&start=2026-11-15T00:00:00&end=2026-11-20T23:59:59&timezone=%2B08:00`
      const { body } = await server.send('GET', `/api/v2/pre-alarm/detail?${query}`, { as: 'vic' })
      return [body.verdicts, body.table.data[0].value.slice(-2)]
    }
    const rowAt = (at: EpochMs) => ({ row: `${deviceId}/threshold/${at}`, says: 'right' })
    expect(await shownOf()).toEqual([[rowAt(RAISED)], ['Came true', 'Right · una']])
    const moved = later(RAISED, hours(3))
    await raise(moved)
    expect(await shownOf()).toEqual([[rowAt(moved)], ['Came true', 'Right · una']])
    // the alarm still has the old instant: the same warning is meant, and there is one verdict
    expect((await judge('unknown')).body).toMatchObject({ before: 'right' })
    expect(await shownOf()).toEqual([
      [{ ...rowAt(moved), says: 'unknown' }],
      ['Undecided', 'Don’t know · una'],
    ])
    await raise(later(RAISED, hours(16)))
    expect(await shownOf()).toEqual([[], ['Undecided', null]])
  })

  test('only who may acknowledge alarms gives one, of their own stores, on a warning that there is', async () => {
    await raise(RAISED)
    expect((await judge('right', 'vic')).status).toBe(403)
    const { cedar } = server.fleet.stores
    expect((await judge('right', 'una', { device: cedar.freezer.deviceId })).body.code).toBe('device.unknown')
    expect((await judge('right', 'una', { kind: 'falling' })).body.code).toBe('warning.unknown')
    const raised = new Date(epochMs(RAISED - hours(13))).toISOString()
    expect((await judge('right', 'una', { raised })).body.code).toBe('warning.unknown')
    expect((await judge('maybe')).status).toBe(400)
    expect(await server.db.selectFrom('warningVerdict').select('verdict').execute()).toEqual([])
  })

  test('two at once leave one', async () => {
    const both = await Promise.all([judge('right'), judge('false', 'admin')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await server.db.selectFrom('warningVerdict').select('verdict').execute()).toHaveLength(1)
  })
})
