import { hours, later } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/connect'
import { type EvidenceRig, evidenceRig } from '../testing/evidence-rig'
import { insertPerson } from '../testing/insert-person'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON } from '../testing/test-server'

const YESTERDAY = '2026-11-19'
const DAY = dayPeriod('Asia/Taipei', localDate(YESTERDAY))

describeEachKind('people who stand for a daily sheet', (kind) => {
  let database: Database
  let rig: EvidenceRig
  beforeAll(async () => {
    database = await testDatabase(kind)
    rig = await evidenceRig(database)
    for (const name of ['keeper', 'second'])
      await insertPerson(rig.server, name, rig.server.fleet.north, ['4-3'])
  })
  afterAll(async () => {
    await rig.close()
    await database.close()
  })
  beforeEach(async () => {
    rig.server.clock.set(NOON)
    await rig.server.db.deleteFrom('daySheet').execute()
  })

  const storeOf = () => rig.server.fleet.stores.alder.storeId
  const look = async (as = 'keeper') =>
    (await rig.server.send('GET', `/api/v2/day-sheets/sheet?storeid=${storeOf()}&date=${YESTERDAY}`, { as }))
      .body
  const send = (path: string, body: object, as: string) =>
    rig.server.send('POST', `/api/v2/day-sheets/${path}`, {
      as,
      body: { storeid: String(storeOf()), date: YESTERDAY, ...body },
    })
  const sign = async (as = 'keeper') => {
    const { digest, now } = await look(as)
    return send('sign', { digest, until: now.until }, as)
  }

  test('who presses twice at once has signed once, and reviewed once', async () => {
    const signed = await Promise.all([sign(), sign(), sign()])
    expect(signed.map(({ status }) => status)).toEqual([200, 200, 200])
    const { digest } = (await look()).signed
    const reviews = await Promise.all(
      Array.from({ length: 3 }, () => send('review', { digest, note: '' }, 'second')),
    )
    expect(reviews.map(({ status }) => status)).toEqual([200, 200, 200])
    const rows = await rig.server.db.selectFrom('audit').select('kind').execute()
    const count = (what: string) => rows.filter((row) => row.kind === what).length
    expect([count('day_sheet.sign'), count('day_sheet.review')]).toEqual([1, 1])
  })

  test('a page that stood open since the morning does not sign a day that is over by then', async () => {
    rig.server.clock.set(later(DAY.startAt, hours(8)))
    const morning = await look()
    rig.server.clock.set(NOON)
    const seen = { digest: morning.digest, until: morning.now.until }
    expect(await send('sign', seen, 'keeper')).toMatchObject({ status: 409, body: { code: 'sheet.changed' } })
    expect((await sign()).status).toBe(200)
  })

  test('who does not see all of a sheet does not review it', async () => {
    const { db, fleet } = rig.server
    const { deviceId } = rig.freezer
    const narrow = await insertPerson(rig.server, 'part', fleet.north, ['4-3'])
    const equipment = await insertEquipmentType(db, 'No walk-in rooms', { sees: ['c4'], writes: [] })
    await db.deleteFrom('devicePermission').where('accountId', '=', narrow).execute()
    await db
      .insertInto('devicePermission')
      .values({ accountId: narrow, devicePermissionTypeId: equipment, given: ['c4'] })
      .execute()
    await db.updateTable('device').set({ type: 'walk_in' }).where('deviceId', '=', deviceId).execute()
    await sign()
    const { signed } = await look('part')
    expect(signed.sheet.rows).toHaveLength(1)
    const review = { digest: signed.digest, note: '' }
    expect(await send('review', review, 'part')).toMatchObject({
      status: 403,
      body: { code: 'sheet.partly_withheld' },
    })
    expect((await send('review', review, 'second')).status).toBe(200)
  })
})
