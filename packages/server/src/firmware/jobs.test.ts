import { randomBytes } from 'node:crypto'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endOverdue } from '../commands/command-queries'
import { storeResults } from '../dispatch/store-results'
import { reportProgram, uploadReleased } from '../testing/firmware-rig'
import { insertPerson } from '../testing/insert-person'
import { type TestSigners, testSigners } from '../testing/make-release'
import { describeEachDatabase } from '../testing/test-database'
import { basic, NOON, type Sent, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { AT_ONCE, forgetUpdates, updateRound } from '../testing/update-rig'

const TYPE = 'terminal-linux-x64'
const OLD_BOOT = '00000000000000aa'
const NEW_BOOT = '00000000000000bb'
const PLAN = {
  ...AT_ONCE,
  waves: [
    { share: 0.25, least: 1 },
    { share: 1, least: 1 },
  ],
  ...{ soak_minutes: 60, max_fail_share: 0.05, max_fail_count: 1 },
}

describeEachDatabase('update jobs', (openDatabase) => {
  let server: TestServer
  let signers: TestSigners
  let stores: readonly TinyStore[]
  let fileId: string
  const image = randomBytes(1_000)
  const as = 'admin'
  beforeAll(async () => {
    signers = testSigners(NOON)
    server = await testServer({ database: await openDatabase(), releaseRoot: signers.root })
    stores = Object.values(server.fleet.stores)
    fileId = await upload('1.2.0')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await forgetUpdates(server)
    for (const { storeId, terminalId } of stores) await report(storeId, terminalId, '1.1.0', OLD_BOOT)
  })

  const upload = (version: string, rollback = false) =>
    uploadReleased(server, signers, { version, rollback, type: TYPE }, image)
  const report = (
    storeId: StoreId,
    terminalId: TerminalId,
    version: string,
    boot: string,
    type: string | null = TYPE,
  ) => reportProgram(server, { storeId, terminalId, version, boot, type })
  const start = (body: object = {}, who = as) =>
    server.send('POST', '/api/v2/ver-update/start', {
      as: who,
      body: { dev_type: TYPE, file_id: fileId, targets: {}, plan: PLAN, ...body },
    })
  const status = async (token: string) =>
    (await server.send('GET', `/api/v2/ver-update/status?token=${token}`, { as })).body
  const acts = {
    pause: (sent: Sent) => server.send('POST', '/api/v2/ver-update/pause', sent),
    resume: (sent: Sent) => server.send('POST', '/api/v2/ver-update/resume', sent),
    cancel: (sent: Sent) => server.send('POST', '/api/v2/ver-update/cancel', sent),
    rollback: (sent: Sent) => server.send('POST', '/api/v2/ver-update/rollback', sent),
    retry: (sent: Sent) => server.send('POST', '/api/v2/ver-update/retry', sent),
  }
  const order = (name: keyof typeof acts, token: string) => acts[name]({ as, body: { token } })
  const round = () => updateRound(server)
  const ordered = () =>
    server.db
      .selectFrom('command')
      .select(['storeId', 'terminalId', 'commandId', 'arg'])
      .where('op', '=', 'fw.install')
      .orderBy('storeId')
      .execute()
  const answer = (
    { storeId, terminalId: terminal, commandId: id }: Awaited<ReturnType<typeof ordered>>[number],
    st: 'progress' | 'done' | 'failed' | 'refused',
    more: object = {},
  ) =>
    server.db.transaction().execute((trx) =>
      storeResults(trx, [
        {
          ...{ storeId, terminal, receivedAt: server.clock.now(), at: server.clock.now() },
          result: { v: 1, e: 'k3f9a1c2', s: 1, id, st, at: server.clock.now(), ...more },
        },
      ]),
    )
  const succeed = (command: Awaited<ReturnType<typeof ordered>>[number]) =>
    answer(command, 'done', { out: { version: '1.2.0', boot: NEW_BOOT } })
  const counts = async (token: string) =>
    Object.fromEntries(
      (await status(token)).job.counts.map((one: { state: string; terminals: number }) => [
        one.state,
        one.terminals,
      ]),
    )

  test('a wave is installed, soaks, and the next one follows; what is done ends the job', async () => {
    const started = await start({ note: 'spring' })
    expect([started.status, started.body.refresh]).toEqual([200, 5])
    const token = started.body.task_token
    await round()
    const [first, ...none] = await ordered()
    expect(none).toEqual([])
    expect(await counts(token)).toEqual({ waiting: 3, told: 1 })
    await answer(first!, 'progress', { pc: 40, out: { step: 'downloading' } })
    await answer(first!, 'progress', { out: { step: 'confirming' } })
    // a late word of an earlier step takes nothing back
    await answer(first!, 'progress', { pc: 45, out: { step: 'downloading' } })
    expect(await counts(token)).toEqual({ waiting: 3, confirming: 1 })
    await succeed(first!)
    await round()
    expect((await status(token)).job).toMatchObject({
      state: 'held',
      wave: 1,
      next_wave_at: new Date(later(NOON, hours(1))).toISOString(),
    })
    server.clock.advance(minutes(59))
    await round()
    expect(await ordered()).toHaveLength(1)
    server.clock.advance(minutes(1))
    await round()
    const all = await ordered()
    expect(all).toHaveLength(4)
    for (const command of all.filter(({ commandId }) => commandId !== first!.commandId))
      await succeed(command)
    await round()
    expect((await status(token)).job).toMatchObject({
      state: 'done',
      note: 'spring',
      counts: [{ state: 'done', terminals: 4 }],
    })
    const { messages } = (await server.send('GET', '/api/v2/account/messages', { as })).body
    expect(messages[0]).toMatchObject({ title: 'Update to 1.2.0 finished', firmware_job: token })
    const listed = (await server.send('GET', '/api/v2/ver-update/jobs', { as })).body
    expect(listed).toMatchObject({ total: 1, jobs: [{ task_token: token, state: 'done', version: '1.2.0' }] })
  })

  test('an image is fetched, by ranges too, by terminals that are to install it', async () => {
    await start()
    await round()
    const [command] = await ordered()
    const { url } = command!.arg as { url: string }
    const of = (terminalId: string) => basic(terminalId, terminalId.slice(3))
    const whole = await server.app.inject({ method: 'GET', url, headers: of(command!.terminalId) })
    expect(whole.rawPayload).toEqual(image)
    const hash = url.split('/').at(-1)
    expect(whole.headers.etag).toBe(`"${hash}"`)
    const part = (ifRange: string) =>
      server.app.inject({
        method: 'GET',
        url,
        headers: { ...of(command!.terminalId), range: 'bytes=900-', 'if-range': ifRange },
      })
    expect((await part(`"${hash}"`)).rawPayload).toEqual(image.subarray(900))
    expect((await part('"other"')).rawPayload).toEqual(image)
    const other = stores.find(({ terminalId }) => terminalId !== command!.terminalId)!
    const foreign = await server.send('GET', `/field/v1/firmware/${hash}`, { headers: of(other.terminalId) })
    expect(foreign.status).toBe(404)
    await succeed(command!)
    expect(
      (await server.app.inject({ method: 'GET', url, headers: of(command!.terminalId) })).statusCode,
    ).toBe(404)
  })

  test('what says that it is done and has not started again, or runs the version before, is rolled back', async () => {
    const token = (
      await start({
        plan: { ...PLAN, waves: [{ share: 1, least: 1 }], max_fail_count: 9, max_fail_share: 1 },
      })
    ).body.task_token
    await round()
    const [a, b, c, d] = await ordered()
    await answer(a!, 'done', { out: { version: '1.2.0', boot: OLD_BOOT } })
    await answer(b!, 'done', { out: { version: '1.1.0', boot: NEW_BOOT } })
    await answer(c!, 'failed', {
      out: { version: '1.1.0', boot: NEW_BOOT, isRolledBack: true },
      err: { code: 'E_CONFIRM', text: '' },
    })
    await succeed(d!)
    expect(await counts(token)).toEqual({ rolled_back: 3, done: 1 })
    const { stores: rows } = await status(token)
    expect(rows.map(({ state }: { state: string }) => state)).toEqual([
      'rolled_back',
      'rolled_back',
      'rolled_back',
      'done',
    ])
  })

  test('a first wave that fails pauses the job, says why, and touches no one else', async () => {
    const token = (await start()).body.task_token
    await round()
    const [command] = await ordered()
    await answer(command!, 'failed', { err: { code: 'E_SPACE', text: '' } })
    await round()
    server.clock.advance(hours(30))
    await round()
    expect(await ordered()).toHaveLength(1)
    const { job, stores: rows } = await status(token)
    expect(job).toMatchObject({ state: 'paused', wave: 1 })
    expect(job.paused_for).not.toBe('')
    expect(rows[0]).toMatchObject({ state: 'failed', error: 'The terminal lacks free disk space.' })
    const { messages } = (await server.send('GET', '/api/v2/account/messages', { as })).body
    expect(messages[0]).toMatchObject({ title: 'Update to 1.2.0 paused' })
    // whoever goes on has seen the failure
    expect((await order('resume', token)).status).toBe(200)
    await round()
    expect((await status(token)).job).toMatchObject({ state: 'running', wave: 2 })
    expect(await ordered()).toHaveLength(4)
  })

  test('a terminal is in one job at a time, and one of another type or version in none', async () => {
    const [alder, birch, cedar, dogwood] = stores
    await report(birch!.storeId, birch!.terminalId, '1.2.0', OLD_BOOT)
    await report(cedar!.storeId, cedar!.terminalId, '1.1.0', OLD_BOOT, 'terminal-linux-arm')
    await report(dogwood!.storeId, dogwood!.terminalId, '1.1.0', OLD_BOOT, null)
    const check = () =>
      server.send('POST', '/api/v2/ver-update/check', {
        as,
        body: { file_id: fileId, targets: {}, plan: PLAN },
      })
    expect((await check()).body).toMatchObject({
      ...{ stores: 1, terminals: 1, devices: 2, waves: [1, 0] },
      ...{ other_type: 1, cannot_update: 1, up_to_date: 1, busy: 0 },
    })
    expect((await start()).status).toBe(200)
    expect((await check()).body).toMatchObject({ terminals: 0, busy: 1 })
    await round()
    expect((await check()).body).toMatchObject({ terminals: 0, busy: 1 })
    expect((await start()).body.code).toBe('firmware.busy')
    expect((await ordered()).map(({ storeId }) => storeId)).toEqual([alder!.storeId])
  })

  test('stores are named by their numbers, and wrong ones are named back', async () => {
    const { code } = await server.db
      .selectFrom('store')
      .select('code')
      .where('storeId', '=', stores[0]!.storeId)
      .executeTakeFirstOrThrow()
    const targets = { numbers: [code, 'ZZ-404', code] }
    const checked = await server.send('POST', '/api/v2/ver-update/check', {
      as,
      body: { file_id: fileId, targets },
    })
    expect(checked.body).toMatchObject({ stores: 1, unknown_numbers: ['ZZ-404'], repeated_numbers: [code] })
  })

  test('outside the window of its store nothing is ordered, and then it is', async () => {
    // noon in Taipei and 13:00 in Tokyo: the window opens at 01:00 of each
    await start({
      plan: { ...PLAN, waves: [{ share: 1, least: 1 }], window: { from: '01:00', to: '05:00' } },
    })
    await round()
    expect(await ordered()).toEqual([])
    server.clock.set(later(NOON, hours(14)))
    await round()
    expect(await ordered()).toHaveLength(4)
  })

  test('not more terminals install at once than the plan says', async () => {
    await start({ plan: { ...PLAN, waves: [{ share: 1, least: 1 }], rate: 3 } })
    await round()
    const [first] = await ordered()
    expect(await ordered()).toHaveLength(3)
    await succeed(first!)
    server.clock.advance(minutes(1))
    await round()
    expect(await ordered()).toHaveLength(4)
  })

  test('a paused job begins with no further terminals; a cancelled one never does', async () => {
    const token = (await start({ plan: { ...PLAN, waves: [{ share: 1, least: 1 }] } })).body.task_token
    expect((await order('pause', token)).status).toBe(200)
    expect((await order('pause', token)).body.code).toBe('firmware.job_state')
    await round()
    expect(await ordered()).toEqual([])
    expect((await order('cancel', token)).status).toBe(200)
    await round()
    expect(await counts(token)).toEqual({ cancelled: 4 })
    expect((await order('resume', token)).body.code).toBe('firmware.job_state')
  })

  test('failed terminals are started again, and updated ones go back where a release allows it', async () => {
    const back = await upload('1.1.0', true)
    const token = (
      await start({
        plan: { ...PLAN, waves: [{ share: 1, least: 1 }], max_fail_share: 1, max_fail_count: 9 },
      })
    ).body.task_token
    await round()
    const [a, ...others] = await ordered()
    await answer(a!, 'failed', { err: { code: 'E_FETCH', text: 'status 503' } })
    for (const command of others) {
      await succeed(command)
      await report(command.storeId, command.terminalId, '1.2.0', NEW_BOOT)
    }
    await round()
    const again = (await order('retry', token)).body.task_token
    expect(await counts(again)).toEqual({ waiting: 1 })
    const undone = (await order('rollback', token)).body.task_token
    expect((await status(undone)).job).toMatchObject({
      version: '1.1.0',
      is_rollback: true,
      counts: [{ state: 'waiting', terminals: 3 }],
    })
    await server.db
      .deleteFrom('firmwareImage')
      .where('firmwareImageId', '=', Number(back) as never)
      .execute()
  })

  test('a terminal that never takes the order has failed, and one that falls silent is lost', async () => {
    const token = (
      await start({
        plan: { ...PLAN, waves: [{ share: 1, least: 1 }], max_fail_share: 1, max_fail_count: 9 },
      })
    ).body.task_token
    await round()
    const [a] = await ordered()
    await answer(a!, 'progress', { out: { step: 'restarting' } })
    server.clock.advance(hours(24) + minutes(1))
    for (const { storeId, terminalId } of stores.slice(1))
      await report(storeId, terminalId, '1.1.0', OLD_BOOT)
    await round()
    expect(await counts(token)).toEqual({ lost: 1, told: 3 })
    server.clock.advance(hours(48))
    await server.db.transaction().execute((trx) => endOverdue(trx, server.clock.now()))
    await round()
    expect(await counts(token)).toEqual({ lost: 1, failed: 3 })
    // it was only silent
    await succeed(a!)
    expect(await counts(token)).toEqual({ done: 1, failed: 3 })
  })

  test('the model that failures fall on is not named to accounts from which equipment is withheld', async () => {
    const targets = { departments: [String(server.fleet.north)] }
    const token = (await start({ targets })).body.task_token
    const about = { kind: 'model', name: 'Brand X' }
    const pausedFor = JSON.stringify({ kind: 'failed_count', failed: 3, terminals: 4, about })
    await server.db.updateTable('firmwareJob').set({ state: 'paused', pausedFor }).execute()
    const { north } = server.fleet
    const accountId = await insertPerson(server, 'keeper', north, ['2-4'])
    const reason = async () =>
      (await server.send('GET', `/api/v2/ver-update/status?token=${token}`, { as: 'keeper' })).body.job
        .paused_for
    expect(await reason()).toContain('Brand X')
    // given a permission that shows no guarded equipment
    await server.db
      .updateTable('devicePermission')
      .set({ given: [] })
      .where('accountId', '=', accountId)
      .execute()
    expect(await reason()).not.toContain('Brand X')
    expect(await reason()).not.toBe('')
  })

  test.each([
    [
      { kind: 'failed_share', failed: 3, terminals: 4 },
      'Too many terminals failed, in your departments or in others.',
    ],
    [
      { kind: 'field', measure: 'restarts', worse: 3, stores: 3, others: 40 },
      'Updated terminals do worse than others, in your departments or in others.',
    ],
  ])(
    'whoever does not see all of its stores reads why it rests without what they did: %o',
    async (why, text) => {
      await insertPerson(server, `north of ${why.kind}`, server.fleet.north, ['2-4'])
      const token = (await start()).body.task_token
      const pausedFor = JSON.stringify({ ...why, about: { kind: 'hardware', name: 'South box' } })
      await server.db.updateTable('firmwareJob').set({ state: 'paused', pausedFor }).execute()
      const path = `/api/v2/ver-update/status?token=${token}`
      const { body } = await server.send('GET', path, { as: `north of ${why.kind}` })
      expect(body.job.paused_for).toBe(text)
    },
  )

  test('whoever may not write to all equipment of a store starts no job there', async () => {
    const { north } = server.fleet
    await insertPerson(server, 'updates', north, ['2-4'])
    expect((await start({}, 'updates')).status).toBe(200)
    await server.db.deleteFrom('jobTarget').execute()
    await server.db.deleteFrom('firmwareJob').execute()
    const { accountId } = await server.db
      .selectFrom('account')
      .select('accountId')
      .where('login', '=', 'updates')
      .executeTakeFirstOrThrow()
    await server.db.deleteFrom('devicePermission').where('accountId', '=', accountId).execute()
    const refused = await start({}, 'updates')
    expect([refused.status, refused.body.code]).toEqual([403, 'access.equipment'])
  })
})
