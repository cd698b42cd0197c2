import { completeFigures } from '@coldkeep/domain/analysis/figures'
import { hours, later } from '@coldkeep/domain/time/instant'
import { addDays, localDate } from '@coldkeep/domain/time/local-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/connect'
import { addReaders } from '../testing/compare-sites'
import { type EvidenceRig, evidenceRig } from '../testing/evidence-rig'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import { throwing } from '../testing/throwing'
import { insertDueDays } from './due-day-queries'
import { readStoreDays } from './read-store-days'
import { advanceStoreDays, repeatDueStoreDays } from './run-store-days'
import { temperatureAnalysis } from './run-temperature'
import { STORE_DAY } from './store-day-queries'

const ON = localDate('2026-11-19')

describeEachKind('days by chosen figures', (kind) => {
  let database: Database
  let rig: EvidenceRig
  beforeAll(async () => {
    database = await testDatabase(kind)
    rig = await evidenceRig(database)
    await advanceStoreDays(runs(), [storeId()], NOON)
  })
  afterAll(async () => {
    await rig.close()
    await database.close()
  })

  const storeId = () => rig.server.fleet.stores.alder.storeId
  const runs = () => ({
    db: database.kysely,
    analyses: [temperatureAnalysis],
    aside: throwing,
    shouldStop: () => false,
  })
  const verdicts = async () => {
    const rows = await database.kysely
      .selectFrom('temperatureDay')
      .select(['zone', 'verdict'])
      .where('on', '=', ON)
      .orderBy('zone')
      .execute()
    return rows.map(({ zone, verdict }) => `${zone} ${verdict}`)
  }
  const body = (figure_group: 'C7' | 'FZ', figures: object, place: object) => ({
    figure_group,
    figures: { ...completeFigures(figure_group), ...figures },
    ...place,
  })
  const preview = async (group: 'C7' | 'FZ', figures: object, place = {}, as = 'admin') => {
    const sent = body(group, figures, { store_id: String(storeId()), ...place })
    const answer = await rig.server.send('POST', '/api/v2/util/figures/preview', { as, body: sent })
    return answer.body
  }
  const save = (group: 'C7' | 'FZ', figures: object, place: object) =>
    rig.server.send('POST', '/api/v2/util/figures/cfg', { as: 'admin', body: body(group, figures, place) })

  test('another grace is told by what was kept: 70 minutes at 7.4 °C are no breach with 90 minutes', async () => {
    expect(await verdicts()).toEqual(['C7 breach', 'FZ protected'])
    expect(await preview('C7', { grace: 90 })).toEqual({
      first_on: '2026-11-13',
      last_on: '2026-11-19',
      stores: 1,
      all_stores: 1,
      judged: 1,
      unseen: 0,
      subjects: 1,
      changes: [{ before: 'breach', after: 'watch', count: 1 }],
    })
    expect(await preview('C7', {})).toMatchObject({ judged: 1, subjects: 0, changes: [] })
  })

  test('other limits are told by readings: a freezer at −20 °C does not keep −21 °C', async () => {
    expect(await preview('FZ', { high: -19.5 })).toMatchObject({ judged: 1, changes: [] })
    expect(await preview('FZ', { high: -21 })).toMatchObject({
      judged: 1,
      changes: [{ before: 'protected', after: 'breach', count: 1 }],
    })
    expect(await verdicts()).toEqual(['C7 breach', 'FZ protected'])
  })

  test('a department does not reach stores that have figures of their own, nor what is withheld', async () => {
    const { server } = rig
    const place = { store_id: '', department_id: String(server.fleet.north) }
    expect(await preview('FZ', { high: -21 }, place)).toMatchObject({ all_stores: 2, judged: 1, subjects: 1 })
    await addReaders(server, [{ login: 'without-rooms', pages: ['2-2-1'], sees: ['c4'] }])
    await server.db
      .updateTable('device')
      .set({ type: 'walk_in' })
      .where('deviceId', '=', rig.freezer.deviceId)
      .execute()
    expect(await preview('FZ', { high: -21 }, place, 'without-rooms')).toMatchObject({
      all_stores: 2,
      judged: 0,
    })
    expect(await preview('C7', { grace: 90 }, place, 'without-rooms')).toMatchObject({
      judged: 1,
      subjects: 1,
    })
    const own = await save('FZ', { high: -19 }, { store_id: String(storeId()) })
    expect(own.status).toBe(200)
    expect(await preview('FZ', { high: -21 }, place)).toMatchObject({ all_stores: 1, judged: 0, subjects: 0 })
  })

  test('a day that was judged is judged by the same for ever, one that begins later by what was chosen', async () => {
    const { server } = rig
    const { clock } = server
    clock.advance(hours(1))
    const own = `store=${storeId()}&figure_group=FZ`
    await server.send('DELETE', `/api/v2/util/figures/cfg?${own}`, { as: 'admin' })
    await save('FZ', { high: -21 }, { department_id: String(server.fleet.north) })
    await insertDueDays(database.kysely, STORE_DAY, [{ storeId: storeId(), on: ON }], NOON)
    expect(await repeatDueStoreDays(runs(), clock.now())).toBeGreaterThan(0)
    expect(await verdicts()).toEqual(['C7 breach', 'FZ protected'])
    const highOn = async (on: string) => {
      const [day] = await readStoreDays(
        database.kysely,
        [{ storeId: storeId(), days: [localDate(on)] }],
        later(NOON, hours(72)),
      )
      return day?.figures.FZ?.high ?? null
    }
    expect([await highOn(ON), await highOn('2026-11-20'), await highOn('2026-11-21')]).toEqual([
      null,
      null,
      -21,
    ])
    // in another department it keeps what it was judged by
    clock.advance(hours(24))
    await advanceStoreDays(runs(), [storeId()], clock.now())
    await database.kysely
      .updateTable('store')
      .set({ departmentId: server.fleet.south })
      .where('storeId', '=', storeId())
      .execute()
    await save('FZ', { high: -25 }, { department_id: String(server.fleet.south) })
    expect([await highOn(addDays(ON, 2)), await highOn(ON)]).toEqual([-21, null])
  })
})
