import type { DeviceId } from '@coldkeep/domain/ids'
import { days, later, minutes } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApplyRig, applyRig } from '../../testing/apply-rig'
import { insertColdDays } from '../../testing/cold-days'
import { describeEachDatabase } from '../../testing/test-database'
import { NOON, type TestServer } from '../../testing/test-server'
import type { TinyStore } from '../../testing/tiny-fleet'
import { type WriteServer, writeServer } from '../../testing/write-server'
import { judgeSavings } from './judge-savings'
import { replaceSavings } from './saving-queries'

const as = 'admin'
const YESTERDAY = '2026-11-19' as LocalDate

describeEachDatabase('what could be saved', (openDatabase) => {
  let rig: WriteServer
  let applies: ApplyRig
  let server: TestServer
  let alder: TinyStore
  let birch: TinyStore
  beforeAll(async () => {
    rig = await writeServer(await openDatabase())
    server = rig.server
    applies = applyRig(rig)
    alder = server.fleet.stores.alder
    birch = server.fleet.stores.birch
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await applies.reset(
      new Map([
        [alder, -22],
        [birch, -22],
      ]),
    )
    for (const table of ['saving', 'savingStore', 'scoreDay', 'temperatureDay', 'parameterEvent'] as const)
      await server.db.deleteFrom(table).execute()
    await coldDays(alder, 10)
    await coldDays(birch, null)
  })

  const coldDays = ({ storeId, freezer: { deviceId } }: TinyStore, energyKwh: number | null) =>
    insertColdDays(server.db, { storeId, deviceId }, YESTERDAY, energyKwh)
  const list = async (query = '', by = as) => {
    const answer = await server.send('GET', `/api/v2/tc/saving?depart=all&storeid=all${query}`, { as: by })
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const devices = (query: string) =>
    server.send('GET', `/api/v2/tc/saving/device?depart=all&storeid=all${query}`, { as })
  const judge = () => judgeSavings(server.db, server.clock.now())
  const accept = (body: object) =>
    server.send('POST', '/api/v2/tc/saving', { as, body: { depart: 'all', storeid: 'all', ...body } })
  const accepted = async (more: object = {}) => {
    const [{ kind, model, change }] = (await list()).savings
    const { code, before, value } = change
    return { kind, model: model.id, code, before, value, ...more }
  }

  test('devices that could be set alike are one row, with what they would save', async () => {
    expect(await judge()).toBe(4)
    // −18 by the law of Taiwan, less 1 K: 5 K are left, 2 are taken at once. 4 to 8 % of 10 kWh · 365
    expect(await list()).toMatchObject({
      total: 1,
      savings: [
        {
          kind: 'set_point',
          model: { brand: 'Nordwind' },
          change: { code: 'set', name: 'Set point', unit: '°C', before: -22, value: -20 },
          ...{ devices: 2, stores: 2, metered: 1 },
          ...{ share_low: expect.closeTo(0.04), share_high: expect.closeTo(0.08) },
          ...{ kwh_low: expect.closeTo(146), kwh_high: expect.closeTo(292) },
        },
      ],
    })
    const [{ model }] = (await list()).savings
    const { body } = await devices(
      `&kind=set_point&model=${model.id}&code=set&before=-22&value=-20&page_size=1`,
    )
    expect(body).toMatchObject({
      total: 2,
      devices: [
        {
          store: { code: 'N001' },
          basis: { days: 20, highest_c: -24, limit_c: -18 },
          kwh_low: expect.closeTo(146),
        },
      ],
    })
    // each store once a day, but for the two that have not enough days yet
    expect(await judge()).toBe(0)
    expect(await judgeSavings(server.db, later(server.clock.now(), minutes(31)))).toBe(2)
    expect(await judgeSavings(server.db, later(server.clock.now(), days(1) + 1))).toBe(4)
  })

  test('accepting it makes a file for these devices, whose plan is their difference', async () => {
    await judge()
    const { status, body } = await accept(await accepted())
    expect([status, body.devices]).toEqual([200, 2])
    const [file] = (await server.send('GET', '/api/v2/tc/param-profile', { as })).body
    expect(file).toMatchObject({
      id: body.id,
      name: expect.stringMatching(/^Set point −22 → −20.°C$/),
      devices: 2,
      values: 1,
    })
    const plan = (await applies.plan(body.id)).body
    expect(plan.totals).toMatchObject({ devices: 2, ready: 2, writes: 2 })
    // the newer of two that name a device counts, and its name is its own
    const again = await accept(await accepted({ devices: [String(alder.freezer.deviceId)] }))
    expect((await applies.plan(again.body.id)).body.totals).toMatchObject({ devices: 1, ready: 1 })
    expect((await applies.plan(body.id)).body.totals).toMatchObject({ devices: 2, ready: 1 })
    const names = (await server.send('GET', '/api/v2/tc/param-profile', { as })).body.map(
      ({ name }: { name: string }) => name,
    )
    expect(names).toContainEqual(expect.stringMatching(/^Set point −22 → −20.°C \(2\)$/))
  })

  test('what has changed since it was seen is refused, and so are devices out of sight', async () => {
    await judge()
    const saving = await accepted()
    const other = await accept({ ...saving, devices: [String(server.fleet.stores.cedar.freezer.deviceId)] })
    expect([other.status, other.body.code]).toEqual([409, 'saving.changed'])
    await server.db.deleteFrom('saving').execute()
    expect((await accept(saving)).body.code).toBe('saving.changed')
    expect((await server.send('GET', '/api/v2/tc/param-profile', { as })).body).toEqual([])
  })

  test('a changed parameter begins the weeks anew, a locked one is not proposed, and an old value is not known', async () => {
    const { storeId, freezer } = alder
    await server.db
      .insertInto('parameterEvent')
      .values({
        ...{ storeId, deviceId: freezer.deviceId, at: later(NOON, -days(10)), cause: 'own' },
        ...{ changes: '[]', seenBy: null, seenAt: null },
      })
      .execute()
    await server.db
      .updateTable('parameterValue')
      .set({ at: later(NOON, -days(3)) })
      .where('storeId', '=', birch.storeId)
      .execute()
    await judge()
    expect((await list()).total).toBe(0)
    await server.db.deleteFrom('parameterEvent').execute()
    await server.db.deleteFrom('savingStore').execute()
    await judge()
    expect(await list()).toMatchObject({ savings: [{ devices: 1 }] })
    await applies.profile({}, { values: [{ code: 'set', value: -22, is_locked: true }] })
    await server.db.deleteFrom('savingStore').execute()
    await judge()
    expect((await list()).total).toBe(0)
  })

  test('stores with more savings than one statement takes are kept whole', async () => {
    const { storeId, freezer } = alder
    const { deviceModelId } = await server.db
      .selectFrom('device')
      .select('deviceModelId')
      .where('deviceId', '=', freezer.deviceId)
      .executeTakeFirstOrThrow()
    // twelve values each: 72,000, and a statement takes 65,535
    const found = Array.from({ length: 6_000 }, (_, index) => ({
      ...{ storeId, deviceId: (1_000_000 + index) as DeviceId, deviceModelId, kind: 'low_load' as const },
      ...{ change: null, shareLow: 0.8, shareHigh: 1, kwhLow: null, kwhHigh: null, basis: { days: 20 } },
    }))
    const looked = [{ storeId, computedAt: server.clock.now() }]
    await server.db.transaction().execute((trx) => replaceSavings(trx, looked, found))
    const count = server.db.selectFrom('saving').select(({ fn }) => fn.countAll<string>().as('count'))
    expect(Number((await count.executeTakeFirstOrThrow()).count)).toBe(6_000)
  })

  test('a device that was beyond its limit on any day is none', async () => {
    await server.db
      .updateTable('temperatureDay')
      .set({ excursionMinutes: 5 })
      .where('storeId', '=', birch.storeId)
      .where('on', '=', YESTERDAY)
      .execute()
    await judge()
    expect(await list()).toMatchObject({ savings: [{ devices: 1, stores: 1 }] })
  })
})
