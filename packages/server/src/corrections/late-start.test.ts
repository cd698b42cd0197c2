import { epochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/connect'
import { type CorrectionRig, correctionRig } from '../testing/correction-rig'
import { describeEachDatabase, describeEachKind, testDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { recordBreaches } from './record-breaches'

const MIDNIGHT = dayPeriod('Asia/Taipei', localDate('2026-11-19')).startAt
const measured = { degreeMinutes: 100, extremeC: -10, limitC: -18 }
const spell = (fromMinutes: number, untilMinutes: number) => ({
  ...{ startAt: later(MIDNIGHT, minutes(fromMinutes)), endAt: later(MIDNIGHT, minutes(untilMinutes)) },
  ...{ minutes: untilMinutes - fromMinutes, ...measured },
})

describeEachDatabase('a breach whose beginning arrives late', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())

  test('is counted by the day before from then on, and no minute twice', async () => {
    const { storeId, freezer } = server.fleet.stores.alder
    const place = { storeId, deviceId: freezer.deviceId, zone: 'FZ', isKnown: true } as const
    const until = epochMs(MIDNIGHT + hours(20))
    const second = (from: number) => ({
      ...{ ...place, on: localDate('2026-11-19'), until },
      breach: { own: spell(0, 40), whole: spell(from, 40) },
    })
    const record = (...days: Parameters<typeof recordBreaches>[1][number][]) =>
      server.db.transaction().execute((trx) => recordBreaches(trx, days, NOON))
    // half an hour of the evening was in grace by itself
    await record(second(-30))
    // two hours of it arrive later: the evening is a breach of its own
    const evening = { own: spell(-120, 0), whole: spell(-120, 0) }
    await record({ ...place, on: localDate('2026-11-18'), until, breach: evening }, second(-120))
    const rows = await server.db
      .selectFrom('breach')
      .select(['startedAt', 'endedAt', 'minutes'])
      .orderBy('startedAt')
      .execute()
    expect(rows).toEqual([
      { startedAt: MIDNIGHT - hours(2), endedAt: MIDNIGHT, minutes: 120 },
      { startedAt: MIDNIGHT, endedAt: MIDNIGHT + minutes(40), minutes: 40 },
    ])
  })
})

describeEachKind('late readings around midnight', (kind) => {
  let database: Database
  let rig: CorrectionRig
  beforeAll(async () => {
    database = await testDatabase(kind)
    rig = await correctionRig(database)
    const { db } = rig.server
    for (const table of ['breachEvent', 'breachDay', 'breach', 'scan'] as const)
      await db.deleteFrom(table).execute()
    rig.server.clock.set(epochMs(Date.parse('2026-11-17T12:00:00+08:00')))
  })
  afterAll(async () => {
    await rig.close()
    await database.close()
  })

  const breaches = async () =>
    (
      await rig.server.db
        .selectFrom('breach')
        .select(['startedAt', 'endedAt', 'minutes', 'state'])
        .orderBy('startedAt')
        .execute()
    ).map(({ startedAt, endedAt, ...breach }) => ({
      ...breach,
      from: new Date(startedAt).toISOString(),
      until: new Date(endedAt).toISOString(),
    }))

  test('each minute beyond the limit is in one breach, in whichever order the days become breaches', async () => {
    // 23:30 to 1:20: half an hour of the evening, which alone is no breach
    await rig.readLate('2026-11-16T23:30', [...Array(22).fill(9), ...Array(6).fill(4)])
    await rig.judge('2026-11-16', '2026-11-17')
    const from = '2026-11-16T15:30:00.000Z'
    const until = '2026-11-16T17:20:00.000Z'
    expect(await breaches()).toEqual([{ from, until, minutes: 110, state: 'unwritten' }])
    // two hours more of that evening make it a breach of its own
    await rig.readLate('2026-11-16T20:00', [...Array(24).fill(9), ...Array(18).fill(4)])
    await rig.judge('2026-11-16', '2026-11-17')
    const [evening, night] = await breaches()
    const midnight = '2026-11-16T16:00:00.000Z'
    expect(evening).toMatchObject({ from: '2026-11-16T12:00:00.000Z', until: midnight, minutes: 120 + 30 })
    expect(night).toMatchObject({ from: midnight, until, minutes: 80 })
    // judged once more nothing changes
    await rig.judge('2026-11-16', '2026-11-17')
    expect(await breaches()).toEqual([evening, night])
    // and where the two hours turn out to have been cold after all, the night has its half hour back
    await rig.server.db.deleteFrom('scan').execute()
    await rig.readLate('2026-11-16T00:00', Array(282).fill(4))
    await rig.readLate('2026-11-16T23:30', [...Array(22).fill(9), ...Array(6).fill(4)])
    await rig.judge('2026-11-16', '2026-11-17')
    expect(await breaches()).toMatchObject([{ state: 'void' }, { from, until, minutes: 110 }])
  })
})
