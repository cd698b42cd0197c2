import { applyForPoints, listPointApplications } from '@coldkeep/contract/areas/point-applications'
import type { AccountId } from '@coldkeep/domain/ids'
import { days, epochMs, hours } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { alarmWriter, insertNoticeTarget, outboxOf } from '../testing/notice-rig'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { amberRounds } from './amber-rounds'

describeEachDatabase('the alert service of engineers', (openDatabase) => {
  let server: TestServer
  let alder: TinyStore
  let cedar: TinyStore
  let kenji: AccountId
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    alder = server.fleet.stores.alder
    cedar = server.fleet.stores.cedar
    kenji = await insertPerson(server, 'kenji', server.fleet.north, ['1-1'])
    await insertPerson(server, 'hana', server.fleet.company, ['1-1'])
    await insertPerson(server, 'sora', server.fleet.south, ['1-1'])
    await insertPerson(server, 'boss', server.fleet.north, ['2-2-4', '1-1'])
    await insertPerson(server, 'buyer', server.fleet.company, ['2-2-5'])
    await insertPerson(server, 'reader', server.fleet.north, ['1-1'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    const { db } = server
    for (const table of ['notice', 'alarm', 'alertServiceEvent', 'alertServiceReminder'] as const)
      await db.deleteFrom(table).execute()
    const off = {
      hasAlertService: false,
      alertServiceEndsOn: null,
      alertLowestRank: 4,
      silencedChannels: [],
      email: '',
    }
    await db
      .updateTable('account')
      .set({ isEngineer: false, ...off, isEnabled: true })
      .execute()
    await setEngineer('kenji', '2026-11-30')
    await setEngineer('hana', '2026-11-19')
    await setEngineer('sora', '2026-11-30')
  })

  const set = (login: string, columns: object) =>
    server.db.updateTable('account').set(columns).where('login', '=', login).execute()
  const setEngineer = (login: string, alertServiceEndsOn: string | null, more = {}) =>
    set(login, {
      isEngineer: true,
      hasAlertService: alertServiceEndsOn !== null,
      alertServiceEndsOn,
      ...more,
    })
  const engineers = async (as: string, store = alder) =>
    server.send('GET', `/api/v2/store/info/engineers?storeid=${store.storeId}`, { as })
  const engineerOf = async (login: string) => {
    const { body } = await engineers('admin')
    return (body.engineers as { account: string; revision: number }[]).find((one) => one.account === login)
  }
  const change = async (as: string, login: string, more: object) => {
    const one = await engineerOf(login)
    const { id, is_amber_enable, dt_amber_due, is_case_assign, lowest_priority, revision } = one as never
    const body = { id, is_amber_enable, dt_amber_due, is_case_assign, lowest_priority, revision, ...more }
    return server.send('PATCH', '/api/v2/amber/engineer', { as, body })
  }
  const renew = (as: string, seen: string | null, months = 1, id = kenji) =>
    server.send('POST', '/api/v2/amber/renew', { as, body: { id: String(id), months, dt_amber_due: seen } })
  const records = async (as: string, service = 7, store = alder) =>
    server.send(
      'GET',
      `/api/v2/store/service?storeid=${store.storeId}&serviceid=${service}&start=2026-11-01T00:00:00&end=2026-12-31T23:59:59`,
      { as },
    )
  const texts = async (as: string) =>
    ((await records(as)).body.records as { text: string }[]).map(({ text }) => text)
  const messages = async (as: string) =>
    ((await server.send('GET', '/api/v2/account/messages', { as })).body.messages as { title: string }[]).map(
      ({ title }) => title,
    )
  const round = () => amberRounds(server.db, server.clock.now())
  const raise = (store = alder, priority: 'high' | 'low' = 'high') =>
    alarmWriter(server.db, server.clock).raise(store, priority)
  const recipients = async (alarm: Awaited<ReturnType<typeof raise>>) =>
    (
      await server.db
        .selectFrom('notice')
        .innerJoin('account', 'account.accountId', 'notice.accountId')
        .select(['account.login', 'notice.channel'])
        .where('notice.subjectId', '=', alarm)
        .where('notice.about', '=', 'raised')
        .orderBy('account.login')
        .execute()
    ).map(({ login, channel }) => `${login} ${channel}`)

  describe('the engineers of a store', () => {
    test('are those of its department and above, without their passwords, with the day of the store', async () => {
      const { body } = await engineers('reader')
      expect(body.engineers.map(({ account, state }: never) => [account, state])).toEqual([
        ['hana', 'over'],
        ['kenji', 'on'],
      ])
      expect(body.engineers[1]).toMatchObject({
        name: 'kenji',
        phone: '',
        department: 'North',
        job_title: '',
        pw: '',
        email: '',
        is_amber_enable: true,
        is_case_assign: true,
        dt_amber_due: '2026-11-30',
        may_edit: false,
      })
      expect((await engineers('boss')).body.engineers.map(({ may_edit }: never) => may_edit)).toEqual([
        false,
        true,
      ])
    })

    test('are seen by who sees the store alone', async () => {
      const foreign = await engineers('reader', cedar)
      expect([foreign.status, foreign.body.code]).toEqual([404, 'store.unknown'])
      expect((await records('reader', 7, cedar)).status).toBe(404)
      const period = 'start=2026-11-01T00:00:00&end=2026-11-30T23:59:59'
      const query = `depart=${server.fleet.south}&${period}`
      const stores = await server.send('GET', `/api/v2/amber/stores?${query}`, { as: 'reader' })
      expect(stores.body.code).toBe('department.unknown')
    })
  })

  describe('alarms', () => {
    test('go to the engineer while the service runs, by store and department, and not when it is off or over', async () => {
      expect(await recipients(await raise())).toEqual(['kenji app'])
      expect(await recipients(await raise(cedar))).toEqual(['sora app'])
      await set('kenji', { hasAlertService: false })
      expect(await recipients(await raise())).toEqual([])
      await set('hana', { alertServiceEndsOn: '2026-11-20', email: 'hana@frost.example' })
      expect(await recipients(await raise())).toEqual(['hana app', 'hana email'])
      await set('hana', { silencedChannels: ['app'] })
      expect(await recipients(await raise())).toEqual(['hana email'])
      await set('hana', { alertLowestRank: 2 })
      expect(await recipients(await raise(alder, 'low'))).toEqual([])
      await set('hana', { isEnabled: false })
      expect(await recipients(await raise())).toEqual([])
    })

    test('until midnight after its last day where the store is', async () => {
      await setEngineer('hana', '2026-11-20')
      await setEngineer('kenji', null)
      await setEngineer('sora', null)
      // 23:59 in Tokyo, 22:59 in Taipei
      server.clock.set(epochMs(Date.UTC(2026, 10, 20, 14, 59)))
      expect(await recipients(await raise(cedar))).toEqual(['hana app'])
      server.clock.set(epochMs(Date.UTC(2026, 10, 20, 15, 0)))
      expect(await recipients(await raise(cedar))).toEqual([])
      expect(await recipients(await raise(alder))).toEqual(['hana app'])
      server.clock.set(epochMs(Date.UTC(2026, 10, 20, 16, 0)))
      expect(await recipients(await raise(alder))).toEqual([])
    })

    test('are not sent twice where a target brings them to the same account', async () => {
      const target = { channel: 'app', accountId: kenji } as const
      await insertNoticeTarget(server.db, server.fleet.north, target)
      const alarm = await raise()
      expect(await recipients(alarm)).toEqual(['kenji app'])
      expect(await outboxOf(server.db, alarm)).toHaveLength(1)
      await server.db.deleteFrom('noticeTarget').execute()
    })

    test('that are back to normal say so on each channel, once', async () => {
      await set('kenji', { email: 'kenji@frost.example' })
      const alarm = await raise()
      await alarmWriter(server.db, server.clock).back(alder, alarm)
      expect((await outboxOf(server.db, alarm)).toSorted()).toEqual([
        'cleared app 0 due',
        'cleared email 0 due',
        'raised app 0 due',
        'raised email 0 due',
      ])
    })
  })

  describe('is changed', () => {
    test('by who sets rights, within bounds, with the revision that was read', async () => {
      expect((await change('reader', 'kenji', {})).body.code).toBe('access.page')
      expect((await change('boss', 'hana', {})).body.code).toBe('account.unknown')
      const past = await change('boss', 'kenji', { dt_amber_due: '2026-11-19' })
      expect([past.body.code, past.body.fields]).toEqual(['amber.end_past', { dt_amber_due: 'choice' }])
      expect((await change('boss', 'kenji', { dt_amber_due: '2031-11-21' })).body.code).toBe('amber.end_far')
      expect((await change('boss', 'kenji', { dt_amber_due: null })).body.code).toBe('amber.no_end')
      expect((await change('boss', 'kenji', { revision: 0 })).body.code).toBe('row.changed')
      expect((await change('boss', 'kenji', { dt_amber_due: '2026-12-24' })).status).toBe(200)
      const off = { is_amber_enable: false, is_case_assign: false, lowest_priority: 'high' }
      expect((await change('boss', 'kenji', off)).status).toBe(200)
      expect(await engineerOf('kenji')).toMatchObject({ ...off, dt_amber_due: '2026-12-24', state: 'off' })
      expect(await texts('reader')).toEqual([
        'Alert service switched off',
        'Last day changed from 2026-11-30 to 2026-12-24',
      ])
      const { body } = await server.send('GET', '/api/v2/audit?kind=amber.change', { as: 'admin' })
      expect(JSON.stringify(body)).toContain('2026-12-24')
    })

    test('also on the page of accounts, with the same bounds and records', async () => {
      const { name, email, department_id, is_enabled } = {
        ...{ name: 'kenji', email: '', department_id: server.fleet.north, is_enabled: true },
      }
      const body = { name, email, department: String(department_id), is_enabled }
      const patch = (more: object) =>
        server.send('PATCH', `/api/v2/accounts/${kenji}`, { as: 'admin', body: { ...body, ...more } })
      expect((await patch({ alert_service_ends_on: '2026-11-01' })).body.code).toBe('amber.end_past')
      expect((await patch({})).status).toBe(200)
      expect(await texts('admin')).toEqual([])
      expect((await patch({ alert_service_ends_on: null })).status).toBe(200)
      expect(await texts('admin')).toEqual(['Alert service switched off'])
    })

    test('and a change of accounts takes the engineer from the cases of repair', async () => {
      await set('kenji', { takesCases: false })
      const { body } = await server.send('GET', `/api/v2/fix/engineers?storeid=${alder.storeId}`, {
        as: 'admin',
      })
      expect(JSON.stringify(body)).not.toContain('"kenji"')
      await set('kenji', { takesCases: true })
    })
  })

  describe('is renewed', () => {
    test('by months from its end or from today, once however often it is pressed', async () => {
      const [one, two] = await Promise.all([renew('boss', '2026-11-30', 3), renew('boss', '2026-11-30', 3)])
      expect([one.body.dt_amber_due, two.body.dt_amber_due]).toEqual(['2027-02-28', '2027-02-28'])
      expect(await texts('admin')).toEqual(['Renewed until 2027-02-28, before that until 2026-11-30'])
      expect((await renew('boss', '2026-11-30', 1)).body.code).toBe('row.changed')
      await setEngineer('kenji', '2026-10-31')
      expect((await renew('boss', '2026-10-31')).body.dt_amber_due).toBe('2026-12-19')
      expect((await renew('reader', '2026-12-19')).body.code).toBe('access.page')
    })

    test('for points of the chain, and refused where these lack', async () => {
      const send = (path: string, body: object, as = 'admin') => server.send('POST', path, { as, body })
      const price = await server.send('GET', '/api/v2/service/price', { as: 'admin' })
      const prices = { prices: { alert_month: 3 }, may_owe: false, revision: price.body.revision }
      expect((await server.send('PUT', '/api/v2/service/price', { as: 'admin', body: prices })).status).toBe(
        200,
      )
      const refused = await renew('boss', '2026-11-30')
      expect([refused.status, refused.body.code]).toEqual([409, 'amber.no_points'])
      expect(await engineerOf('kenji')).toMatchObject({ dt_amber_due: '2026-11-30' })
      expect(await texts('admin')).toEqual([])
      const order = {
        ...{
          company: 'Frostline',
          contact: 'Ada',
          tel: '02-2555-0100',
          service_id: '7',
          detail: 'alert_month',
        },
        point: 7,
      }
      const { path } = listPointApplications
      const applied = await send(applyForPoints.path, order, 'buyer')
      expect(applied.status).toBe(200)
      const { id } = applied.body
      const decided = { id, approve: true, reason: '', last_day: '2027-11-20' }
      expect((await send(`${path}/decision`, decided)).status).toBe(200)
      expect((await renew('boss', '2026-11-30', 2)).status).toBe(200)
      expect((await renew('boss', '2026-11-30', 2)).status).toBe(200)
      const used = (await records('admin')).body.records as { points: number; text: string; by: string }[]
      expect(used).toMatchObject([{ points: 6, by: 'boss', engineer: 'kenji' }])
      expect((await renew('boss', '2027-01-30', 3)).body.code).toBe('amber.no_points')
      const free = { prices: {}, may_owe: false, revision: price.body.revision + 1 }
      await server.send('PUT', '/api/v2/service/price', { as: 'admin', body: free })
    })
  })

  describe('people are reminded', () => {
    const ends = 'The alert service of kenji ends in'

    test('30, 7 and 1 days before its end, once each: the engineer and who may renew', async () => {
      await setEngineer('kenji', '2026-12-20')
      await setEngineer('sora', null)
      for (const hour of [0, 1, 2]) {
        server.clock.set(epochMs(NOON + hours(hour)))
        await round()
      }
      expect(await messages('kenji')).toEqual([`${ends} 30 days`])
      expect(await messages('boss')).toEqual([`${ends} 30 days`])
      expect(await messages('reader')).toEqual([])
      expect(await messages('sora')).toEqual([])
      server.clock.set(epochMs(NOON + days(23)))
      await round()
      server.clock.set(epochMs(NOON + days(29)))
      await round()
      expect(await messages('kenji')).toEqual([`${ends} 1 day`, `${ends} 7 days`, `${ends} 30 days`])
    })

    test('after a stop of days of the nearest alone, and not after a renewal', async () => {
      await setEngineer('kenji', '2026-11-25')
      await setEngineer('sora', null)
      await round()
      expect(await messages('kenji')).toEqual([`${ends} 5 days`])
      await renew('boss', '2026-11-25', 2)
      server.clock.set(epochMs(NOON + days(4)))
      await round()
      expect(await messages('kenji')).toHaveLength(1)
      const { body } = await server.send('GET', '/api/v2/account/messages', { as: 'kenji' })
      expect(body).toMatchObject({ unread: 0, messages: [{ amber: { tab: 'engineers' } }] })
    })

    test('once by two servers', async () => {
      await setEngineer('kenji', '2026-11-21')
      await setEngineer('sora', null)
      await Promise.all([round(), round()])
      expect(await messages('boss')).toEqual([`${ends} 1 day`])
      const rows = await server.db.selectFrom('notice').select('key').execute()
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    })

    test('and not again where a channel is switched on afterwards', async () => {
      await setEngineer('kenji', '2026-11-21')
      await setEngineer('sora', null)
      await set('boss', { silencedChannels: ['app'] })
      await round()
      await set('boss', { silencedChannels: [] })
      await round()
      expect(await messages('kenji')).toHaveLength(1)
      expect(await messages('boss')).toEqual([])
    })

    test('and its end is recorded once, at midnight where most stores of the department are', async () => {
      await setEngineer('kenji', '2026-11-20')
      await setEngineer('hana', null)
      server.clock.set(epochMs(Date.UTC(2026, 10, 20, 15, 59)))
      await round()
      expect(await texts('admin')).toEqual([])
      server.clock.set(epochMs(Date.UTC(2026, 10, 20, 16, 5)))
      await Promise.all([round(), round()])
      await round()
      expect((await records('admin')).body.records).toMatchObject([
        {
          kind: 'ended',
          text: 'Ended, the last day was 2026-11-20',
          time: '2026-11-20T16:00:00.000Z',
          engineer: 'kenji',
        },
      ])
      expect(await engineerOf('kenji')).toMatchObject({ state: 'over' })
    })
  })

  describe('records of a store', () => {
    test('have what was sent, and not of equipment that is withheld', async () => {
      const offer = { sees: ['c4'], writes: ['c4'] } as const
      const typeId = await insertEquipmentType(server.db, 'No walk-in', offer)
      const narrow = await insertPerson(server, 'narrow', server.fleet.north, ['1-1'])
      await server.db.deleteFrom('devicePermission').where('accountId', '=', narrow).execute()
      await server.db
        .insertInto('devicePermission')
        .values({ accountId: narrow, devicePermissionTypeId: typeId, given: ['c4'] })
        .execute()
      await raise()
      const sent = { state: 'sent', title: 'Freezer 1 is too warm', endedAt: NOON } as const
      await server.db.updateTable('notice').set(sent).execute()
      expect(await texts('reader')).toEqual(['Alarm sent (In the console): Freezer 1 is too warm'])
      const { deviceId } = alder.freezer
      const type = (to: 'walk_in' | 'doored_case') =>
        server.db.updateTable('device').set({ type: to }).where('deviceId', '=', deviceId).execute()
      await type('walk_in')
      expect(await texts('narrow')).toEqual([])
      expect(await texts('reader')).toHaveLength(1)
      const path = `/api/v2/amber/stores?depart=${server.fleet.north}&start=2026-11-01T00:00:00&end=2026-11-30T23:59:59`
      const stores = async (as: string) => (await server.send('GET', path, { as })).body.stores
      expect(await stores('narrow')).toMatchObject([{ code: 'N001', records: 0 }, { code: 'N002' }])
      expect(await stores('reader')).toMatchObject([
        { code: 'N001', engineers: 2, running: 1, over: 1, records: 1 },
        { code: 'N002', engineers: 2, running: 1, over: 1, records: 0 },
      ])
      await type('doored_case')
    })

    test('of other services are what used points there', async () => {
      const { body } = await records('admin', 3)
      expect(body).toMatchObject({ records: [], zone: 'Asia/Taipei', total: 0, page: 1, page_size: 10 })
    })
  })
})
