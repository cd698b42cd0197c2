import type { PointId } from '@coldkeep/domain/ids'
import { hours, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database, Session } from '../../db/connect'
import { stageTables } from '../../storage/staging-queries'
import { type ApplyRig, applyRig } from '../../testing/apply-rig'
import { addCoil, insertDefrostDays, publishDefrostEnd } from '../../testing/defrosting-freezer'
import { describeEachKind, testDatabase } from '../../testing/test-database'
import type { TestServer } from '../../testing/test-server'
import type { TinyStore } from '../../testing/tiny-fleet'
import { writeServer } from '../../testing/write-server'

/** The coldest is 8.1 °C, so 7.1 °C is 1 K colder. */
const USUAL = [8.1, 8.4, 8.2, 8.3]
const COLDER = [6.1, 6.4, 6.2, 6.3]
/** Of 360 minutes 20 are of the defrost; it runs for 20 after it, and for 10 in each of the 16 other cycles. */
const RUN_RATIO = 180 / 340

describeEachKind('a first device of a parameter file, with its readings', (kind) => {
  let database: Database
  let session: Session
  let server: TestServer
  let applies: ApplyRig
  let alder: TinyStore
  let birch: TinyStore
  let points: readonly PointId[]
  beforeAll(async () => {
    database = await testDatabase(kind)
    session = await database.openSession(stageTables)
    const rig = await writeServer(database.kysely)
    server = rig.server
    applies = applyRig(rig)
    alder = server.fleet.stores.alder
    birch = server.fleet.stores.birch
    await publishDefrostEnd(rig)
    points = await addCoil(rig, alder)
  })
  afterAll(async () => {
    await server.close()
    await session.close()
    await database.close()
  })
  beforeEach(async () => {
    await server.db.deleteFrom('scan').execute()
    await applies.reset(new Map())
    for (const { storeId, freezer } of [alder, birch])
      await server.db
        .insertInto('parameterValue')
        .values({
          ...{ storeId, deviceId: freezer.deviceId, code: 'defrost-end', value: 8 },
          ...{ quality: 0, at: server.clock.now() },
        })
        .execute()
  })

  /**
   * A file that ends defrosts at 6 instead of 8 °C is written to the first device, read back 5 minutes later, and the last
   * readings of the 24 hours after that are in.
   */
  const watch = async (after: readonly number[], periodSeconds: 60 | 300) => {
    await insertDefrostDays(session, alder, points, periodSeconds, { before: USUAL, after })
    const profile = await applies.profile({ 'defrost-end': 6 })
    const id = await applies.apply(profile, { trial: String(alder.freezer.deviceId) })
    await applies.round()
    server.clock.advance(minutes(5))
    await applies.confirm(alder, 8)
    await applies.round()
    server.clock.advance(hours(24) + minutes(19))
    await applies.round()
    expect((await applies.read(id)).apply).toMatchObject({
      state: 'watching',
      counts: { done: 1, planned: 1 },
    })
    server.clock.advance(minutes(1))
    await applies.round()
    return id
  }
  const read = async (id: string) => {
    const { apply, devices } = await applies.read(id)
    const figures = apply.finding.figures as { figure: string; is_worse: boolean }[]
    const end = figures.find(({ figure }) => figure === 'defrost_end')
    return { apply, devices, figures, end, worse: figures.filter((one) => one.is_worse) }
  }
  const near = (value: number) => expect.closeTo(value, 4)

  test('that leaves its coil 2 K colder at the end of defrosts is the last one it goes to', async () => {
    const { apply, devices, figures } = await read(await watch(COLDER, 60))
    expect(apply).toMatchObject({ state: 'stopped', because: 'trial_worse', finding: { verdict: 'worse' } })
    expect(figures).toEqual([
      // never out of the band of −22 to −20 °C; half a kelvin more
      { figure: 'deviation', before: 0, after: 0, bound: 0.5, is_worse: false },
      // a fifth more
      {
        figure: 'run_ratio',
        ...{ before: near(RUN_RATIO), after: near(RUN_RATIO), bound: near(RUN_RATIO * 1.2), is_worse: false },
      },
      // 15 in each of the four parts of a day, in 320 minutes outside defrosts and what follows them; nothing is known of
      // the minute before the first reading, so that its start is not seen; half more
      {
        figure: 'starts',
        ...{ before: near((59 * 60) / 1280), after: near((60 * 60) / 1280) },
        ...{ bound: near((59 * 60 * 1.5) / 1280), is_worse: false },
      },
      // 35 % slower
      { figure: 'pull_down', before: near(0.1), after: near(0.1), bound: near(0.065), is_worse: false },
      // 35 % longer
      { figure: 'recovery', before: near(20), after: near(20), bound: near(27), is_worse: false },
      // a quarter more
      { figure: 'coil_difference', before: near(6), after: near(6), bound: near(7.5), is_worse: false },
      { figure: 'defrost_count', before: 4, after: 4, bound: 8, is_worse: false },
      // half longer
      { figure: 'defrost_minutes', before: 20, after: 20, bound: 30, is_worse: false },
      { figure: 'defrost_end', before: near(8.1), after: near(6.1), bound: near(7.1), is_worse: true },
      { figure: 'alarms', before: 0, after: 0, bound: 0, is_worse: false },
    ])
    expect(devices).toMatchObject([{ state: 'done' }, { state: 'skipped' }])
    expect(await applies.openWrites(birch)).toEqual([])
  })

  test('that does as before is followed by the others', async () => {
    const { apply, end, worse } = await read(await watch(USUAL, 60))
    expect(apply).toMatchObject({ state: 'waves', wave: 1, finding: { verdict: 'good' } })
    expect(worse).toEqual([])
    expect(end).toMatchObject({ before: near(8.1), after: near(8.1) })
    expect(await applies.openWrites(birch)).toMatchObject([{ expected: 6 }])
  })

  test('that is read every five minutes does not show how its defrosts end, and a person decides', async () => {
    const id = await watch(COLDER, 300)
    expect((await applies.read(id)).apply.state).toBe('watching')
    server.clock.advance(hours(6))
    await applies.round()
    const { apply, end, worse } = await read(id)
    expect(apply).toMatchObject({
      ...{ state: 'paused', because: 'trial_unknown', can_resume: true },
      finding: { verdict: 'unknown' },
    })
    expect(worse).toEqual([])
    expect(end).toMatchObject({ before: null, after: null, bound: null })
    expect(await applies.openWrites(birch)).toEqual([])
  })
})
