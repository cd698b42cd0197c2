import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPermissionType } from '../accounts/sign-in-queries'
import { insertScores } from '../testing/result-days'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import { type EarlyWarningRow, upsertEarlyWarnings } from './health-queries'

/** All stores but Cedar keep the time of Taipei. */
const at = (text: string): EpochMs => epochMs(Date.parse(`${text}+08:00`))
const RAISED = at('2026-11-12T23:50:00')

describeEachDatabase('the curve of an early warning', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { db } = server
    const { alder, birch } = server.fleet.stores
    // 88 until 22:50, then 73: at ten to midnight, the last hour is all 73.
    const fallen = Array.from({ length: 144 }, (_, index) => (index < 137 ? 88 : 73))
    for (const [on, scores] of [
      ['2026-11-08', [50]],
      ['2026-11-09', [91]],
      ['2026-11-12', fallen],
      ['2026-11-15', [60]],
      ['2026-11-16', [50]],
    ] as const) {
      await insertScores(db, birch.storeId, birch.freezer.deviceId, {
        on: localDate(on),
        firstAt: at(`${on}T00:10:00`),
        scores,
      })
    }
    const warning = {
      storeId: birch.storeId,
      deviceId: birch.freezer.deviceId,
      raisedAt: RAISED,
      clearedAt: null,
      reason: null,
    } satisfies Partial<EarlyWarningRow>
    await upsertEarlyWarnings(db, [
      { ...warning, kind: 'falling', value: 15, limitValue: 14, judgedMinutes: 1440, score: 73 },
      { ...warning, kind: 'oscillation', value: 3, limitValue: 12, judgedMinutes: 1440, score: 73 },
      {
        ...warning,
        storeId: alder.storeId,
        deviceId: alder.freezer.deviceId,
        kind: 'threshold',
        raisedAt: at('2026-11-10T09:10:00'),
        clearedAt: at('2026-11-11T10:00:00'),
        reason: 'recovered',
        value: 65,
        limitValue: 70,
        judgedMinutes: 60,
        score: 65,
      },
    ])
  })
  afterAll(() => server.close())

  const curveOf = (deviceId: number, kind: string, raised: EpochMs, as = 'admin') =>
    server.send(
      'GET',
      `/api/v2/pre-alarm/detail/curve?device=${deviceId}&kind=${kind}&raised=${new Date(raised).toISOString()}`,
      { as },
    )

  test('a fall: its day of scores, how far below the top it may be, and the window', async () => {
    const { freezer } = server.fleet.stores.birch
    const { status, body } = await curveOf(freezer.deviceId, 'falling', RAISED)
    expect(status).toBe(200)
    const { zone, curve } = body
    expect(zone).toBe('Asia/Taipei')
    expect(curve.name).toBe('Score around the warning: Score falling, Birch Lane 50% · Freezer 1')
    // From two days before the window to three after the warning, and no day more.
    expect(curve.data).toHaveLength(146)
    expect(curve.data[0]).toMatchObject({ at: '2026-11-08T16:10:00.000Z', values: [91] })
    expect(curve.data.at(-1)).toMatchObject({ at: '2026-11-14T16:10:00.000Z', values: [60] })
    // 88 less the 14 points that it may fall.
    expect(curve.limits).toEqual([{ value: 74, label: 'Limit' }])
    expect(curve.bands).toEqual([
      {
        from: '2026-11-11T15:50:00.000Z',
        to: '2026-11-12T15:50:00.000Z',
        label: 'Evaluated by the rule: 24 h',
      },
    ])
    expect(curve.marks).toEqual([{ at: '2026-11-12T15:50:00.000Z', label: 'Raised' }])
  })

  test('a low score: the threshold, the hour before it, and when it ended', async () => {
    const { freezer } = server.fleet.stores.alder
    const { body } = await curveOf(freezer.deviceId, 'threshold', at('2026-11-10T09:10:00'))
    expect(body.curve).toMatchObject({
      limits: [{ value: 70 }],
      bands: [{ from: '2026-11-10T00:10:00.000Z', to: '2026-11-10T01:10:00.000Z' }],
      marks: [
        { at: '2026-11-10T01:10:00.000Z', label: 'Raised' },
        { at: '2026-11-11T02:00:00.000Z', label: 'Ended' },
      ],
      data: [],
    })
  })

  test('swings have no line to be below', async () => {
    const { body } = await curveOf(server.fleet.stores.birch.freezer.deviceId, 'oscillation', RAISED)
    expect(body.curve.limits).toBeUndefined()
    expect(body.curve.bands).toHaveLength(1)
  })

  test('a warning that is not there, of another rule or at another time, is not found', async () => {
    const { deviceId } = server.fleet.stores.birch.freezer
    const unknown = await curveOf(deviceId, 'threshold', RAISED)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'warning.unknown'])
    expect((await curveOf(deviceId, 'falling', at('2026-11-12T23:40:00'))).body.code).toBe('warning.unknown')
    expect((await curveOf(999_999, 'falling', RAISED)).body.code).toBe('device.unknown')
    expect((await curveOf(deviceId, 'sinking', RAISED)).status).toBe(400)
  })

  test('a warning of someone else is not found either', async () => {
    const { accounts, stores } = server.fleet
    const warnings = await insertPermissionType(server.db, 'Early warnings', ['1-8'])
    await server.db
      .insertInto('pagePermission')
      .values({ accountId: accounts.south, pagePermissionTypeId: warnings })
      .execute()
    const { status, body } = await curveOf(stores.birch.freezer.deviceId, 'falling', RAISED, '南')
    expect([status, body.code]).toEqual([404, 'device.unknown'])
  })

  test('it is for those who may open early warnings', async () => {
    const { deviceId } = server.fleet.stores.birch.freezer
    expect((await curveOf(deviceId, 'falling', RAISED, 'north')).body.code).toBe('access.page')
  })
})
