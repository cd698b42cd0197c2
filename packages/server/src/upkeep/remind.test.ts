import type { AccountId } from '@coldkeep/domain/ids'
import { days, epochMs } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { remindOfUpkeep } from './remind'

describeEachDatabase('reminders of upkeep', (openDatabase) => {
  let server: TestServer
  let narrow: AccountId
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    await insertPerson(server, 'keeper', server.fleet.north, ['4-3'])
    await insertPerson(server, 'reader', server.fleet.north, ['1-1'])
    await insertPerson(server, 'stranger', server.fleet.south, ['4-3'])
    narrow = await insertPerson(server, 'narrow', server.fleet.north, ['4-3'])
    const offer = { sees: ['c4'], writes: ['c4', 'other'] } as const
    const devicePermissionTypeId = await insertEquipmentType(server.db, 'No walk-in rooms', offer)
    await server.db.deleteFrom('devicePermission').where('accountId', '=', narrow).execute()
    await server.db
      .insertInto('devicePermission')
      .values({ accountId: narrow, devicePermissionTypeId, given: ['c4'] })
      .execute()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await server.db.deleteFrom('notice').execute()
    await server.db.deleteFrom('upkeepPlan').execute()
  })

  const add = async (item: string, dt_start: string, more = {}) => {
    const rule = { store_id: 'N001', item, dt_start, period: 30, note: 'x', ...more }
    const answer = await server.send('POST', '/api/v2/maintain/cfg', { as: 'admin', body: { rules: [rule] } })
    expect(answer.status).toBe(200)
  }
  const remind = () => remindOfUpkeep(server.db, server.clock.now())
  const messages = async (as: string) =>
    (await server.send('GET', '/api/v2/account/messages', { as })).body.messages as {
      title: string
      body: string
      store: string | null
      upkeep: { departments: string; state: string } | null
    }[]
  const titles = async (as: string) => (await messages(as)).map(({ title }) => title)

  test('each account is reminded of its own stores in one message, once before the day and once after it', async () => {
    await add('Clean condenser', '2026-11-25')
    await add('Check seals', '2026-11-27')
    await add('Later', '2026-11-28')
    await add('Far away', '2026-11-25', { store_id: 'S001' })
    expect(await remind()).toBe(3)
    expect(await remind()).toBe(0)
    const { company, north } = server.fleet
    expect(await messages('keeper')).toMatchObject([
      {
        title: '2 maintenance items are due within 7 days',
        body: 'N001 Alder Street: Clean condenser, 2026-11-25\nN001 Alder Street: Check seals, 2026-11-27',
        store: null,
        upkeep: { departments: `${company}.${north}`, state: 'soon' },
      },
    ])
    expect(await titles('stranger')).toEqual(['1 maintenance item is due within 7 days'])
    expect(await titles('admin')).toEqual(['3 maintenance items are due within 7 days'])
    expect(await titles('reader')).toEqual([])
    // the 26th in Taipei
    server.clock.set(epochMs(Date.UTC(2026, 10, 25, 16, 0)))
    expect(await remind()).toBe(3)
    expect((await titles('keeper')).toSorted()).toEqual([
      '1 maintenance item is due within 7 days',
      '1 maintenance item is overdue',
      '2 maintenance items are due within 7 days',
    ])
    server.clock.advance(days(1))
    expect(await remind()).toBe(0)
  })

  test('a due day that moves is news again; an ended plan and one for a device out of use are none', async () => {
    await add('Moved', '2026-11-21')
    await add('Ended', '2026-11-28')
    const { freezer } = server.fleet.stores.alder
    await add('Retired', '2026-11-28', { device: String(freezer.deviceId) })
    expect(await remind()).toBe(1)
    const { rules } = (await server.send('GET', '/api/v2/maintain/cfg?sort=item', { as: 'admin' })).body
    const [ended, moved] = rules as { id: string }[]
    await server.send('DELETE', `/api/v2/maintain/cfg?id=${ended?.id}`, { as: 'admin' })
    const rule = {
      id: moved?.id,
      store_id: 'N001',
      item: 'Moved',
      period: 30,
      note: 'x',
      dt_start: '2026-11-24',
    }
    await server.send('PATCH', '/api/v2/maintain/cfg', { as: 'admin', body: { rules: [rule] } })
    const retire = (removedAt: number | null) =>
      server.db
        .updateTable('device')
        .set({ removedAt: removedAt === null ? null : epochMs(removedAt) })
        .where('deviceId', '=', freezer.deviceId)
        .execute()
    await retire(NOON)
    server.clock.advance(days(2))
    expect(await remind()).toBe(1)
    await retire(null)
    expect(await remind()).toBe(1)
  })

  test('of withheld equipment no one is reminded who does not see it, then or later', async () => {
    const { freezer } = server.fleet.stores.alder
    const setType = (type: 'walk_in' | 'doored_case') =>
      server.db.updateTable('device').set({ type }).where('deviceId', '=', freezer.deviceId).execute()
    await setType('walk_in')
    await add('Room floor', '2026-11-21', { device: String(freezer.deviceId) })
    await add('All rooms', '2026-11-21', { group: 'walk_in' })
    await remind()
    expect(await titles('keeper')).toEqual(['2 maintenance items are due within 7 days'])
    expect(await titles('narrow')).toEqual([])
    await setType('doored_case')
    await server.db.deleteFrom('notice').execute()
    await add('Case floor', '2026-11-21', { device: String(freezer.deviceId) })
    await remind()
    expect(await titles('narrow')).toEqual(['1 maintenance item is due within 7 days'])
    await setType('walk_in')
    expect(await titles('narrow')).toEqual([])
    await setType('doored_case')
  })

  test('of two servers that look at the same time one reminds', async () => {
    await add('Clean condenser', '2026-11-25')
    expect((await Promise.all([remind(), remind()])).toSorted()).toEqual([0, 1])
    expect(await titles('keeper')).toHaveLength(1)
  })

  test('what has long been overdue is told as overdue alone, five by name', async () => {
    for (const n of [1, 2, 3, 4, 5, 6, 7]) await add(`Item ${n}`, `2026-11-0${n}`)
    expect(await remind()).toBe(7)
    const [message, ...others] = await messages('keeper')
    expect(others).toEqual([])
    expect(message?.title).toBe('7 maintenance items are overdue')
    expect(message?.body.split('\n')).toEqual([
      ...[1, 2, 3, 4, 5].map((n) => `N001 Alder Street: Item ${n}, 2026-11-0${n}`),
      'and 2 more',
    ])
  })
})
