import type { AlarmId } from '@coldkeep/domain/ids'
import type { Scan } from '@coldkeep/domain/points/scan'
import { type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { closeWarning, openWarning } from './early-warnings'
import { judgeScans, lockWatched, noAlarms, writeJudged } from './step-scans'

describeEachDatabase('alarms', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { alder, birch, cedar } = server.fleet.stores
    // above −18 °C for 15 minutes: raised at 12:15 and 12:20 of Taipei and Tokyo alike
    await judge(alder, [-20, -17, -16, -15, -14])
    await judge(cedar, [-20, -20, -17, -16.5, -16, -16])
    await judge(birch, [-20, -20])
    server.clock.set(at(30))
    await warn(birch)
  })
  afterAll(() => server.close())

  const at = (minute: number): EpochMs => later(NOON, minutes(minute))
  /** Cycles of five minutes from noon on, judged as they would be when they come in. */
  const judge = async (store: TinyStore, air: readonly number[], from = 0) => {
    for (const [index, value] of air.entries()) {
      const when = at(from + 5 * index)
      const scan: Scan = {
        storeId: store.storeId,
        deviceId: store.freezer.deviceId,
        pointListId: store.freezer.pointListId,
        at: when,
        values: Float32Array.of(value, 0),
        counters: new Float64Array(),
        quality: null,
        receivedAt: when,
      }
      const step = await server.db.transaction().execute(async (trx) => {
        const watched = await lockWatched(trx, server.alarms.watches, [scan], when)
        return watched === null ? noAlarms : writeJudged(trx, watched, judgeScans(watched, [scan]), when)
      })
      step.committed()
      server.alarms.feed.publish(step.changed)
    }
  }
  const warn = async (store: TinyStore) => {
    const { storeId, freezer } = store
    const warned = { storeId, deviceId: freezer.deviceId, kind: 'threshold' } as const
    const figures = { startedAt: at(-40), raisedAt: at(20), value: 64.5, limit: 70 }
    const changed = await server.db.transaction().execute((trx) => openWarning(trx, warned, figures, at(20)))
    server.alarms.feed.publish(changed)
    return {
      warned,
      again: () => server.db.transaction().execute((trx) => openWarning(trx, warned, figures, at(21))),
    }
  }
  const list = async (query = '', as = 'admin', headers = {}) =>
    (await server.send('GET', `/api/v2/alarms?${query}`, { as, headers })).body
  const act = async (what: string, body: object, as = 'admin') => {
    switch (what) {
      case 'acknowledge':
        return server.send('POST', '/api/v2/alarms/acknowledge', { as, body })
      case 'assign':
        return server.send('POST', '/api/v2/alarms/assign', { as, body })
      case 'comment':
        return server.send('POST', '/api/v2/alarms/comment', { as, body })
      case 'shelve':
        return server.send('POST', '/api/v2/alarms/shelve', { as, body })
      default:
        return server.send('POST', '/api/v2/alarms/service', { as, body })
    }
  }
  const alarmOf = async (store: TinyStore, state = 'all') => {
    const { alarms } = await list(`storeid=${store.storeId}&state=${state}`)
    return alarms[0]
  }
  const historyOf = async (id: string) => {
    const { body } = await server.send('GET', `/api/v2/alarms/${id}`, { as: 'admin' })
    return body.history.map((event: { kind: string; by: string | null; reason: string | null }) =>
      [event.kind, event.by, event.reason].filter((part) => part !== null).join(' · '),
    )
  }

  test('the most urgent come first, each says what, since when and what to do', async () => {
    const body = await list()
    expect(body.total).toBe(3)
    expect(
      body.alarms.map((alarm: { priority: string; kind: string }) => [alarm.priority, alarm.kind]),
    ).toEqual([
      // Taiwan's law asks for −18 °C, Japan's for −15 °C
      ['critical', 'high'],
      ['high', 'high'],
      ['medium', 'threshold'],
    ])
    const { alder } = server.fleet.stores
    expect(body.alarms[0]).toMatchObject({
      text: 'Freezer 1, Air: \u221214.0\u202f°C over the limit of \u221218.0\u202f°C since 2026-11-20 12:05',
      advice: expect.stringContaining('Close the doors'),
      state: 'unacknowledged',
      store: { id: String(alder.storeId), name: 'Alder Street', zone: 'Asia/Taipei' },
      device: { id: String(alder.freezer.deviceId), name: 'Freezer 1' },
      started_at: '2026-11-20T04:05:00.000Z',
      raised_at: '2026-11-20T04:20:00.000Z',
      value: -14,
      extreme: -14,
      limit: -18,
      count: 1,
      is_stale: false,
    })
    expect(body.alarms[2].text).toBe('Freezer 1: health score 64.5 below 70.0 since 2026-11-20 11:20')
    expect(body.counts).toMatchObject({
      unacknowledged: { critical: 1, high: 1, medium: 1, low: 0 },
      states: { unacknowledged: 3, shelved: 0 },
      last_ten_minutes: 3,
      is_flood: false,
    })
  })

  test('are worded in the language of the caller', async () => {
    const texts = await Promise.all(
      ['ja', 'zh-CN', 'zh-TW'].map(
        async (language) => (await list('', 'admin', { language })).alarms[0].text,
      ),
    )
    for (const text of texts) expect(text).toMatch(/\p{Script=Han}/u)
    expect(new Set(texts).size).toBe(3)
  })

  test('can be requested by department, store, device, priority, time and page', async () => {
    const { alder, cedar, birch } = server.fleet.stores
    const storesOf = async (query: string) =>
      (await list(query)).alarms.map((alarm: { store: { id: string } }) => alarm.store.id)
    expect(await storesOf(`depart=${server.fleet.south}`)).toEqual([String(cedar.storeId)])
    expect(await storesOf(`storeid=${birch.storeId}`)).toEqual([String(birch.storeId)])
    expect(await storesOf(`deviceid=${alder.freezer.deviceId}`)).toEqual([String(alder.storeId)])
    expect(await storesOf('priority=high')).toEqual([String(cedar.storeId)])
    expect(await storesOf('since=2026-11-20T04:21:00Z')).toEqual([String(cedar.storeId)])
    expect(await storesOf('page=2&page_size=2')).toEqual([String(birch.storeId)])
    expect(await storesOf('state=cleared')).toEqual([])
    expect((await list(`storeid=${cedar.storeId}`)).counts.open).toMatchObject({ critical: 0, high: 1 })
  })

  test('of other departments are unknown, and to change something takes the page', async () => {
    const { alder, cedar } = server.fleet.stores
    const theirs = await alarmOf(cedar)
    expect((await list('', 'north')).alarms).toHaveLength(2)
    expect((await list(`depart=${server.fleet.south}`, 'north')).code).toBe('department.unknown')
    const { status, body } = await server.send('GET', `/api/v2/alarms/${theirs.id}`, { as: 'north' })
    expect([status, body.code]).toEqual([404, 'alarm.unknown'])
    expect((await server.send('GET', '/api/v2/alarms/999999', { as: 'admin' })).body.code).toBe(
      'alarm.unknown',
    )
    const mine = await alarmOf(alder)
    for (const what of ['acknowledge', 'comment']) {
      const refused = await act(what, { ids: [mine.id], comment: 'x' }, 'north')
      expect([refused.status, refused.body.code]).toEqual([403, 'access.page'])
    }
  })

  test('are acknowledged with name and remark, once, several at a time', async () => {
    const { alder, cedar } = server.fleet.stores
    const [one, other] = [await alarmOf(alder), await alarmOf(cedar)]
    const { body } = await act('acknowledge', { ids: [one.id, other.id, '999999'], comment: 'On my way' })
    expect(body.done.sort()).toEqual([one.id, other.id].sort())
    expect(body.refused).toEqual([
      { id: '999999', code: 'alarm.unknown', message: expect.stringContaining('not found') },
    ])
    expect(await alarmOf(alder)).toMatchObject({ state: 'acknowledged', acknowledged_by: 'Ada' })
    const again = await act('acknowledge', { ids: [one.id] })
    expect(again.body).toMatchObject({ done: [], refused: [{ code: 'alarm.acknowledged_before' }] })
    expect(await historyOf(one.id)).toEqual(['raised', 'acknowledged · Ada · On my way'])
  })

  test('are assigned and remarked upon, also when nothing else changes', async () => {
    const alarm = await alarmOf(server.fleet.stores.alder)
    await act('assign', { ids: [alarm.id], assignee: ' Bo Chen ' })
    await act('comment', { ids: [alarm.id], comment: 'Door was open' })
    expect(await alarmOf(server.fleet.stores.alder)).toMatchObject({ assigned_to: 'Bo Chen' })
    await act('assign', { ids: [alarm.id], assignee: '' })
    expect((await alarmOf(server.fleet.stores.alder)).assigned_to).toBeNull()
    expect((await historyOf(alarm.id)).slice(2)).toEqual([
      'assigned · Ada · Bo Chen',
      'commented · Ada · Door was open',
      'assigned · Ada',
    ])
  })

  test('that someone has seen are cleared when the value is back', async () => {
    const { cedar } = server.fleet.stores
    await judge(cedar, [-19, -20, -20], 30)
    const alarm = await alarmOf(cedar)
    expect(alarm).toMatchObject({ state: 'cleared', returned_at: '2026-11-20T04:33:00.000Z' })
    expect(await historyOf(alarm.id)).toEqual([
      'raised',
      'acknowledged · Ada · On my way',
      'returned',
      'cleared · normal and acknowledged',
    ])
    expect((await act('acknowledge', { ids: [alarm.id] })).body.refused[0].code).toBe('alarm.cleared')
  })

  test('are shelved for a day at most and judged again when they come out of service', async () => {
    const { alder } = server.fleet.stores
    const alarm = await alarmOf(alder)
    const shelve = (until: EpochMs) =>
      act('shelve', { ids: [alarm.id], reason: 'Known', until: new Date(until).toISOString() })
    server.clock.set(at(41))
    for (const until of [at(40), later(at(42), hours(24))]) {
      expect((await shelve(until)).body.refused[0].code).toBe('alarm.shelving_range')
    }
    expect((await shelve(at(100))).body.done).toEqual([alarm.id])
    expect(await alarmOf(alder)).toMatchObject({
      state: 'shelved',
      shelved_until: '2026-11-20T05:40:00.000Z',
    })
    const service = (isInService: boolean) =>
      act('service', { ids: [alarm.id], reason: 'Cleaning', is_in_service: isInService })
    expect((await service(false)).body.done).toEqual([alarm.id])
    expect(await alarmOf(alder)).toMatchObject({ state: 'out_of_service', shelved_until: null })
    expect((await service(false)).body.refused[0].code).toBe('alarm.out_of_service')
    await service(true)
    expect(await alarmOf(alder)).toMatchObject({ state: 'unacknowledged', count: 2, acknowledged_by: null })
    expect((await service(true)).body.refused[0].code).toBe('alarm.in_service')
  })

  test('an early warning is one alarm until it is over, and waits for someone to see it', async () => {
    const { birch } = server.fleet.stores
    const { warned, again } = await warn(birch)
    expect(await again()).toEqual([])
    const close = () =>
      server.db
        .transaction()
        .execute((trx) => closeWarning(trx, warned, { at: at(50), reason: 'recovered' }, at(50)))
    expect(await close()).toHaveLength(1)
    expect(await close()).toEqual([])
    server.clock.set(at(55))
    const alarm = await alarmOf(birch)
    expect(alarm).toMatchObject({ state: 'returned', count: 1 })
    await act('acknowledge', { ids: [alarm.id] })
    expect(await alarmOf(birch)).toMatchObject({ state: 'cleared' })
    expect(await historyOf(alarm.id)).toEqual([
      'raised',
      'returned · recovered',
      'acknowledged · Ada',
      'cleared · acknowledged afterwards',
    ])
  })

  test('a body that makes no sense is refused with the field named', async () => {
    const id = (await alarmOf(server.fleet.stores.alder)).id as AlarmId
    const fieldsOf = async (what: string, body: object) => (await act(what, body)).body.fields
    expect(await fieldsOf('acknowledge', { ids: [] })).toEqual({ ids: 'length' })
    expect(await fieldsOf('comment', { ids: [id], comment: '  ' })).toEqual({ comment: 'length' })
    expect(await fieldsOf('shelve', { ids: [id], reason: 'x', until: 'tomorrow' })).toEqual({
      until: 'format',
    })
  })

  test('the record counts them by day of the store and lists what is known of each', async () => {
    const { body } = await server.send(
      'GET',
      `/api/v2/alarm-record/detail?depart=${server.fleet.company}&storeid=all&start=2026-11-19T00:00:00&end=2026-11-20T23:59:59&timezone=%2B08:00`,
      { as: 'admin' },
    )
    const [perDay, rate] = body.charts
    expect(perDay).toMatchObject({ type: 'group_bar', name: 'Alarms by day and priority' })
    expect(perDay.legend.map(({ value }: { value: string }) => value)).toEqual([
      'Critical',
      'High',
      'Medium',
      'Low',
    ])
    expect(perDay.data.map(({ values }: { values: number[] }) => values)).toEqual([
      [0, 0, 0, 0],
      [1, 1, 1, 0],
    ])
    expect(perDay.summary).toBe('3 alarms in this period, 1 of them critical.')
    expect(rate.summary).toContain('0 of')
    expect(body.table.header).toHaveLength(16)
    expect(body.table.data).toHaveLength(3)
    const cedar = body.table.data.find((row: { value: unknown[] }) => row.value[2] === 'Cedar_Road')
    // began 13:10 by Tokyo's clock, back at 13:33
    expect(cedar.value.slice(0, 12)).toEqual([
      '2026-11-20 13:10',
      '2026-11-20 13:25',
      'Cedar_Road',
      'Freezer 1',
      'Air',
      'Above the limit',
      'High',
      -16,
      -16,
      -18,
      23,
      'Cleared',
    ])
    expect(cedar.drill).toEqual({
      depart: String(server.fleet.south),
      store: String(server.fleet.stores.cedar.storeId),
      device: String(server.fleet.stores.cedar.freezer.deviceId),
    })
  })

  test('the card of the home screen says how many of today someone has seen', async () => {
    const { body } = await server.send('GET', '/api/v2/dashboard/alarm-record', { as: 'admin' })
    // Alder's was judged again after it had been seen, Cedar's and Birch's were seen
    expect(body).toMatchObject({
      title: 'Alarm record',
      value: '66.7%',
      note: 'of 3 alarms today acknowledged',
    })
    expect(body.chart.data).toHaveLength(7)
    expect(body.chart.data[6].values).toEqual([1, 1, 1, 0])
    expect(body.news).toEqual([expect.stringContaining('Alder Street: Freezer 1, Air')])
    const quiet = await server.send('GET', `/api/v2/dashboard/alarm-record?depart=${server.fleet.south}`, {
      as: 'admin',
    })
    expect(quiet.body).toMatchObject({ value: '100.0%', news: [] })
  })

  test('after midnight in Tokyo the record reaches the new day, which Taipei has yet to begin', async () => {
    const opensOn = async () =>
      (await server.send('GET', '/api/v2/alarm-record/detail/pageinfo', { as: 'admin' })).body.default_date
    const before = server.clock.now()
    server.clock.set(later(NOON, hours(11) - 1))
    expect(await opensOn()).toBe('2026-11-14')
    server.clock.set(later(NOON, hours(11)))
    expect(await opensOn()).toBe('2026-11-15')
    server.clock.set(before)
  })

  test('the record opens on the last seven days and offers other lengths', async () => {
    const { body } = await server.send('GET', '/api/v2/alarm-record/detail/pageinfo', { as: 'admin' })
    expect(body).toMatchObject({ default_date: '2026-11-14', duration: 7, duration_title: '7 days' })
    expect(body.durations.slice(0, 2)).toEqual([
      { value: 1, title: '1 day' },
      { value: 3, title: '3 days' },
    ])
    const refused = await server.send('GET', '/api/v2/alarm-record/detail/pageinfo', { as: 'north' })
    expect([refused.status, refused.body.code]).toEqual([403, 'access.page'])
  })

  test('a caller that requests no stream receives the current state', async () => {
    const { text, headers } = await server.send('GET', '/api/v2/events', { as: 'north' })
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8')
    const events = text.split('\n\n').filter((block) => block.startsWith('event:'))
    expect(events.map((block) => block.split('\n')[0])).toEqual(['event: counts', 'event: home'])
    expect(text).toContain('"stores":2,"devices":4')
  })
})
