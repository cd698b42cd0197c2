import { type EpochMs, epochMs, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/connect'
import { silent } from '../testing/ingest-rig'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON, testClock } from '../testing/test-server'
import { runTasks, startTask, type TaskWork } from './run-tasks'
import { dropLease, takeLease } from './task-queries'

describeEachKind('tasks', (kind) => {
  let database: Database
  const clock = testClock(NOON)
  beforeAll(async () => {
    database = await testDatabase(kind)
  })
  beforeEach(async () => {
    clock.set(NOON)
    await database.kysely.deleteFrom('task').execute()
    await database.kysely.deleteFrom('lease').execute()
  })
  afterAll(() => database.close())

  const parts = () => ({ db: database.kysely, clock, log: silent })
  const tasks = () =>
    database.kysely.selectFrom('task').select(['key', 'state', 'done', 'total', 'message']).execute()

  test('a task is worked on once, however often it is entered', async () => {
    let runs = 0
    const history: TaskWork = async () => {
      runs++
      return 'done'
    }
    const first = await startTask(parts(), { kind: 'history', key: 'history', total: 5 })
    expect(await startTask(parts(), { kind: 'history', key: 'history', total: 5 })).toBe(first)
    expect(await runTasks(parts(), { history })).toBe(1)
    await startTask(parts(), { kind: 'history', key: 'history', total: 5 })
    expect(await runTasks(parts(), { history })).toBe(0)
    expect(runs).toBe(1)
    expect(await tasks()).toEqual([{ key: 'history', state: 'done', done: 5, total: 5, message: null }])
  })

  test('a task that was stopped goes on where it stood', async () => {
    const steps: number[] = []
    const history: TaskWork = async (task, report, shouldStop) => {
      const begin = (task.position as { next: number } | null)?.next ?? 0
      for (let step = begin; step < 6; step++) {
        if (shouldStop()) return 'stopped'
        steps.push(step)
        await report({ done: step + 1, total: 6, position: { next: step + 1 } })
      }
      return 'done'
    }
    await startTask(parts(), { kind: 'history', key: 'history', total: 6 })
    await runTasks(parts(), { history }, () => steps.length === 4)
    expect(await tasks()).toMatchObject([{ state: 'waiting', done: 4 }])
    await runTasks(parts(), { history })
    expect(steps).toEqual([0, 1, 2, 3, 4, 5])
    expect(await tasks()).toMatchObject([{ state: 'done', done: 6 }])
  })

  test('a task whose worker died is taken up after its lease, not before', async () => {
    await startTask(parts(), { kind: 'history', key: 'history', total: 1 })
    let isTaken = false
    // a worker that never comes back
    void runTasks(parts(), {
      history: () => {
        isTaken = true
        return new Promise(() => {})
      },
    })
    await expect.poll(() => isTaken).toBe(true)
    const history: TaskWork = async () => 'done'
    expect(await runTasks(parts(), { history })).toBe(0)
    clock.advance(minutes(6))
    expect(await runTasks(parts(), { history })).toBe(1)
  })

  test('a failure is reported, and the next entry tries again', async () => {
    await startTask(parts(), { kind: 'history', key: 'history', total: 1 })
    await runTasks(parts(), {
      history: async () => {
        throw new Error('disk full')
      },
    })
    expect(await tasks()).toMatchObject([{ state: 'failed', message: 'disk full' }])
    await startTask(parts(), { kind: 'history', key: 'history', total: 1 })
    expect(await runTasks(parts(), { history: async () => 'done' })).toBe(1)
    expect(await tasks()).toMatchObject([{ state: 'done', message: null }])
  })

  test('kinds that no one works on here wait', async () => {
    await startTask(parts(), { kind: 'history', key: 'history', total: 1 })
    expect(await runTasks(parts(), { retention: async () => 'done' })).toBe(0)
    expect(await tasks()).toMatchObject([{ state: 'waiting' }])
  })

  test('a lease has one holder until it ends or is given back', async () => {
    const take = (holder: string, now: number = NOON) =>
      takeLease(database.kysely, { name: 'analyses', holder, forMs: minutes(5) }, epochMs(now) as EpochMs)
    expect(await take('a')).toBe(true)
    expect(await take('b')).toBe(false)
    expect(await take('a', NOON + minutes(4))).toBe(true)
    expect(await take('b', NOON + minutes(6))).toBe(false)
    expect(await take('b', NOON + minutes(9) + 1)).toBe(true)
    await dropLease(database.kysely, 'analyses', 'b')
    expect(await take('a', NOON + minutes(9) + 2)).toBe(true)
  })
})
