import { epochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
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
