import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { storeResults } from '../dispatch/store-results'
import { reportProgram, uploadReleased } from '../testing/firmware-rig'
import { testSigners } from '../testing/make-release'
import { TERMINAL_TYPE as TYPE } from '../testing/plant/plant-updates'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { AT_ONCE, beginTargets, forgetUpdates, judgeWaves, startUpdate } from '../testing/update-rig'

describeEachDatabase('update jobs in trouble', (openDatabase) => {
  let server: TestServer
  let stores: readonly TinyStore[]
  let fileId: string
  const as = 'admin'
  beforeAll(async () => {
    const signers = testSigners(NOON)
    server = await testServer({ database: await openDatabase(), releaseRoot: signers.root })
    stores = Object.values(server.fleet.stores)
    const how = { version: '1.2.0', rollback: false, type: TYPE }
    fileId = await uploadReleased(server, signers, how, Buffer.from('an image'))
    const former = { version: '1.1.0', rollback: true, type: TYPE }
    await uploadReleased(server, signers, former, Buffer.from('the former image'))
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await forgetUpdates(server)
    for (const store of stores) await report(store)
  })

  const report = ({ storeId, terminalId }: TinyStore, version = '1.1.0') =>
    reportProgram(server, { storeId, terminalId, version, boot: '00000000000000aa', type: TYPE })
  const start = () => {
    const body = { dev_type: TYPE, file_id: fileId, targets: {}, plan: AT_ONCE }
    return server.send('POST', '/api/v2/ver-update/start', { as, body })
  }
  const status = async (token: string) =>
    (await server.send('GET', `/api/v2/ver-update/status?token=${token}`, { as })).body
  const round = async () => {
    await beginTargets(server)
    await judgeWaves(server)
  }
  const ordered = () =>
    server.db
      .selectFrom('command')
      .select(['storeId', 'terminalId', 'commandId'])
      .orderBy('storeId')
      .execute()
  type Ordered = Awaited<ReturnType<typeof ordered>>[number]
  const said = {
    progress: { out: { step: 'downloading' } },
    done: { out: { version: '1.2.0', boot: '00000000000000bb' } },
    failed: { err: { code: 'E_CONFIRM', text: '' } },
  }
  const answer = ({ storeId, terminalId: terminal, commandId: id }: Ordered, st: keyof typeof said) =>
    server.db.transaction().execute((trx) => {
      const at = server.clock.now()
      const result = { v: 1 as const, e: 'k3f9a1c2', s: 1, id, st, at, ...said[st] }
      return storeResults(trx, [{ storeId, terminal, receivedAt: at, at, result }])
    })
  const states = async (token: string) =>
    (await status(token)).stores.map((one: { state: string }) => one.state).toSorted()

  test('of two that start the same job at the same time one is refused, and each terminal is ordered once', async () => {
    const answers = await Promise.all([start(), start(), start()])
    expect(answers.map(({ status: code }) => code).toSorted()).toEqual([200, 409, 409])
    const refused = answers.find(({ status: code }) => code === 409)
    expect([refused?.body.code, refused?.body.message]).toEqual([
      'firmware.busy',
      'Another job is updating these terminals.',
    ])
    await round()
    expect(await ordered()).toHaveLength(4)
    expect((await server.send('GET', '/api/v2/ver-update/jobs', { as })).body.total).toBe(1)
  })

  test('of two that go back at the same time one is refused', async () => {
    const token = await startUpdate(server, { type: TYPE, file: fileId })
    await round()
    for (const one of await ordered()) await answer(one, 'done')
    for (const store of stores) await report(store, '1.2.0')
    const back = () => server.send('POST', '/api/v2/ver-update/rollback', { as, body: { token } })
    const answers = await Promise.all([back(), back()])
    expect(answers.map(({ status: code, body }) => body.code ?? code).toSorted()).toEqual([
      200,
      'firmware.busy',
    ])
  })

  test('an order that another job had made first is refused for that terminal alone', async () => {
    const token = (await start()).body.task_token
    const [{ storeId, terminalId }] = stores as [TinyStore]
    const place = { storeId, terminalId, jobId: 999_999 as never, wave: 1, state: 'installing' as const }
    const run = { version: '1.2.0', commandId: 'other', percent: null, fromVersion: null, fromBoot: null }
    const times = { beganAt: NOON, changedAt: NOON, errorCode: null, errorText: null }
    await server.db
      .insertInto('firmwareInstall')
      .values({ ...place, ...run, ...times })
      .execute()
    await round()
    expect(await states(token)).toEqual(['refused', 'told', 'told', 'told'])
    const { stores: rows } = await status(token)
    expect(rows[0]).toMatchObject({ state: 'refused', error: 'Another job is updating this terminal.' })
    expect(await ordered()).toHaveLength(3)
  })

  test('the same result twice is one, and a later one takes nothing back', async () => {
    const token = (await start()).body.task_token
    await round()
    const [a, b, ...others] = await ordered()
    for (const st of ['done', 'done', 'failed'] as const) await answer(a!, st)
    for (const st of ['failed', 'failed', 'done'] as const) await answer(b!, st)
    for (const one of others) await answer(one, 'done')
    await round()
    expect(await states(token)).toEqual(['done', 'done', 'done', 'failed'])
    const own = new Set<unknown>([a, b, ...others].map((one) => one?.commandId))
    const ends = await server.db
      .selectFrom('audit')
      .select('detail')
      .where('kind', '=', 'command.fw.install')
      .where('outcome', 'in', ['done', 'failed'])
      .execute()
    expect(ends.filter(({ detail }) => own.has(detail.command))).toHaveLength(4)
    expect((await status(token)).job.state).toBe('done')
  })

  test('a job waits for contact, says so after two minutes, and goes on without anyone', async () => {
    const token = (await start()).body.task_token
    await round()
    const waits = async () => (await status(token)).job.waits_for
    expect(await waits()).toBe('running')
    await server.db.updateTable('terminalState').set({ connection: 'offline' }).execute()
    // a start takes a moment
    server.clock.set(later(NOON, minutes(2) - 1))
    await round()
    expect(await waits()).toBe('running')
    server.clock.set(later(NOON, minutes(2)))
    await round()
    expect(await waits()).toBe('contact')
    server.clock.set(later(NOON, hours(20)))
    await round()
    expect([await waits(), (await status(token)).job.state]).toEqual(['contact', 'running'])
    for (const store of stores) await report(store)
    for (const one of await ordered()) await answer(one, 'done')
    await round()
    expect([await waits(), (await status(token)).job.state]).toEqual([null, 'done'])
    expect(await states(token)).toEqual(['done', 'done', 'done', 'done'])
  })

  test('a terminal that was lost and is updated by another job reports on the former one too', async () => {
    const first = (await start()).body.task_token
    await round()
    server.clock.set(later(NOON, hours(24) + 1))
    await round()
    expect(await states(first)).toEqual(['lost', 'lost', 'lost', 'lost'])
    const [late, end, ...others] = await ordered()
    const again = (await server.send('POST', '/api/v2/ver-update/retry', { as, body: { token: first } })).body
    await round()
    expect(await states(again.task_token)).toEqual(['told', 'told', 'told', 'told'])
    await answer(late!, 'progress')
    await answer(end!, 'done')
    expect(others).toHaveLength(2)
    expect(await states(first)).toEqual(['done', 'lost', 'lost', 'lost'])
  })

  test('of stores that go while it runs nothing is left to wait for', async () => {
    const token = (await start()).body.task_token
    const gone = stores[3]!
    await server.db.deleteFrom('store').where('storeId', '=', gone.storeId).execute()
    await round()
    for (const one of await ordered()) await answer(one, 'done')
    expect(await ordered()).toHaveLength(3)
    await round()
    expect((await status(token)).job.state).toBe('done')
    expect((await status(token)).stores).toHaveLength(3)
  })
})
