import { randomUUID } from 'node:crypto'
import { days, epochMs, hours } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { plantBreach } from '../testing/plant/plant-breach'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { remindOfBreaches } from './remind'

/** Judged at noon of the day before. */
const BEGAN = epochMs(NOON - days(1) - hours(4))

describeEachDatabase('reminders of open breaches', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    await insertPerson(server, 'keeper', server.fleet.north, ['1-2'])
    await insertPerson(server, 'second', server.fleet.north, ['1-2'])
    await insertPerson(server, 'reader', server.fleet.north, ['1-1'])
    await insertPerson(server, 'stranger', server.fleet.south, ['1-2'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    for (const table of ['notice', 'breachEvent', 'breachDay', 'breach', 'alarmEvent', 'alarm'] as const)
      await server.db.deleteFrom(table).execute()
  })

  const plant = () => plantBreach(server.db, server.fleet.stores.alder, 'Asia/Taipei', BEGAN)
  const remind = () => remindOfBreaches(server.db, server.clock.now())
  const messages = async (as: string) =>
    (await server.send('GET', '/api/v2/account/messages', { as })).body.messages as { title: string }[]

  const write = async (id: number, actions: number) => {
    const done_at = new Date(BEGAN).toISOString()
    const said = { action: 'Moved it', disposition: 'kept', cause: 'Door', done_at }
    const { status } = await server.send('POST', `/api/v2/corrections/${id}/actions`, {
      as: 'keeper',
      body: { key: randomUUID(), actions, ...said },
    })
    expect(status).toBe(200)
  }
  const close = async (id: number) => {
    await write(id, 0)
    const { body } = await server.send('POST', `/api/v2/corrections/${id}/checks`, {
      as: 'second',
      body: { key: randomUUID(), actions: 1, facts: 1, agrees: true },
    })
    expect(body.breach.state).toBe('closed')
  }

  test('once, a day after it was judged, those with the page above its store', async () => {
    const id = await plant()
    server.clock.advance(-1)
    expect(await remind()).toBe(0)
    server.clock.advance(1)
    expect(await remind()).toBe(1)
    expect(await remind()).toBe(0)
    const { company, north } = server.fleet
    expect(await messages('keeper')).toMatchObject([
      {
        title: '1 breach has been open for more than a day',
        body: `B-${String(id).padStart(6, '0')}, N001 Alder Street, Freezer 1: No corrective action yet`,
        open_breaches: { departments: `${company}.${north}` },
      },
    ])
    expect(await messages('reader')).toEqual([])
    expect(await messages('stranger')).toEqual([])
  })

  test('again, a day after one that was closed is open again', async () => {
    const id = await plant()
    await close(id)
    await server.db.updateTable('breach').set({ remindedAt: NOON }).execute()
    server.clock.advance(days(3))
    // a further entry opens it
    await write(id, 1)
    expect(await remind()).toBe(0)
    server.clock.advance(days(1) - 1)
    expect(await remind()).toBe(0)
    server.clock.advance(1)
    expect(await remind()).toBe(1)
  })

  test('not of one that two people have closed by then', async () => {
    await close(await plant())
    expect(await remind()).toBe(0)
  })

  test('of two servers that look at the same time one reminds', async () => {
    await plant()
    expect((await Promise.all([remind(), remind()])).toSorted()).toEqual([0, 1])
    expect(await messages('keeper')).toHaveLength(1)
  })

  test('withheld equipment is not spoken of', async () => {
    await plant()
    const { freezer } = server.fleet.stores.alder
    await remind()
    expect(await messages('keeper')).toHaveLength(1)
    await server.db
      .updateTable('device')
      .set({ type: 'walk_in' })
      .where('deviceId', '=', freezer.deviceId)
      .execute()
    await server.db
      .updateTable('devicePermissionType')
      .set({ sees: ['c4'] })
      .execute()
    expect(await messages('keeper')).toEqual([])
  })
})
