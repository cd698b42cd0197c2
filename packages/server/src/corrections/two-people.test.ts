import type { BreachId } from '@coldkeep/domain/ids'
import { epochMs, hours } from '@coldkeep/domain/time/instant'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/connect'
import { type CorrectionRig, correctionRig } from '../testing/correction-rig'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { basic } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'

/** Ways in which accounts make calls: two sign-ins and a key of una, a sign-in and a key of ben, one without the page. */
const ways = ['una', 'una again', 'key of una', 'ben', 'key of ben', 'vic'] as const
type Way = (typeof ways)[number]

interface Step {
  readonly way: Way
  readonly act: 'write' | 'agree' | 'send_back' | 'agree_at_once' | 'late'
  /** Under which it is sent: some are sent twice, also by another one. */
  readonly key: number
}

const step = (some: readonly Way[]): fc.Arbitrary<Step> =>
  fc.record({
    way: fc.constantFrom(...some),
    act: fc.constantFrom('write', 'write', 'agree', 'agree', 'agree', 'send_back', 'agree_at_once', 'late'),
    key: fc.nat({ max: 5 }),
  })

describeEachKind('two people', (kind) => {
  let database: Database
  let rig: CorrectionRig
  const headers = new Map<Way, Readonly<Record<string, string>>>()
  beforeAll(async () => {
    database = await testDatabase(kind)
    rig = await correctionRig(database)
    const { server } = rig
    const signedIn = async (login: string) => {
      const { body } = await server.send('POST', '/api/v2/auth', {
        headers: basic(login, PASSWORD),
        body: {},
      })
      return { authorization: `Bearer ${body.token}` }
    }
    const keyOf = async (as: string) => {
      const body = {
        ...{ name: `key of ${as}`, department: String(server.fleet.north), pages: ['1-2'] },
        expires_at: new Date(epochMs(server.clock.now() + hours(24))).toISOString(),
      }
      const { body: made, text } = await server.send('POST', '/api/v2/api-key', { as, body })
      if (made.key === undefined && made.secret === undefined) throw new Error(text)
      return { authorization: `Bearer ${made.key ?? made.secret}` }
    }
    headers.set('una', await signedIn('una'))
    headers.set('una again', await signedIn('una'))
    headers.set('key of una', await keyOf('una'))
    headers.set('ben', await signedIn('ben'))
    headers.set('key of ben', await keyOf('ben'))
    headers.set('vic', await signedIn('vic'))
  })
  afterAll(async () => {
    await rig.close()
    await database.close()
  })

  const afresh = async (): Promise<BreachId> => {
    const { db } = rig.server
    await db.deleteFrom('breachEvent').execute()
    await db.deleteFrom('breachDay').execute()
    await db.deleteFrom('breach').execute()
    await rig.judge('2026-11-19')
    return rig.breach()
  }
  const rows = () => rig.server.db.selectFrom('breachEvent').selectAll().orderBy('breachEventId').execute()
  const stateOf = (breachId: BreachId) =>
    rig.server.db
      .selectFrom('breach')
      .select(['state', 'actions', 'facts'])
      .where('breachId', '=', breachId)
      .executeTakeFirstOrThrow()
  const uuid = (key: number) => `00000000-0000-4000-8000-00000000000${key}`
  const send = async (id: BreachId, way: Way, path: string, body: object) => {
    const answer = await rig.server.send('POST', `/api/v2/corrections/${id}/${path}`, {
      headers: headers.get(way) ?? {},
      body,
    })
    expect(answer.status).toBeLessThan(500)
    return answer
  }
  const take = async (id: BreachId, { way, act, key }: Step, count: number) => {
    const { actions, facts } = await stateOf(id)
    const said = {
      ...{ action: `what ${way} did, ${count}`, disposition: 'kept', cause: 'Door' },
      done_at: '2026-11-19T03:00:00Z',
    }
    const write = () => send(id, way, 'actions', { key: uuid(key), actions, ...said })
    const check = (agrees: boolean, seen = { actions, facts }) =>
      send(id, way, 'checks', { key: uuid(9 - key), ...seen, agrees, note: 'seen' })
    switch (act) {
      case 'write':
        return [await write()]
      case 'agree':
        return [await check(true)]
      case 'send_back':
        return [await check(false)]
      case 'agree_at_once':
        return Promise.all([write(), check(true, { actions: actions + 1, facts }), check(true)])
      case 'late': {
        // as late readings do, which change the minutes
        const { db } = rig.server
        const changed = { minutes: 60 + count }
        await db.updateTable('breach').set(changed).where('breachId', '=', id).execute()
        await rig.judge('2026-11-19')
        return []
      }
    }
  }

  test('one person alone closes nothing, in whatever order and however signed in', async () => {
    const alone = fc.constantFrom(['una', 'una again', 'key of una'], ['ben', 'key of ben'] as const)
    const runs = alone.chain((some) =>
      fc.array(step([...some, 'vic'] as Way[]), { minLength: 1, maxLength: 8 }),
    )
    await fc.assert(
      fc.asyncProperty(runs, async (steps) => {
        const id = await afresh()
        for (const [count, one] of steps.entries()) {
          await take(id, one, count)
          expect((await stateOf(id)).state).not.toBe('closed')
        }
      }),
      { numRuns: 20 },
    )
  }, 120_000)

  test('what is closed was written by one account and then agreed to by another; nothing that was written is lost', async () => {
    let closed = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step(ways), { minLength: 3, maxLength: 10 }), async (steps) => {
        const id = await afresh()
        for (const [count, one] of steps.entries()) {
          const before = await rows()
          const answers = await take(id, one, count)
          const after = await rows()
          expect(after.slice(0, before.length)).toEqual(before)
          for (const { status, body } of answers) {
            // of several at once the first may be answered before the others
            if (status === 200 && answers.length === 1) expect(body.history).toHaveLength(after.length)
          }
          if ((await stateOf(id)).state !== 'closed') continue
          closed += 1
          const events = after.filter(({ kind: what }) => what !== 'judged')
          const written = events.findLastIndex(({ kind: what }) => what === 'action')
          const agreed = events.findLastIndex(({ kind: what }) => what === 'agreed')
          expect(agreed).toBeGreaterThan(written)
          expect(events[agreed]?.accountId).not.toBe(events[written]?.accountId)
          expect(written).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 25 },
    )
    expect(closed).toBeGreaterThan(0)
  }, 180_000)
})
