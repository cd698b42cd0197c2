import { type EpochMs, hours, later } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/connect'
import { type EvidenceRig, evidenceRig } from '../testing/evidence-rig'
import { insertPerson } from '../testing/insert-person'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON } from '../testing/test-server'

const YESTERDAY = localDate('2026-11-19')
const DAY = dayPeriod('Asia/Taipei', YESTERDAY)

describeEachKind('breaches in daily sheets', (kind) => {
  let database: Database
  let rig: EvidenceRig
  beforeAll(async () => {
    database = await testDatabase(kind)
    rig = await evidenceRig(database)
    await insertPerson(rig.server, 'keeper', rig.server.fleet.north, ['4-3'])
  })
  afterAll(async () => {
    await rig.close()
    await database.close()
  })

  test('open ones of the day and before it are named, of later days and closed ones none', async () => {
    const { db, fleet } = rig.server
    const { storeId } = fleet.stores.alder
    const breach = (startedAt: EpochMs, firstOn: string, state: 'unwritten' | 'closed') => {
      const endedAt = later(startedAt, hours(1))
      return {
        ...{
          storeId,
          deviceId: rig.chilled.deviceId,
          zone: 'C7' as const,
          firstOn: localDate(firstOn),
          startedAt,
          endedAt,
        },
        ...{
          through: endedAt,
          minutes: 60,
          degreeMinutes: 90,
          extremeC: 9,
          limitC: 7,
          state,
          writerId: null,
        },
        ...{ recordedAt: NOON, openedAt: NOON, closedAt: state === 'closed' ? NOON : null, remindedAt: null },
      }
    }
    await db
      .insertInto('breach')
      .values([
        breach(later(DAY.startAt, -hours(30)), '2026-11-17', 'unwritten'),
        breach(later(DAY.startAt, hours(10)), '2026-11-19', 'unwritten'),
        breach(later(DAY.startAt, -hours(12)), '2026-11-18', 'closed'),
        breach(later(DAY.endAt, hours(1)), '2026-11-20', 'unwritten'),
      ])
      .execute()
    const address = `/api/v2/day-sheets/sheet?storeid=${storeId}&date=${YESTERDAY}`
    const { body } = await rig.server.send('GET', address, { as: 'keeper' })
    const begun = (at: number) => new Date(at).toISOString()
    expect(body.now.breaches).toMatchObject([
      { device: String(rig.chilled.deviceId), started_at: begun(DAY.startAt - hours(30)) },
      { number: expect.stringMatching(/^B-\d{6}$/), started_at: begun(DAY.startAt + hours(10)) },
    ])
  })
})
