import { epochMs, hours, later } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertConnectionDay } from '../testing/connection-days'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

describeEachDatabase('home', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { alder, cedar } = server.fleet.stores
    const put = (store: TinyStore, on: string, slots: object) =>
      insertConnectionDay(server.db, store.storeId, store.freezer.deviceId, on, slots)
    await put(alder, '2026-11-20', { ok: 90, deviceLost: 10 })
    await put(cedar, '2026-11-20', { ok: 60, hostLost: 40 })
    await put(cedar, '2026-11-19', { ok: 100, hostLost: 100 })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await server.db.deleteFrom('terminalState').execute()
  })

  const card = async (query = '', as = 'admin', language = 'en') =>
    (await server.send('GET', `/api/v2/dashboard/iot-connection${query}`, { as, headers: { language } })).body
  const gauges = (body: { chart: { data: { label: string; values: unknown[] }[] } }) =>
    body.chart.data.map(({ label, values }) => [label, values[0]])

  const connect = (store: TinyStore, state: { online: boolean; sinceHoursAgo: number; lost?: boolean }) =>
    server.db
      .insertInto('terminalState')
      .values({
        storeId: store.storeId,
        terminalId: store.terminalId,
        connection: state.online ? 'online' : 'offline',
        since: later(NOON, -hours(state.sinceHoursAgo)),
        hostLostSince: state.lost ? later(NOON, -hours(state.sinceHoursAgo)) : null,
        connectionName: null,
        lastMessageAt: null,
        program: null,
        revision: null,
        backlog: null,
        lossWatch: null,
      })
      .execute()

  test('the figure is today so far, beside it the change against yesterday in points', async () => {
    // Today 150 of 200, yesterday 100 of 200.
    expect(await card()).toMatchObject({
      title: 'Device connection rate',
      value: '75.0%',
      note: '▲ 25.0 pt vs yesterday',
      chart: { unit: '%' },
      computed_at: '2026-11-20T04:00:00.000Z',
    })
  })

  test('a gauge for each department below, with its rate and where it leads', async () => {
    const { north, south } = server.fleet
    expect((await card()).chart.data).toEqual([
      { label: 'North', values: [90], drill: { depart: String(north) } },
      { label: 'South', values: [60], drill: { depart: String(south) } },
    ])
  })

  test('a department with nothing below it shows its stores, without a value where nothing is known', async () => {
    const { south, stores } = server.fleet
    const body = await card(`?depart=${south}`)
    expect(body.chart.data).toEqual([
      {
        label: 'Cedar_Road',
        values: [60],
        drill: { depart: String(south), store: String(stores.cedar.storeId) },
      },
      {
        label: 'Dogwood Alley',
        values: [null],
        drill: { depart: String(south), store: String(stores.dogwood.storeId) },
      },
    ])
    expect(body.value).toBe('60.0%')
  })

  test('everybody sees their own department', async () => {
    const body = await card('', 'north')
    expect(gauges(body)).toEqual([
      ['Alder Street', 90],
      ['Birch Lane 50%', null],
    ])
    expect(body).toMatchObject({ value: '90.0%', note: 'today' })
  })

  test('today is the day of each store: after midnight in Tokyo its figures are those of yesterday', async () => {
    server.clock.set(epochMs(Date.UTC(2026, 10, 20, 15, 30)))
    const body = await card()
    expect(gauges(body)).toEqual([
      ['North', 90],
      ['South', null],
    ])
    expect(body).toMatchObject({ value: '90.0%', note: '▲ 30.0 pt vs yesterday' })
  })

  test('while today has nothing to judge yet the card tells of yesterday and says so', async () => {
    server.clock.set(epochMs(Date.UTC(2026, 10, 20, 16, 5)))
    const body = await card()
    expect(body).toMatchObject({ value: '75.0%', note: 'yesterday' })
    expect(gauges(body)).toEqual([
      ['North', 90],
      ['South', 60],
    ])
  })

  test('without any figure there is a dash and no note', async () => {
    server.clock.set(epochMs(Date.UTC(2026, 11, 20)))
    const body = await card()
    expect(body.value).toBe('–')
    expect(body.note).toBeUndefined()
  })

  test('the news tell of lost hosts and of those that came back today, in the language of the caller', async () => {
    const { alder, birch, cedar, dogwood } = server.fleet.stores
    await connect(alder, { online: false, sinceHoursAgo: 2, lost: true })
    await connect(birch, { online: true, sinceHoursAgo: 3 })
    await connect(cedar, { online: true, sinceHoursAgo: 1 })
    await connect(dogwood, { online: true, sinceHoursAgo: 40 })
    // Birch lost no time, so its new connection is no news; 12:00 in Tokyo is an hour before.
    expect((await card()).news).toEqual(['1 host is lost', '12:00 – 1 host back online in South'])
    expect((await card('', 'admin', 'zh-TW')).news).toEqual([
      '1 台主機離線',
      '12:00 – South有 1 台主機恢復連線',
    ])
  })

  test('when nothing is lost the news say so, and before any host was heard of they say nothing', async () => {
    expect((await card()).news).toEqual([])
    await connect(server.fleet.stores.alder, { online: true, sinceHoursAgo: 50 })
    expect((await card()).news).toEqual(['All hosts are connected'])
  })

  test('the scope counts what the caller may see', async () => {
    await connect(server.fleet.stores.alder, { online: false, sinceHoursAgo: 2, lost: true })
    const scope = async (query: string, as: string) =>
      (await server.send('GET', `/api/v2/dashboard/scope${query}`, { as })).body
    const { company, north, south } = server.fleet
    expect(await scope('?depart=all', 'admin')).toEqual({
      depart: String(company),
      name: 'Frostline',
      stores: 4,
      devices: 8,
      hosts_lost: 1,
      newest_reading_at: null,
    })
    expect(await scope('', 'north')).toMatchObject({ depart: String(north), name: 'North', stores: 2 })
    expect(await scope(`?depart=${south}`, 'admin')).toMatchObject({ name: 'South', hosts_lost: 0 })
  })

  test('a foreign department is unknown, and without a token there is nothing', async () => {
    for (const call of ['iot-connection', 'scope']) {
      const path = `/api/v2/dashboard/${call}?depart=${server.fleet.south}`
      expect((await server.send('GET', path, { as: 'north' })).body.code).toBe('department.unknown')
      expect((await server.send('GET', path)).body.code).toBe('session.required')
    }
  })
})
