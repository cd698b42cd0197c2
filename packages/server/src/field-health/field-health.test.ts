import type { PointId } from '@coldkeep/domain/ids'
import { days, type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addBusCounts } from '../bundles/add-bus-counts'
import { knownDays } from '../storage/partitions'
import { cycleMessage } from '../testing/ingest-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

describeEachDatabase('the health of the field', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())
  beforeEach(() => server.clock.set(NOON))

  const get = (path: string, as = 'admin') => server.send('GET', `/api/v2/${path}`, { as })
  const at = (lengthMs: number): EpochMs => later(NOON, lengthMs)

  describe('a bus', () => {
    const addIntervals = async (store: TinyStore, device: 'freezer' | 'meter', intervals: number[][]) => {
      const { deviceId } = store[device]
      const place = { storeId: store.storeId, deviceId }
      const points = await addBusCounts(server.db, place, { periodSeconds: 900, revision: 1 })
      const { pointListId } = await server.db
        .selectFrom('pointList')
        .select('pointListId')
        .where('storeId', '=', store.storeId)
        .where('deviceId', '=', deviceId)
        .where('countsBus', '=', true)
        .executeTakeFirstOrThrow()
      const rows = intervals.map((values, index) => ({
        ...place,
        pointListId,
        at: at(-minutes(15 * index)),
        values,
        counters: [],
        quality: null,
        receivedAt: NOON,
      }))
      await knownDays().ensure(
        server.db,
        rows.map((row) => row.at),
      )
      await server.db.insertInto('scan').values(rows).execute()
      const { receivedAt: _, ...latest } = rows[0]!
      await server.db.insertInto('latest').values(latest).execute()
      return points
    }
    let points: readonly PointId[]
    beforeAll(async () => {
      const { alder } = server.fleet.stores
      // requests, answers, timeouts, bad frames, exceptions, overruns, response ms; the newest interval first
      points = await addIntervals(alder, 'freezer', [
        [10, 0, 10, 0, 0, 1, Number.NaN],
        [30, 20, 4, 5, 1, 0, 40],
        [30, 29, 0, 0, 1, 0, 20],
      ])
      await addIntervals(alder, 'meter', [[20, 20, 0, 0, 0, 0, 12]])
      const event = {
        storeId: alder.storeId,
        terminalId: alder.terminalId,
        epoch: 'k3f9a1c2',
        receivedAt: NOON,
        kind: 'device' as const,
      }
      await server.db
        .insertInto('terminalEvent')
        .values([
          { ...event, sequence: 1, at: at(-minutes(50)), detail: { port: 'p1', unit: 9, state: 'silent' } },
          { ...event, sequence: 2, at: at(-minutes(40)), detail: { port: 'p1', unit: 9, state: 'back' } },
          { ...event, sequence: 3, at: at(-minutes(10)), detail: { port: 'p1', unit: 1, state: 'silent' } },
        ])
        .execute()
    })

    test('shows of each device how a day of requests went, the worst first', async () => {
      const { alder } = server.fleet.stores
      const { body } = await get('bus-health')
      expect(body.total).toBe(2)
      expect(body.devices[0]).toEqual({
        id: String(alder.freezer.deviceId),
        name: 'Freezer 1',
        unit_id: 1,
        store: { id: String(alder.storeId), code: 'N001', name: 'Alder Street', zone: 'Asia/Taipei' },
        terminal: alder.terminalId,
        requests: 70,
        answers: 49,
        timeouts: 14,
        bad_frames: 5,
        exceptions: 2,
        overruns: 1,
        // (21 · 40 + 30 · 20) / 51
        response_ms: 28,
        answer_rate: 70,
        answered_at: new Date(at(-minutes(15))).toISOString(),
        silent_since: new Date(at(-minutes(10))).toISOString(),
        points: {
          bus_requests: String(points[0]),
          bus_answers: String(points[1]),
          bus_timeouts: String(points[2]),
          bus_bad_frames: String(points[3]),
          bus_exceptions: String(points[4]),
          bus_overruns: String(points[5]),
          bus_response_ms: String(points[6]),
        },
      })
      expect(body.devices[1]).toMatchObject({ name: 'Main meter', answer_rate: 100, silent_since: null })
    })

    test('is shown to accounts over the store, and of one store alone on request', async () => {
      const { cedar, alder } = server.fleet.stores
      expect((await get('bus-health', '南')).body.devices).toEqual([])
      expect((await get(`bus-health?storeid=${alder.storeId}`, '南')).status).toBe(404)
      expect((await get(`bus-health?storeid=${cedar.storeId}`)).body.devices).toEqual([])
    })
  })

  describe('quarantine', () => {
    const put = async (store: TinyStore, reason: string, message: object | Uint8Array, channel = 'back') => {
      const body = message instanceof Uint8Array ? message : Buffer.from(JSON.stringify(message))
      const { quarantineId } = await server.db
        .insertInto('quarantine')
        .values({
          storeId: store.storeId,
          terminalId: store.terminalId,
          receivedAt: at(-minutes(5)),
          topic: `rf/1/t/${store.terminalId}/up/${channel}`,
          reason,
          body,
        })
        .returning('quarantineId')
        .executeTakeFirstOrThrow()
      return String(quarantineId)
    }
    const list = async (query = '', as = 'admin') => (await get(`quarantine?${query}`, as)).body
    const release = (ids: string[], as = 'admin') =>
      server.send('POST', '/api/v2/quarantine/release', { as, body: { ids } })
    const discard = (ids: string[], as = 'admin') =>
      server.send('POST', '/api/v2/quarantine/discard', { as, body: { ids } })
    const air = (store: TinyStore, value: number) => [[store.freezer.pointIds[0], 0, value]]
    const scansAt = (instant: EpochMs) =>
      server.db.selectFrom('scan').select(['values', 'deviceId']).where('at', '=', instant).execute()
    const audited = async (kind: string) => {
      const rows = await server.db
        .selectFrom('audit')
        .select(['subject', 'accountName', 'outcome', 'detail'])
        .where('kind', '=', kind)
        .orderBy('auditId')
        .execute()
      return rows.at(-1)
    }
    beforeEach(async () => {
      await server.db.deleteFrom('quarantine').execute()
    })

    test('lists what could not be stored, newest first, by reason, and terminals with conflicts', async () => {
      const { alder, cedar } = server.fleet.stores
      const old = await put(alder, 'E_TIME', cycleMessage(1, at(-days(500)), air(alder, -20)))
      const torn = await put(cedar, 'E_FORM', Buffer.from([9, 9, 9]))
      await server.db
        .insertInto('terminalState')
        .values({ storeId: alder.storeId, terminalId: alder.terminalId, conflicts: 3 })
        .onConflict((conflict) => conflict.columns(['storeId', 'terminalId']).doUpdateSet({ conflicts: 3 }))
        .execute()
      const all = await list()
      expect(all).toMatchObject({
        total: 2,
        counts: [
          { reason: 'E_FORM', count: 1 },
          { reason: 'E_TIME', count: 1 },
        ],
        conflicts: [{ terminal: alder.terminalId, count: 3 }],
      })
      expect(all.messages[0]).toEqual({
        id: torn,
        store: { id: String(cedar.storeId), code: 'S001', name: 'Cedar_Road', zone: 'Asia/Tokyo' },
        terminal: cedar.terminalId,
        received_at: new Date(at(-minutes(5))).toISOString(),
        channel: 'back',
        reason: 'E_FORM',
        size_bytes: 3,
      })
      expect((await list('reason=E_TIME')).messages.map((row: { id: string }) => row.id)).toEqual([old])
      expect(await list('', '南')).toMatchObject({ total: 1, conflicts: [] })
      expect((await list('page=2&page_size=1')).messages).toHaveLength(1)
      expect((await list('key=r_road')).messages).toMatchObject([{ id: torn }])
      expect((await list('key=tb-n001')).messages).toMatchObject([{ id: old }])
      expect((await list('key=%25')).total).toBe(0)
    })

    test('shows a message as text where it is one, else its bytes', async () => {
      const { alder } = server.fleet.stores
      const message = cycleMessage(1, at(-days(500)), air(alder, -20))
      const id = await put(alder, 'E_TIME', message)
      expect((await get(`quarantine/${id}`)).body).toEqual({
        id,
        reason: 'E_TIME',
        at: new Date(at(-days(500))).toISOString(),
        rows: 1,
        text: JSON.stringify(message),
        is_text: true,
        is_cut: false,
      })
      const bytes = await put(alder, 'E_FORM', Buffer.from([9, 10, 255]))
      expect((await get(`quarantine/${bytes}`)).body).toMatchObject({
        text: '09 0a ff',
        is_text: false,
        at: null,
      })
      expect((await get(`quarantine/${bytes}`, '南')).body.code).toBe('quarantine.unknown')
    })

    test('stores what was only old when it is released, takes it out of the list and notes who did it', async () => {
      const { alder } = server.fleet.stores
      const measured = at(-days(500))
      const id = await put(alder, 'E_TIME', cycleMessage(1, measured, air(alder, -20)))
      expect((await release([id])).body.results).toEqual([
        { id, outcome: 'stored', cycles: 1, problem: null },
      ])
      expect(await scansAt(measured)).toEqual([
        { deviceId: alder.freezer.deviceId, values: [-20, Number.NaN] },
      ])
      expect((await list()).total).toBe(0)
      expect(await audited('quarantine.release')).toEqual({
        subject: alder.terminalId,
        accountName: 'Ada',
        outcome: 'done',
        detail: { reason: 'E_TIME', outcome: 'stored', cycles: 1, problem: null },
      })
    })

    test('stores a time that was ahead once it has come, and refuses it before', async () => {
      const { alder } = server.fleet.stores
      const ahead = at(hours(3))
      const id = await put(alder, 'E_TIME', cycleMessage(2, ahead, air(alder, -19)))
      expect((await release([id])).body.results).toEqual([
        { id, outcome: 'refused', cycles: 0, problem: 'E_TIME' },
      ])
      expect((await list()).total).toBe(1)
      server.clock.set(ahead)
      expect((await release([id])).body.results[0]).toMatchObject({ outcome: 'stored' })
      expect(await scansAt(ahead)).toHaveLength(1)
    })

    test('keeps a message of which a part still has no place', async () => {
      const { alder, birch } = server.fleet.stores
      const measured = at(-minutes(33))
      const rows = [...air(alder, -20), [birch.freezer.pointIds[0], 0, -20]]
      const mixed = await put(alder, 'E_POINT', cycleMessage(3, measured, rows))
      const torn = await put(alder, 'E_FORM', Buffer.from('{"v":1,'))
      const { results } = (await release([mixed, torn])).body
      expect(results).toEqual([
        { id: mixed, outcome: 'partly', cycles: 1, problem: 'E_POINT' },
        { id: torn, outcome: 'refused', cycles: 0, problem: 'E_FORM' },
      ])
      expect((await scansAt(measured)).map((scan) => scan.deviceId)).toEqual([alder.freezer.deviceId])
      expect((await list()).total).toBe(2)
    })

    test('released twice, it is stored once', async () => {
      const { alder } = server.fleet.stores
      const measured = at(-days(450))
      const message = cycleMessage(4, measured, air(alder, -20))
      const ids = [await put(alder, 'E_TIME', message), await put(alder, 'E_TIME', message)]
      const { results } = (await release(ids)).body
      expect(results.map((one: { outcome: string }) => one.outcome)).toEqual(['stored', 'stored'])
      expect(await scansAt(measured)).toHaveLength(1)
    })

    test('is discarded for good, by those whose store it is', async () => {
      const { alder, cedar } = server.fleet.stores
      const own = await put(alder, 'E_FORM', Buffer.from([9]))
      const foreign = await put(cedar, 'E_FORM', Buffer.from([9]))
      // an account without the page may do nothing there
      expect((await discard([own], 'north')).body.code).toBe('access.page')
      expect((await release([own], '南')).body.code).toBe('access.page')
      expect((await discard([own, foreign])).body).toEqual({ discarded: 2 })
      expect((await discard([own])).body.code).toBe('quarantine.unknown')
      expect((await list()).total).toBe(0)
      expect(await audited('quarantine.discard')).toMatchObject({
        outcome: 'done',
        detail: { size_bytes: 1 },
      })
    })
  })

  describe('events of a terminal', () => {
    beforeAll(async () => {
      const { birch } = server.fleet.stores
      const event = {
        storeId: birch.storeId,
        terminalId: birch.terminalId,
        epoch: 'k3f9a1c2',
        receivedAt: NOON,
      }
      const gap = { from: at(-days(3)), to: at(-days(2)), how: 'one_per_15_min', count: 192 }
      await server.db
        .insertInto('terminalEvent')
        .values([
          { ...event, sequence: 1, kind: 'start', at: at(-hours(3)), detail: { version: '1.0.0' } },
          { ...event, sequence: 2, kind: 'gap', at: at(-hours(2)), detail: gap },
          {
            ...event,
            sequence: 3,
            kind: 'gap',
            at: at(-hours(1)),
            detail: { from: 'then', to: true, how: 'magic' },
          },
          { ...event, sequence: 4, kind: 'clock', at: at(-minutes(1)), detail: { by_ms: 9_000 } },
        ])
        .execute()
    })

    test('are listed newest first, by kind and page', async () => {
      const path = `terminals/${server.fleet.stores.birch.terminalId}/events`
      const { body } = await get(path)
      expect(body.total).toBe(4)
      expect(body.events.map((one: { kind: string }) => one.kind)).toEqual(['clock', 'gap', 'gap', 'start'])
      expect(body.events[0]).toEqual({
        at: new Date(at(-minutes(1))).toISOString(),
        received_at: new Date(NOON).toISOString(),
        kind: 'clock',
        detail: { by_ms: 9_000 },
      })
      expect((await get(`${path}?kind=start`)).body.total).toBe(1)
      expect((await get(`${path}?page=2&page_size=3`)).body.events).toHaveLength(1)
      expect((await get(path, '南')).body.code).toBe('terminal.unknown')
    })

    test('tell on a device which times were given up; what a terminal says wrongly is left out', async () => {
      const { birch } = server.fleet.stores
      const period = (from: EpochMs, to: EpochMs) =>
        `start=${new Date(from).toISOString()}&end=${new Date(to).toISOString()}`
      const path = `device/${birch.freezer.deviceId}/gaps`
      expect((await get(`${path}?${period(at(-days(5)), NOON)}`)).body.gaps).toEqual([
        {
          from: new Date(at(-days(3))).toISOString(),
          to: new Date(at(-days(2))).toISOString(),
          how: 'one_per_15_min',
          count: 192,
        },
      ])
      expect((await get(`${path}?${period(at(-days(1)), NOON)}`)).body.gaps).toEqual([])
      expect((await get(`${path}?${period(NOON, at(-days(1)))}`)).body.code).toBe('period.reversed')
      expect((await get(`${path}?${period(at(-days(41)), NOON)}`)).body.code).toBe('period.too_long')
      expect((await get(`${path}?${period(at(-days(5)), NOON)}`, '南')).body.code).toBe('device.unknown')
    })
  })
})
