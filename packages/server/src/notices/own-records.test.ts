import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newsKinds } from '../news-kinds'
import { silent } from '../testing/ingest-rig'
import { insertPerson } from '../testing/insert-person'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import { remindOfUpkeep } from '../upkeep/remind'
import type { Channel } from './channels/channel'
import { sendNotices } from './send-notices'

describeEachDatabase('records of messages to accounts themselves', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { north, company, stores } = server.fleet
    const una = await insertPerson(server, 'una', north, ['4-4'])
    await insertPerson(server, 'keeper', company, ['4-3'])
    await insertPerson(server, 'reader', north, ['4-5'])
    await insertPerson(server, 'all', company, ['4-5'])
    const narrow = await insertPerson(server, 'narrow', north, ['4-5'])
    const offer = { sees: ['c4'], writes: ['c4', 'other'] } as const
    const devicePermissionTypeId = await insertEquipmentType(server.db, 'No walk-in rooms', offer)
    await server.db.deleteFrom('devicePermission').where('accountId', '=', narrow).execute()
    await server.db
      .insertInto('devicePermission')
      .values({ accountId: narrow, devicePermissionTypeId, given: ['c4'] })
      .execute()
    const account = (accountId: number, set: object) =>
      server.db
        .updateTable('account')
        .set(set)
        .where('accountId', '=', accountId as never)
        .execute()
    await account(una, { email: 'una@frost.example', silencedChannels: ['push'] })
    // a case of una, whose letter is refused for good
    const { storeId, freezer } = stores.alder
    const made = await server.send('POST', '/api/v2/fix/cases', {
      as: 'admin',
      body: { key: randomUUID(), storeid: storeId, device: freezer.deviceId, fault: 'Ice on the coil' },
    })
    const { id, revision } = made.body.case
    await server.send('PATCH', `/api/v2/fix/cases/${id}`, {
      as: 'admin',
      body: { key: randomUUID(), revision, assignee: String(una) },
    })
    const email: Channel = async () => ({ kind: 'dead', reason: 'HTTP 550' })
    await sendNotices({
      ...{ db: server.db, clock: server.clock, log: silent, kinds: newsKinds, channels: { email } },
      ...{ publicUrl: null, random: () => 0.5 },
    })
    // a reminder of two stores in two departments for who sees both, and of one for una's
    const rule = (store_id: string) => ({
      ...{ store_id, item: 'Clean condenser', dt_start: '2026-11-25', period: 30, note: 'x' },
    })
    for (const store of ['N001', 'S001'])
      await server.send('POST', '/api/v2/maintain/cfg', { as: 'admin', body: { rules: [rule(store)] } })
    await remindOfUpkeep(server.db, server.clock.now())
  })
  afterAll(() => server.close())

  const DAY = 'start=2026-11-20T00:00:00&end=2026-11-20T23:59:59&timezone=%2B08:00'
  const records = async (as: string, query = DAY, language = 'en') => {
    const { tables } = (
      await server.send('GET', `/api/v2/msg/notification/records/fix-maintain?${query}`, {
        as,
        headers: { 'accept-language': language },
      })
    ).body as { tables: { data: { value: (string | number | null)[] }[] }[] }
    return tables.map(({ data }) => data.map(({ value }) => value))
  }

  test('say who was notified of which case, over which channel, and what became of it', async () => {
    const [counts, rows] = await records('reader')
    expect(counts).toEqual([
      ['In the console', 1, 1, 0, 0, 0],
      ['Email', 0, 0, 0, 1, 0],
    ])
    expect(rows).toHaveLength(2)
    const start = ['Alder Street', 'Freezer 1', 'Repair case assigned']
    const title = expect.stringMatching(/^Repair R-\d{6} is yours now: N001 Alder Street$/)
    expect(rows).toEqual(
      expect.arrayContaining([
        [
          ...['2026-11-20 12:00', '2026-11-20 12:00', ...start],
          ...['In the console', 'una', 'Sent', null, 0, title],
        ],
        [
          ...['2026-11-20 12:00', '2026-11-20 12:00', ...start],
          ...['Email', expect.any(String), 'Not delivered', 'HTTP 550', 1, title],
        ],
      ]),
    )
  })

  test('a reminder of several stores is for who may see all of them', async () => {
    const upkeep = async (as: string, query?: string) =>
      (await records(as, query))[1]?.filter(([, , , , about]) => about === 'Upkeep due soon')
    expect(await upkeep('reader')).toEqual([])
    const rows = await upkeep('all')
    // keeper and the administrator each
    expect(rows?.map(([, , stores, device, , channel]) => [stores, device, channel])).toEqual([
      ['2 stores', null, 'In the console'],
      ['2 stores', null, 'In the console'],
    ])
    expect(rows?.[0]?.at(-1)).toBe('2 maintenance items are due within 7 days')
    // with a department chosen, what is about one of its stores
    expect(await upkeep('all', `${DAY}&depart=${server.fleet.south}`)).toHaveLength(2)
    expect((await records('all', `${DAY}&depart=${server.fleet.south}`))[1]).toHaveLength(2)
  })

  test('in the language of the reader', async () => {
    const { body } = await server.send('GET', '/api/v2/msg/notification/types', {
      as: 'reader',
      headers: { 'accept-language': 'ja' },
    })
    expect(body.types.at(-1)).toEqual({ type_code: 'fix-maintain', title: '修理・保守' })
    const [, rows] = await records('reader', DAY, 'zh-TW')
    expect(rows?.map(([, , , , about]) => about)).toEqual(['指派維修案件', '指派維修案件'])
  })

  test('of withheld equipment nothing is listed, and nothing outside of the period', async () => {
    const { freezer } = server.fleet.stores.alder
    const setType = (type: 'walk_in' | 'doored_case') =>
      server.db.updateTable('device').set({ type }).where('deviceId', '=', freezer.deviceId).execute()
    expect((await records('narrow'))[1]).toHaveLength(2)
    await setType('walk_in')
    expect(await records('narrow')).toEqual([[], []])
    expect((await records('reader'))[1]).toHaveLength(2)
    await setType('doored_case')
    expect((await records('reader', DAY.replaceAll('11-20', '11-21')))[1]).toEqual([])
    const path = '/api/v2/msg/notification/records/fix-maintain'
    expect(
      (await server.send('GET', `${path}?${DAY}&depart=${server.fleet.south}`, { as: 'reader' })).body.code,
    ).toBe('department.unknown')
  })

  test('of points: who may see the people that a message went to, and all equipment', async () => {
    const { north, company } = server.fleet
    await insertPerson(server, 'pia', north, ['2-2-5'])
    await insertPerson(server, 'rev', company, ['2-2-5'])
    const { body } = await server.send('POST', '/api/v2/service/apply/info', {
      as: 'pia',
      body: {
        ...{ company: 'Frostline', contact: 'Pia', tel: '02-555' },
        ...{ service_id: '3', detail: 'online_repair', point: 10 },
      },
    })
    const service = async (as: string) => {
      const { tables } = (await server.send('GET', `/api/v2/msg/notification/records/service?${DAY}`, { as }))
        .body as { tables: { data: { value: unknown[] }[] }[] }
      return tables[1]?.data.map(({ value: [at, , store, device, about, , recipient] }) => [
        at,
        store,
        device,
        about,
        recipient,
      ])
    }
    // at noon in Taipei, where most of the stores are
    const at = ['2026-11-20 12:00', null, null]
    // the application is news for the top, its approval for who applied
    expect(await service('reader')).toEqual([])
    expect(await service('all')).toContainEqual([...at, 'Service points', 'rev'])
    await server.send('POST', '/api/v2/service/apply/decision', {
      as: 'rev',
      body: { id: body.id, approve: true, last_day: '2027-11-20' },
    })
    expect(await service('reader')).toEqual([[...at, 'Service points', 'pia']])
    expect(await service('narrow')).toEqual([])
  })

  test('the file has all rows, also those that the table leaves out', async () => {
    await sql`
      insert into notice (store_id, key, subject_kind, subject_id, about, rank, account_id, channel, step, state, due_at,
        ended_at, created_at, title)
      select n.store_id, 'copy ' || more.number, n.subject_kind, n.subject_id, n.about, n.rank, n.account_id, 'email', 0, 'sent',
        n.due_at, n.ended_at, n.created_at, 'Copy ' || more.number
      from (select * from notice where subject_kind = 'repair' limit 1) n, generate_series(1, 2500) as more (number)`.execute(
      server.db,
    )
    const shown = `/api/v2/msg/notification/records/fix-maintain?${DAY}`
    const { tables } = (await server.send('GET', shown, { as: 'reader' })).body
    expect(tables[1]).toMatchObject({
      title: 'Notifications: the newest 2,000 of 2,502',
      extent: { of: 'rows', shown: 2000, total: 2502 },
    })
    const csv = (query: string) =>
      server.send('GET', `/api/v2/msg/notification/records.csv?${query}&${DAY}`, { as: 'reader' })
    const file = await csv('type=fix-maintain&columns=10')
    const lines = file.text.trimEnd().split('\r\n').slice(1)
    expect(lines).toHaveLength(2502)
    expect(new Set(lines.filter((line) => line.startsWith('Copy '))).size).toBe(2500)
    await server.db.deleteFrom('notice').where('key', 'like', 'copy %').execute()
    const alarms = await csv('type=alarm')
    expect(alarms.text.split('\r\n')[0]).toContain('Priority')
  })
})
