import type { AccountId, JobId, TerminalId } from '@coldkeep/domain/ids'
import { later, seconds } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { silent } from '../testing/ingest-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { anyJob, type BeginTarget, type JobPlace, TargetRefused } from './job-kind'
import { insertJob } from './job-queries'
import { cancelJob } from './jobs'
import { startJobs } from './start-jobs'
import { claimTarget } from './target-queries'

const BY = { accountId: 1 as AccountId, name: 'Ada' }
/** Longer than a claim lasts, and than a target that failed in passing rests. */
const A_WHILE = seconds(20)

describeEachDatabase('work for many stores', (openDatabase) => {
  let server: TestServer
  /** Whose turn it was, in order. */
  let begun: string[]
  let begin: BeginTarget
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    begun = []
    begin = async () => [{ terminalId: '', state: 'given' }]
    await server.db.deleteFrom('jobTarget').execute()
    await server.db.deleteFrom('job').execute()
  })

  const work = {
    input: z.object({ name: z.string() }),
    open:
      async (_: unknown, { name }: { readonly name: string }): Promise<BeginTarget> =>
      async (trx, target) => {
        begun.push(`${name} ${target.terminalId}`)
        return begin(trx, target)
      },
  }
  const runner = () =>
    startJobs({
      db: server.db,
      clock: server.clock,
      log: silent,
      kinds: { work: anyJob(work) },
      wake: () => {},
    })
  const round = async () => {
    const jobs = runner()
    await jobs.round()
    await jobs.close()
  }
  const start = (name: string, terminals: readonly string[], kind = 'work'): Promise<JobId> =>
    server.db.transaction().execute((trx) =>
      insertJob(
        trx,
        { kind, input: { name }, by: BY, at: server.clock.now() },
        terminals.map(
          (terminal): JobPlace => ({
            storeId: server.fleet.stores.alder.storeId,
            terminalId: terminal as TerminalId,
          }),
        ),
      ),
    )
  const states = async () =>
    (
      await server.db
        .selectFrom('jobTarget')
        .select(['terminalId', 'state', 'attempts', 'faults'])
        .orderBy('terminalId')
        .execute()
    ).map(({ terminalId, state, attempts, faults }) => [
      terminalId,
      state,
      attempts,
      faults?.map(({ code }) => code) ?? null,
    ])

  test('jobs take turns, and a target has one', async () => {
    begin = async (_, { terminalId }) => [{ terminalId, state: 'given' }]
    await start('first', ['TB-A', 'TB-B', 'TB-C'])
    await start('second', ['TB-D', 'TB-E'])
    await round()
    expect(begun).toEqual(['first TB-A', 'second TB-D', 'first TB-B', 'second TB-E', 'first TB-C'])
    await round()
    expect(begun).toHaveLength(5)
    expect((await states()).map(([, state]) => state)).toEqual(Array(5).fill('given'))
  })

  test('two processes share the targets, each of which begins once', async () => {
    const terminals = Array.from({ length: 30 }, (_, index) => `TB-${100 + index}`)
    begin = async (_, { terminalId }) => [{ terminalId, state: 'given' }]
    await start('shared', terminals)
    await Promise.all([round(), round()])
    expect(begun.toSorted()).toEqual(terminals.map((terminal) => `shared ${terminal}`))
  })

  test('what is in the way of a target stands with it, and nothing of it is kept', async () => {
    begin = async (trx, { terminalId, storeId }) => {
      await trx.updateTable('store').set({ name: 'Half done' }).where('storeId', '=', storeId).execute()
      throw new TargetRefused([{ path: 'ports', code: 'too_slow', value: terminalId }])
    }
    await start('refused', ['TB-A'])
    await round()
    expect(await states()).toEqual([['TB-A', 'refused', 1, ['too_slow']]])
    const { name } = await server.db
      .selectFrom('store')
      .select('name')
      .where('storeId', '=', server.fleet.stores.alder.storeId)
      .executeTakeFirstOrThrow()
    expect(name).toBe('Alder Street')
  })

  test('a target that no one can begin costs only itself', async () => {
    begin = async (_, { terminalId }) => {
      if (terminalId === 'TB-B') throw new TypeError('a program has faults')
      return [{ terminalId, state: 'given' }]
    }
    await start('poisoned', ['TB-A', 'TB-B', 'TB-C'])
    await round()
    expect(await states()).toEqual([
      ['TB-A', 'given', 1, null],
      ['TB-B', 'refused', 1, ['unexpected']],
      ['TB-C', 'given', 1, null],
    ])
  })

  test('what failed in passing is tried again after a while, four times in all', async () => {
    begin = async () => {
      throw Object.assign(new Error('deadlock'), { code: '40P01' })
    }
    await start('unlucky', ['TB-A'])
    await round()
    await round()
    expect(await states()).toEqual([['TB-A', 'waiting', 1, null]])
    for (let attempt = 2; attempt <= 4; attempt += 1) {
      server.clock.set(later(server.clock.now(), A_WHILE))
      await round()
    }
    expect(begun).toHaveLength(4)
    expect(await states()).toEqual([['TB-A', 'refused', 4, ['unexpected']]])
  })

  test('what a process left that died is taken up, unless four died of it', async () => {
    begin = async (_, { terminalId }) => [{ terminalId, state: 'given' }]
    const die = () =>
      claimTarget(server.db, {
        kinds: ['work'],
        after: 0 as JobId,
        now: server.clock.now(),
        until: later(server.clock.now(), seconds(10)),
      })
    await start('left', ['TB-A'])
    await die()
    await round()
    expect(begun).toEqual([])
    server.clock.set(later(server.clock.now(), A_WHILE))
    await round()
    expect(await states()).toEqual([['TB-A', 'given', 2, null]])

    await start('deadly', ['TB-B'])
    for (let death = 1; death <= 4; death += 1) {
      await die()
      server.clock.set(later(server.clock.now(), A_WHILE))
    }
    await round()
    expect(begun).toEqual(['left TB-A'])
    expect((await states()).at(-1)).toEqual(['TB-B', 'refused', 5, ['unexpected']])
  })

  test('what is cancelled is not begun, and a kind that is not known here waits', async () => {
    const cancelled = await start('cancelled', ['TB-A'])
    await start('newer', ['TB-B'], 'of a newer version')
    await server.db.transaction().execute((trx) => cancelJob(trx, cancelled, server.clock.now()))
    await round()
    expect(begun).toEqual([])
    expect(await states()).toEqual([
      ['TB-A', 'cancelled', 0, null],
      ['TB-B', 'waiting', 0, null],
    ])
  })
})
