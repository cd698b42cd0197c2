import { randomBytes } from 'node:crypto'
import type { JobId, StoreId } from '@coldkeep/domain/ids'
import { epochMs, hours, later, minutes, seconds } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHourPartitions } from '../storage/partitions'
import type { StagedScan } from '../storage/staging-queries'
import {
  type FieldStore,
  insertFieldLife,
  insertFieldScans,
  insertFieldStarts,
  insertFieldStores,
} from '../testing/field-stores'
import { uploadReleased } from '../testing/firmware-rig'
import { insertPerson } from '../testing/insert-person'
import { type TestSigners, testSigners } from '../testing/make-release'
import { listening } from '../testing/many-stores'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { endInstalls, forgetUpdates, startUpdate, updateRound } from '../testing/update-rig'
import { wholeScope } from '../testing/whole-scope'
import { advanceJobs } from './advance-jobs'
import { selectFirmwareJob } from './job-queries'
import { judgeGate } from './judge-gate'

const TYPE = 'terminal-linux-x64'
const OLD = { type: TYPE, version: '1.1.0', boot: '00000000000000aa' }
/** 15 of 55, then 25 more, then the rest. */
const PLAN = {
  waves: [
    { share: 15 / 55, least: 1 },
    { share: 40 / 55, least: 1 },
    { share: 1, least: 1 },
  ],
  soak_minutes: 60,
  max_fail_share: 0.05,
  max_fail_count: 3,
  window: null,
  rate: 100,
}
const DONE = later(NOON, minutes(8))
/** When the last poll of the hour after can be judged. */
const JUDGED = later(DONE, minutes(65))
const ALL_MINUTES = (1n << 60n) - 1n

describeEachDatabase('field data of a wave', (openDatabase) => {
  let server: TestServer
  let signers: TestSigners
  let stores: readonly FieldStore[]
  let fileId: string
  const as = 'admin'
  beforeAll(async () => {
    signers = testSigners(NOON)
    server = await testServer({ database: await openDatabase(), releaseRoot: signers.root })
    const vendorId = server.fleet.vendors.polar
    // a device of the one model, three of the other
    const draft = { hardware: 'box', vendorId, models: ['Alpha 1', 'Beta 2', 'Beta 2', 'Beta 2'] }
    stores = await insertFieldStores(
      server.db,
      server.fleet.company,
      Array.from({ length: 55 }, () => draft),
      OLD,
    )
    fileId = await uploadReleased(
      server,
      signers,
      { version: '1.2.0', rollback: false, type: TYPE },
      randomBytes(100),
    )
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await forgetUpdates(server)
    for (const table of ['scan', 'terminal_hour', 'terminal_event', 'server_hour'])
      await sql`delete from ${sql.table(table)}`.execute(server.db)
    await listening(server.db, later(NOON, -hours(1)), later(NOON, hours(4)))
  })

  const start = async (numbers: readonly string[] = [], plan: object = PLAN) => {
    const token = await startUpdate(server, { type: TYPE, file: fileId, targets: { numbers }, plan })
    await round()
    return token
  }
  const status = async (token: string, who = as) =>
    (await server.send('GET', `/api/v2/ver-update/status?token=${token}`, { as: who })).body
  const resume = (token: string) => server.send('POST', '/api/v2/ver-update/resume', { as, body: { token } })
  const round = () => updateRound(server)
  const ordered = () => server.db.selectFrom('firmwareInstall').select('storeId').execute()
  const succeed = (but = 0) => endInstalls(server, '1.2.0', server.clock.now(), but)

  interface Faults {
    /** A poll of an updated store after it was updated, by its minute. */
    readonly isLost?: (model: string, minute: number) => boolean
    readonly values?: number
    readonly ageMs?: number
    readonly minutesLost?: bigint
    readonly starts?: number
  }

  /** An hour before the order and one after the end, in which updated stores do what they do and others do well. */
  const field = async (updated: ReadonlySet<StoreId>, faults: Faults = {}, pastDays = 0) => {
    const scans: StagedScan[] = []
    const poll = (store: FieldStore, from: number, bad: Faults) => {
      for (const { deviceId, pointListId, model } of store.devices)
        for (let minute = 0; minute < 60; minute++) {
          const at = epochMs(from + minutes(minute) + seconds(2))
          if (bad.isLost?.(model, minute)) continue
          scans.push({
            ...{ storeId: store.storeId, deviceId, pointListId, at, counters: [], quality: null },
            values: Array.from({ length: 2 }, (_, place) => (place < (bad.values ?? 2) ? 3.5 : Number.NaN)),
            receivedAt: epochMs(at + (bad.ageMs ?? seconds(3))),
          })
        }
    }
    for (const store of stores) {
      poll(store, later(NOON, -hours(1)), {})
      poll(store, DONE, updated.has(store.storeId) ? faults : {})
      for (let day = 1; day <= pastDays; day++) poll(store, later(DONE, -hours(24 * day)), {})
    }
    await insertFieldScans(server.db, scans)
    const first = later(NOON, -hours(24 * pastDays + 1))
    const lives = stores.flatMap(({ storeId, terminalId }) =>
      Array.from({ length: 24 * pastDays + 4 }, (_, index) => ({
        ...{ storeId, terminalId, hour: later(first, hours(index)) },
        ...(updated.has(storeId) && index === 24 * pastDays + 1
          ? { live: ALL_MINUTES & ~(faults.minutesLost ?? 0n), reported: ALL_MINUTES }
          : { live: ALL_MINUTES, reported: 0n }),
      })),
    )
    await insertFieldLife(server.db, lives)
    const starting = stores.filter(({ storeId }) => updated.has(storeId))
    const times = Array.from({ length: faults.starts ?? 0 }, (_, number) => later(DONE, minutes(5 + number)))
    await insertFieldStarts(
      server.db,
      starting.flatMap((store) => times.map((at) => ({ ...store, at }))),
    )
  }
  /** One poll in twenty of the model of three devices. */
  const losesBeta = (model: string, minute: number) => model === 'Beta 2' && minute % 20 === 0
  const notices = async () =>
    (await server.send('GET', '/api/v2/account/messages', { as })).body.messages as {
      title: string
      text: string
    }[]

  test('a build that loses polls of one model is held after its wave, and the model is named', async () => {
    const token = await start()
    server.clock.set(DONE)
    const updated = await succeed()
    expect(updated.size).toBe(15)
    await field(updated, { isLost: losesBeta })
    server.clock.set(later(DONE, minutes(59)))
    await round()
    expect((await status(token)).job).toMatchObject({ state: 'held', wave: 1 })
    server.clock.set(JUDGED)
    // a server that ended here has changed nothing
    const job = await selectFirmwareJob(server.db, wholeScope([server.fleet.company]), Number(token) as JobId)
    await judgeGate(server.db, job!, server.clock.now())
    expect((await status(token)).job).toMatchObject({ state: 'held', wave: 1 })
    // two servers at the same moment
    await Promise.all([advanceJobs(server.db, JUDGED), advanceJobs(server.db, JUDGED)])
    const why =
      'Poll success of updated terminals fell by 5.0 points more. It concerns Beta 2. Compared with 40 terminals that were not updated, in the same hours.'
    const shown = await status(token)
    expect(shown.job).toMatchObject({ state: 'paused', wave: 1, paused_for: why })
    expect(shown.waves.map((wave: { field_data: string }) => wave.field_data)).toEqual([why, '', ''])
    const told = await notices()
    expect(told.map(({ title }) => title)).toEqual(['Update to 1.2.0 paused'])
    expect(JSON.stringify(told)).toContain(why)
    await round()
    server.clock.advance(hours(5))
    await round()
    expect(await ordered()).toHaveLength(15)
    // whoever goes on has read it
    await resume(token)
    await round()
    expect((await status(token)).job).toMatchObject({ state: 'running', wave: 2, paused_for: '' })
    expect(await ordered()).toHaveLength(40)
  })

  test('a good build goes on, and what was compared is shown', async () => {
    const token = await start()
    server.clock.set(DONE)
    await field(await succeed())
    server.clock.set(JUDGED)
    await round()
    const { job, waves } = await status(token)
    expect(job).toMatchObject({ state: 'running', wave: 2 })
    expect(await ordered()).toHaveLength(40)
    // five measures of all and of the hardware, and two models
    expect(waves[0].field_data).toBe(
      'Nothing worse in 12 comparisons with 40 terminals that were not updated',
    )
  })

  test.each<[string, Faults]>([
    ['Updated terminals started 3.0 times more often in an hour.', { starts: 3 }],
    // in the hour from noon on: minutes 10 to 14, after it was done at minute 8
    [
      'Updated terminals were without connection for 5.0 minutes more of an hour.',
      { minutesLost: 31n << 10n },
    ],
    // 3 and 183 seconds, and half a minute: 213 / 33
    ['Readings of updated terminals take 6.5 times as long to arrive.', { ageMs: seconds(183) }],
    // four values a minute instead of eight, a hundredth added to both: 4.01 / 8.01
    ['Updated terminals send 49.9 % fewer readings.', { values: 1 }],
  ])('%s', async (text, faults) => {
    const token = await start()
    server.clock.set(DONE)
    await field(await succeed(), faults)
    server.clock.set(JUDGED)
    await round()
    const { job } = await status(token)
    expect(job).toMatchObject({ state: 'paused', wave: 1 })
    expect(job.paused_for).toContain(text)
  })

  test('terminals that are out of reach are waited for before anything is compared', async () => {
    const token = await start()
    server.clock.set(DONE)
    const updated = await succeed(1)
    const last = Math.max(...updated)
    await field(updated, { isLost: losesBeta })
    await server.db
      .updateTable('terminalState')
      .set({ connection: 'offline', lastMessageAt: NOON })
      .where('storeId', '=', last as StoreId)
      .execute()
    server.clock.set(JUDGED)
    await round()
    const { job, waves } = await status(token)
    expect(job).toMatchObject({ state: 'running', wave: 1 })
    expect(waves[0].field_data).toBe('')
    await server.db.updateTable('terminalState').set({ connection: 'online' }).execute()
  })

  test('a wave that is not watched for ten minutes is not compared', async () => {
    const token = await start([], { ...PLAN, soak_minutes: 9 })
    server.clock.set(DONE)
    await field(await succeed(), { isLost: losesBeta })
    server.clock.set(later(DONE, minutes(9)))
    await round()
    const { job, waves } = await status(token)
    expect([job.wave, waves[0].field_data]).toEqual([2, ''])
  })

  test('without readings nothing is known, and the job goes on', async () => {
    const token = await start()
    server.clock.set(DONE)
    await succeed()
    server.clock.set(JUDGED)
    await round()
    const { job, waves } = await status(token)
    expect([job.wave, waves[0].field_data]).toEqual([2, 'Too few terminals or readings to compare'])
  })

  test('a store whose packed readings are damaged is left out; where all are, the job waits', async () => {
    const long = { ...PLAN, soak_minutes: 3_000 }
    const token = await start([], long)
    server.clock.set(DONE)
    const updated = await succeed()
    await field(updated)
    const judgedAt = later(DONE, minutes(3_005))
    await createHourPartitions(server.db, [NOON])
    const damage = async (some: readonly FieldStore[]) => {
      for (const { storeId, devices } of some)
        await sql`insert into device_hour (store_id, device_id, hour, readings)
          values (${storeId}, ${devices[0]?.deviceId}, ${new Date(NOON).toISOString()}::timestamptz, '\\x99')
          on conflict do nothing`.execute(server.db)
    }
    server.clock.set(judgedAt)
    await damage(stores)
    await expect(advanceJobs(server.db, judgedAt)).rejects.toThrow('packed device of version 153')
    expect((await status(token)).job).toMatchObject({ state: 'running', wave: 1 })
    const other = stores.find(({ storeId }) => !updated.has(storeId))
    await sql`delete from device_hour where store_id <> ${other?.storeId}`.execute(server.db)
    await round()
    const { job, waves } = await status(token)
    expect(job.wave).toBe(2)
    expect(waves[0].field_data).toContain('39 terminals')
    await sql`delete from device_hour`.execute(server.db)
  })

  test('a few stores are held against their own week', async () => {
    const numbers = stores.slice(0, 3).map(({ storeId }) => `F${storeId}`)
    const token = await start(numbers, {
      ...PLAN,
      waves: [
        { share: 0.3, least: 1 },
        { share: 1, least: 1 },
      ],
    })
    server.clock.set(DONE)
    const updated = await succeed()
    expect(updated.size).toBe(1)
    // one in five is 20 points, and a store that is alone has to lose more than 10
    await field(updated, { isLost: (model, minute) => model === 'Beta 2' && minute % 5 === 0 }, 7)
    server.clock.set(JUDGED)
    await round()
    const { job } = await status(token)
    expect(job).toMatchObject({ state: 'paused', wave: 1 })
    expect(job.paused_for).toBe(
      'Poll success of updated terminals fell by 20.0 points more. It concerns Beta 2. Compared with the same hour of the past week.',
    )
  })

  test('the model is not named to accounts from which equipment is withheld', async () => {
    const accountId = await insertPerson(server, 'reader', server.fleet.company, ['2-4'])
    const token = await start()
    server.clock.set(DONE)
    await field(await succeed(), { isLost: losesBeta })
    server.clock.set(JUDGED)
    await round()
    const texts = async () => JSON.stringify(await status(token, 'reader'))
    expect(await texts()).toContain('Beta 2')
    await server.db
      .updateTable('devicePermission')
      .set({ given: [] })
      .where('accountId', '=', accountId)
      .execute()
    const { job, waves } = await status(token, 'reader')
    const why =
      'Poll success of updated terminals fell by 5.0 points more. Compared with 40 terminals that were not updated, in the same hours.'
    expect([job.paused_for, waves[0].field_data]).toEqual([why, why])
  })
})
