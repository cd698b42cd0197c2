import { randomUUID } from 'node:crypto'
import { addDays, localDate } from '@coldkeep/domain/time/local-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { insertOperationDay } from '../testing/result-days'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { remindOfUpkeep } from './remind'
import { recountHours } from './running-hours'

describeEachDatabase('upkeep by running hours', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    await insertPerson(server, 'keeper', server.fleet.north, ['4-3'])
  })
  afterAll(() => server.close())

  const only = async () =>
    (await server.send('GET', '/api/v2/maintain/cfg', { as: 'keeper' })).body.rules[0] as {
      readonly id: string
      readonly next_days: string | null
      readonly revision: number
    }
  /** Ten hours a day. */
  const run = async (first: string, days: number) => {
    const { storeId, freezer } = server.fleet.stores.alder
    for (let day = 0; day < days; day++) {
      const on = addDays(localDate(first), day)
      await insertOperationDay(server.db, storeId, freezer.deviceId, on, { compressorMinutes: 600 })
    }
  }

  test('the due day follows what the device runs, and work begins the count anew', async () => {
    const { freezer } = server.fleet.stores.alder
    const rule = { store_id: 'N001', item: 'Oil', period: 100, period_unit: 'running_hour', note: 'x' }
    const sent = { ...rule, dt_start: '2026-11-10', device: String(freezer.deviceId) }
    await server.send('POST', '/api/v2/maintain/cfg', { as: 'keeper', body: { rules: [sent] } })
    expect(await only()).toMatchObject({ next_days: null, due_in_days: null, state: 'later' })

    // days before the start are not counted
    await run('2026-11-08', 5)
    expect(await recountHours(server.db)).toBe(1)
    // 30 of 100 hours by the 12th: seven more days
    expect(await only()).toMatchObject({ next_days: '2026-11-19', state: 'overdue', revision: 1 })
    await run('2026-11-13', 5)
    expect(await remindOfUpkeep(server.db, NOON)).toBe(1)
    expect((await only()).next_days).toBe('2026-11-19')
    // a forecast that moves is no news
    expect(await remindOfUpkeep(server.db, NOON)).toBe(0)

    const { id } = await only()
    const at = new Date(NOON).toISOString()
    const work = { cfg_id: id, due_on: '2026-11-18', done_at: at, entered_at: at, result: 'good' }
    const complete = () =>
      server.send('POST', '/api/v2/maintain/complete', { as: 'keeper', body: { ...work, id: randomUUID() } })
    expect((await complete()).body).toMatchObject({ due_on: '2026-11-18', done_on: '2026-11-20' })
    expect(await only()).toMatchObject({ next_days: null, last_done_on: '2026-11-20', revision: 2 })
    // a second record of the day is kept, and changes nothing
    expect((await complete()).status).toBe(200)
    expect(await only()).toMatchObject({ next_days: null, revision: 2 })
    await run('2026-11-20', 4)
    await recountHours(server.db)
    // the 21st to the 23rd
    expect((await only()).next_days).toBe('2026-11-30')
  })
})
