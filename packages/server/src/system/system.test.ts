import { later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('system', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())

  test('long-running work shows its progress, the newest first', async () => {
    const common = { position: null, leaseUntil: null, endedAt: null, message: null }
    await server.db
      .insertInto('task')
      .values([
        {
          ...common,
          kind: 'compaction',
          key: 'hours',
          state: 'done',
          done: 7,
          total: 7,
          createdAt: later(NOON, -minutes(9)),
          startedAt: later(NOON, -minutes(9)),
          endedAt: later(NOON, -minutes(8)),
        },
        { ...common, kind: 'history', key: 'fleet', done: 2, total: 35, createdAt: NOON, startedAt: null },
      ])
      .execute()
    const { status, body } = await server.send('GET', '/api/v2/system/tasks', { as: 'admin' })
    expect(status).toBe(200)
    expect(body.tasks).toMatchObject([
      { kind: 'history', state: 'waiting', done: 2, total: 35, started_at: null, ended_at: null },
      {
        kind: 'compaction',
        state: 'done',
        started_at: '2026-11-20T03:51:00.000Z',
        ended_at: '2026-11-20T03:52:00.000Z',
      },
    ])
  })

  test('an account without page 2-2-4 is refused', async () => {
    const { status, body } = await server.send('GET', '/api/v2/system/tasks', { as: 'north' })
    expect([status, body.code]).toEqual([403, 'access.page'])
  })
})
