import { randomBytes } from 'node:crypto'
import { epochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reportProgram, uploadReleased } from '../testing/firmware-rig'
import { insertPerson } from '../testing/insert-person'
import { testSigners } from '../testing/make-release'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { endInstalls, forgetUpdates, startUpdate, updateRound } from '../testing/update-rig'

const TYPE = 'terminal-linux-x64'
const OLD_BOOT = '00000000000000aa'
const NIGHT = { from: '01:00', to: '05:00' }
const PLAN = {
  waves: [{ share: 1, least: 1 }],
  soak_minutes: 60,
  max_fail_share: 0.05,
  max_fail_count: 1,
  window: NIGHT,
  rate: 100,
}

describeEachDatabase('"not today" of stores', (openDatabase) => {
  let server: TestServer
  let fileId: string
  let stores: TestServer['fleet']['stores']
  beforeAll(async () => {
    const signers = testSigners(NOON)
    server = await testServer({ database: await openDatabase(), releaseRoot: signers.root })
    stores = server.fleet.stores
    const how = { version: '1.2.0', rollback: false, type: TYPE }
    fileId = await uploadReleased(server, signers, how, randomBytes(1_000))
    await insertPerson(server, 'keeper', server.fleet.north, ['1-7'])
    await insertPerson(server, 'reader', server.fleet.north, ['1-1'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await forgetUpdates(server)
    await report(Object.values(stores))
  })

  const report = async (which: readonly TinyStore[], version = '1.1.0', boot = OLD_BOOT) => {
    for (const { storeId, terminalId } of which)
      await reportProgram(server, { storeId, terminalId, version, boot, type: TYPE })
  }
  const start = (plan: object = {}) =>
    startUpdate(server, { type: TYPE, file: fileId, plan: { ...PLAN, ...plan } })
  const planned = async (as: string, query = '') =>
    (await server.send('GET', `/api/v2/ver-update/planned${query}`, { as })).body
  const postpone = (token: string, { storeId }: TinyStore, as = 'keeper', headers = {}) =>
    server.send('POST', '/api/v2/ver-update/postpone', {
      as,
      headers,
      body: { token, store_id: String(storeId) },
    })
  const status = async (token: string) =>
    (await server.send('GET', `/api/v2/ver-update/status?token=${token}`, { as: 'admin' })).body
  const round = () => updateRound(server)
  const ordered = async () =>
    (
      await server.db
        .selectFrom('command')
        .select('storeId')
        .where('op', '=', 'fw.install')
        .orderBy('storeId')
        .execute()
    ).map(({ storeId }) => storeId)
  const succeed = () => endInstalls(server, '1.2.0', server.clock.now())
  const set = (text: string) => server.clock.set(epochMs(Date.parse(text)))

  test('a store lets two windows pass, and the third one wins', async () => {
    const token = await start()
    const { alder, birch, cedar, dogwood } = stores
    // 01:00 to 05:00 in Taipei
    expect(await planned('keeper')).toMatchObject({
      total: 2,
      updates: [
        {
          task_token: token,
          store: { code: 'N001', zone: 'Asia/Taipei' },
          version: '1.2.0',
          terminals: 1,
          from: '2026-11-20T17:00:00.000Z',
          until: '2026-11-20T21:00:00.000Z',
          postponed: 0,
          may_postpone: true,
        },
        { store: { code: 'N002' } },
      ],
    })
    const first = await postpone(token, alder)
    const next = { from: '2026-11-21T17:00:00.000Z', until: '2026-11-21T21:00:00.000Z' }
    expect([first.status, first.body]).toMatchObject([200, { ...next, postponed: 1, may_postpone: false }])
    // the same evening it is the same wish
    expect((await postpone(token, alder)).body.postponed).toBe(1)
    set('2026-11-20T17:30:00Z')
    await round()
    expect(await ordered()).toEqual([birch.storeId, cedar.storeId, dogwood.storeId])
    const [row] = (await status(token)).stores
    expect(row).toMatchObject({ store: { code: 'N001' }, state: 'waiting', postponed_to: next.from })

    set('2026-11-21T17:30:00Z')
    expect((await postpone(token, alder)).body).toMatchObject({ postponed: 2, may_postpone: false })
    await round()
    expect(await ordered()).toHaveLength(3)
    set('2026-11-22T04:00:00Z')
    const third = await postpone(token, alder, 'keeper', { 'accept-language': 'ja' })
    expect([third.status, third.body.code]).toEqual([409, 'firmware.postponed_out'])
    expect(third.body.message).toContain('2 回延期')
    set('2026-11-22T17:00:00Z')
    await round()
    expect(await ordered()).toHaveLength(4)
    const audit = await server.db
      .selectFrom('audit')
      .select(['storeId', 'accountName', 'subject', 'detail'])
      .where('kind', '=', 'firmware.postpone')
      .orderBy('at')
      .execute()
    const said = { storeId: alder.storeId, accountName: 'keeper', subject: `${TYPE} 1.2.0` }
    const own = audit.filter(({ detail }) => detail.job === Number(token))
    expect(own).toMatchObject([
      { ...said, detail: { job: Number(token), until: '2026-11-20T21:00:00.000Z' } },
      { ...said, detail: { job: Number(token), until: '2026-11-21T21:00:00.000Z' } },
    ])
  })

  test('people say it for stores that they see, with a page that lets them act there', async () => {
    const token = await start()
    const { alder, cedar } = stores
    const without = await postpone(token, alder, 'reader')
    expect([without.status, without.body.code]).toEqual([403, 'access.page'])
    const foreign = await postpone(token, cedar)
    expect([foreign.status, foreign.body.code]).toEqual([404, 'store.unknown'])
    expect((await planned('reader')).total).toBe(2)
    const { company, south } = server.fleet
    expect((await planned('admin', `?depart=${south}&page_size=1`)).updates).toMatchObject([
      { store: { code: 'S001' } },
    ])
    expect((await planned('keeper', `?depart=${company}`)).code).toBe('department.unknown')
    expect((await postpone('999999', alder)).body.code).toBe('firmware.not_planned')
  })

  test('what has begun, has ended or does not ask cannot be put off', async () => {
    const asked = await start({ window: null })
    await round()
    expect((await planned('keeper')).total).toBe(0)
    expect((await postpone(asked, stores.alder)).body.code).toBe('firmware.not_planned')
    await succeed()
    await report(Object.values(stores))
    const urgent = await start({ may_postpone: false })
    expect((await planned('keeper')).updates[0]).toMatchObject({ postponed: 0, may_postpone: false })
    expect((await postpone(urgent, stores.alder)).body.code).toBe('firmware.not_postponable')
    const order = { as: 'admin', body: { token: urgent } }
    await server.send('POST', '/api/v2/ver-update/cancel', order)
    expect((await postpone(urgent, stores.alder)).body.code).toBe('firmware.not_planned')
  })

  test('it is kept while the job is paused, when nothing is planned', async () => {
    const token = await start()
    await server.send('POST', '/api/v2/ver-update/pause', { as: 'admin', body: { token } })
    expect((await planned('keeper')).total).toBe(0)
    expect((await postpone(token, stores.alder)).body.postponed).toBe(1)
    await server.send('POST', '/api/v2/ver-update/resume', { as: 'admin', body: { token } })
    set('2026-11-20T17:30:00Z')
    await round()
    expect(await ordered()).not.toContain(stores.alder.storeId)
  })

  test('a wave goes on without a store that put it off, which then goes with the next one', async () => {
    const waves = [
      { share: 0.5, least: 1 },
      { share: 1, least: 1 },
    ]
    const token = await start({ waves, window: { from: '00:00', to: '00:00' } })
    const first = await server.db
      .selectFrom('jobTarget')
      .select('storeId')
      .where('wave', '=', 1)
      .orderBy('storeId')
      .execute()
    expect(first).toHaveLength(2)
    const late = Object.values(stores).find(({ storeId }) => storeId === first[0]!.storeId)!
    expect((await postpone(token, late, 'admin')).status).toBe(200)
    await round()
    expect(await ordered()).toEqual([first[1]!.storeId])
    await succeed()
    await round()
    expect((await status(token)).job).toMatchObject({
      state: 'held',
      next_wave_at: new Date(later(NOON, hours(1))).toISOString(),
    })
    server.clock.advance(minutes(60))
    await round()
    expect(await ordered()).toHaveLength(3)
    await succeed()
    await round()
    const { job, waves: sizes } = await status(token)
    expect(job).toMatchObject({ state: 'running', wave: 2 })
    expect(sizes).toMatchObject([
      { wave: 1, terminals: 1 },
      { wave: 2, terminals: 3 },
    ])
    // the day of the store is over: midnight in Taipei is 16:00, in Tokyo 15:00
    set('2026-11-20T16:00:00Z')
    await report([late])
    await round()
    expect(await ordered()).toHaveLength(4)
    await succeed()
    await round()
    expect((await status(token)).job.state).toBe('done')
  })

  test('the end that is expected is that of the last window, and there is none while the job is paused', async () => {
    await start({ window: null })
    await round()
    server.clock.advance(minutes(7))
    await succeed()
    await round()
    await report(Object.values(stores))
    // seven minutes as shown before, after 05:00 in Taipei, where the windows open last
    set('2026-11-20T22:00:00Z')
    await report(Object.values(stores))
    const token = await start({ rate: 2 })
    // Tokyo at 16:00 and Taipei at 17:00, two stores each
    expect((await status(token)).expected_end_at).toBe('2026-11-21T17:10:00.000Z')
    await postpone(token, stores.birch)
    expect((await status(token)).expected_end_at).toBe('2026-11-22T17:10:00.000Z')
    await server.send('POST', '/api/v2/ver-update/pause', { as: 'admin', body: { token } })
    expect((await status(token)).expected_end_at).toBeNull()
  })
})
