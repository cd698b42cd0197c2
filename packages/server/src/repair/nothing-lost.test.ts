import { randomUUID } from 'node:crypto'
import type { AlarmId } from '@coldkeep/domain/ids'
import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { picture } from '../testing/picture'
import { insertHighAlarm } from '../testing/repair-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'

/** `una` sees the north, `admin` all of it, `vic` has not the page. */
const authors = ['una', 'una', 'admin', 'vic'] as const
const AUTHOR_NAMES: Readonly<Record<string, string>> = { una: 'una', admin: 'Ada' }
/** Of the store of the case; the last one is of another store. */
const ALARMS = 5

interface Sent {
  readonly by: (typeof authors)[number]
  /** The answer is lost, or two windows send at once. */
  readonly again: 'no' | 'later' | 'at once'
  /** The first time the server ends between its writes. */
  readonly isKilled: boolean
}

type Act = Sent &
  (
    | { readonly kind: 'report'; readonly fault: string; readonly alarms: readonly number[]; device: Device }
    | { readonly kind: 'alarm'; readonly alarms: readonly number[] }
    | { readonly kind: 'note'; readonly text: string; readonly ago: number; readonly isStale: boolean }
    | { readonly kind: 'photo'; readonly shade: number; readonly ago: number }
    | { readonly kind: 'labour'; readonly who: string; readonly ago: number; readonly length: number }
    | { readonly kind: 'part'; readonly name: string; readonly number: string; readonly quantity: number }
    | { readonly kind: 'move' }
  )
type Device = 'own' | 'none' | 'foreign'
type Case = { readonly id: string; readonly key: string; readonly revision: number }

const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', minLength: 0, maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 900, maxLength: 1100, size: 'max' }) },
  { weight: 1, arbitrary: fc.constantFrom('', '  ', ' Fan\n\nice ', '\t風扇結冰\r\n', 'x'.repeat(1000)) },
)
const line = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), text)
/** Minutes before now; what is not yet is refused. */
const ago = fc.integer({ min: -20, max: 3000 })
const someAlarms = fc.uniqueArray(fc.nat({ max: ALARMS }), { maxLength: ALARMS })
const sent = {
  by: fc.constantFrom(...authors),
  again: fc.constantFrom('no', 'later', 'at once'),
  isKilled: fc.boolean(),
} as const
const report = fc.record({
  ...{ ...sent, kind: fc.constant('report'), fault: text, alarms: someAlarms },
  device: fc.constantFrom('own', 'own', 'none', 'foreign'),
})
const furtherAct = fc.oneof(
  fc.record({ ...sent, kind: fc.constant('alarm'), alarms: someAlarms }),
  fc.record({ ...sent, kind: fc.constant('note'), text, ago, isStale: fc.boolean() }),
  {
    weight: 4,
    arbitrary: fc.record({ ...sent, kind: fc.constant('photo'), shade: fc.nat({ max: 255 }), ago }),
  },
  fc.record({
    ...sent,
    kind: fc.constant('labour'),
    who: line,
    ago,
    length: fc.integer({ min: -5, max: 1500 }),
  }),
  fc.record({
    ...{ ...sent, kind: fc.constant('part'), name: line, number: line },
    quantity: fc.integer({ min: 0, max: 9 }),
  }),
  fc.record({ ...sent, kind: fc.constant('move') }),
)

describeEachDatabase('what becomes a case', (openDatabase) => {
  let server: TestServer
  let alarms: readonly AlarmId[] = []
  /** What was taken after the server had ended in the midst of it. */
  const killedKinds = new Set<string>()
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    await insertPerson(server, 'una', server.fleet.north, ['4-4'])
    await insertPerson(server, 'vic', server.fleet.north, ['1-7'])
    // ends a transaction where the table `killed` says so: between the case and its history, or at the end of a photo
    await sql`create table killed (at text)`.execute(server.db)
    await sql`create function kill() returns trigger language plpgsql as $$ begin
      if exists (select from killed where at = tg_table_name) then raise exception 'killed'; end if;
      return new; end $$`.execute(server.db)
    for (const table of ['repair_event', 'audit', 'photo'])
      await sql`create trigger kill before insert on ${sql.table(table)} for each row execute function kill()`.execute(
        server.db,
      )
  })
  afterAll(async () => {
    // another file may go on with this database
    await sql`drop function kill() cascade`.execute(server.db)
    await sql`drop table killed`.execute(server.db)
    await server.close()
  })

  const afresh = async () => {
    const { stores, north } = server.fleet
    const { db } = server
    for (const table of ['photo', 'repairEvent', 'repairAlarm', 'repairCase', 'alarm'] as const)
      await db.deleteFrom(table).execute()
    await db
      .updateTable('store')
      .set({ departmentId: north, code: 'N001' })
      .where('storeId', '=', stores.alder.storeId)
      .execute()
    const made: AlarmId[] = []
    for (let index = 0; index < ALARMS; index++) {
      const raisedAt = later(NOON, -hours(20 - 2 * index))
      made.push(await insertHighAlarm(db, stores.alder, raisedAt, later(raisedAt, minutes(90))))
    }
    made.push(await insertHighAlarm(db, stores.cedar, later(NOON, -hours(3)), null))
    alarms = made
  }
  /** All that a refused request could have changed. */
  const state = async () => {
    const { rows } = await sql<{
      state: string
    }>`select (select jsonb_agg(to_jsonb(c) order by c.repair_case_id)
        from repair_case c)::text || (select count(*) from repair_event)::text || ' '
      || (select count(*) from repair_alarm) || ' ' || (select count(*) from photo) || ' '
      || (select count(*) from audit where kind like 'repair.%' or kind like 'photo.%') as state`.execute(
      server.db,
    )
    return rows[0]?.state
  }
  const instantText = (minutesAgo: number) => new Date(later(NOON, -minutes(minutesAgo))).toISOString()
  const idsOf = (some: readonly number[]) => some.map((index) => String(alarms[index] ?? ''))
  const read = async ({ id }: Pick<Case, 'id'>) =>
    (await server.send('GET', `/api/v2/fix/cases/${id}`, { as: 'admin' })).body

  type Answer = Awaited<ReturnType<TestServer['send']>>
  /** Sends it once or more; what was refused or killed has changed nothing, and both times there is one answer. */
  const deliver = async ({ kind, again, isKilled }: Act, send: () => Promise<Answer>): Promise<Answer> => {
    const before = await state()
    const killed: number[] = []
    if (isKilled) {
      for (const at of [kind === 'photo' ? 'photo' : 'repair_event', 'audit']) {
        await sql`insert into killed values (${at})`.execute(server.db)
        const answer = await send()
        await sql`delete from killed`.execute(server.db)
        const others = server.faults.filter((fault) => !fault.includes('"message":"killed"'))
        server.faults.splice(0, Infinity, ...others)
        killed.push(answer.status)
        expect(await state()).toBe(before)
      }
    }
    const [first, second] = again === 'at once' ? await Promise.all([send(), send()]) : [await send()]
    if (first === undefined) throw new Error('nothing was sent')
    expect(first.status).not.toBe(500)
    if (second !== undefined) expect(second.status).toBe(first.status)
    if (first.status >= 300) expect(await state()).toBe(before)
    // alarms that the case had already write nothing
    if ((await state()) !== before) {
      expect(killed).toEqual(killed.map(() => 500))
      if (isKilled) killedKinds.add(kind)
    }
    if (again !== 'later') return first
    const after = await state()
    const third = await send()
    expect(third.status).toBe(first.status)
    expect(await state()).toBe(after)
    return first
  }

  interface Entered {
    readonly kind: string
    readonly text: string
    readonly at: string
    readonly by: string
  }
  /** What a case shows of all that was entered, in the same words whatever the order. */
  const shown = ({ history }: { history: (Entered & { lines: string[] })[] }): string[] =>
    history
      .filter(({ kind }) => kind !== 'alarm')
      .map(({ kind, lines, at, by }) => {
        const [words = ''] = lines
        const said =
          kind === 'labour' ? words.replace(/: [\d-]{10} \d\d:\d\d – \d\d:\d\d \([^)]*\)$/, '') : words
        return JSON.stringify([kind, said, at, by])
      })
      .toSorted()
  const words = ({ kind, text: said, at, by }: Entered) => JSON.stringify([kind, said, at, by])

  const reported = async (key: string, act: Act & { kind: 'report' }) => {
    const { alder, cedar } = server.fleet.stores
    const device = { own: alder.freezer.deviceId, none: null, foreign: cedar.freezer.deviceId }[act.device]
    const body = { key, storeid: alder.storeId, device, fault: act.fault, alarms: idsOf(act.alarms) }
    return deliver(act, () => server.send('POST', '/api/v2/fix/cases', { as: act.by, body }))
  }

  /** Does it, and says what of it the case has to show. */
  const take = async (
    act: Act,
    of: Case,
  ): Promise<{ answer: Answer; entered: Omit<Entered, 'by'> } | null> => {
    const as = act.by
    const key = randomUUID()
    const path = `/api/v2/fix/cases/${of.id}`
    const post = (to: string, body: object) =>
      deliver(act, () => server.send('POST', `${path}/${to}`, { as, body }))
    switch (act.kind) {
      case 'alarm': {
        const answer = await post('alarms', { alarms: idsOf(act.alarms) })
        return { answer, entered: { kind: 'alarm', text: '', at: '' } }
      }
      case 'note': {
        const { revision } = (await read(of)).case
        const at = instantText(act.ago)
        const body = { key, revision: act.isStale ? revision - 1 : revision, note: act.text, at }
        const answer = await deliver(act, () => server.send('PATCH', path, { as, body }))
        return { answer, entered: { kind: 'note', text: act.text.trim(), at } }
      }
      case 'labour': {
        const [from, to] = [instantText(act.ago), instantText(act.ago - act.length)]
        const answer = await post('labour', { key, who: act.who, from, to })
        return { answer, entered: { kind: 'labour', text: act.who.trim(), at: from } }
      }
      case 'part': {
        const { name, number, quantity } = act
        const answer = await post('parts', { key, name, number, quantity })
        const named = number.trim() === '' ? name.trim() : `${name.trim()} (${number.trim()})`
        const at = instantText(0)
        return { answer, entered: { kind: 'part', text: `${quantity} × ${named}`, at } }
      }
      case 'photo': {
        const at = instantText(act.ago)
        const about = { subject: 'repair', of: of.key, taken_at: at, taken_from: 'clock', entered_at: at }
        const answer = await deliver(act, () =>
          server.send('PUT', `/api/v2/photos/${key}?${new URLSearchParams(about)}`, {
            as,
            body: Buffer.from(picture(act.shade)),
            headers: { 'content-type': 'image/png' },
          }),
        )
        // a clock that is a little ahead took it now
        const takenAt = instantText(Math.max(0, act.ago))
        return { answer, entered: { kind: 'photo', text: key, at: takenAt } }
      }
      default:
        await move()
        return null
    }
  }
  let moves = 0
  /** Between the departments of the chain, under a new number each time. */
  const move = async () => {
    const { north, south, stores } = server.fleet
    moves += 1
    await server.db
      .updateTable('store')
      .set({ departmentId: moves % 2 === 1 ? south : north, code: `M${moves}` })
      .where('storeId', '=', stores.alder.storeId)
      .execute()
  }

  test('is found in it once, with its times and its author, and what was refused changes nothing', async () => {
    const count = { cases: 0, kept: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(report, fc.array(furtherAct, { minLength: 1, maxLength: 9 }), async (first, acts) => {
        await afresh()
        const key = randomUUID()
        const opened = await reported(key, first as Act & { kind: 'report' })
        const isTaken =
          first.by !== 'vic' &&
          first.device !== 'foreign' &&
          !first.alarms.includes(ALARMS) &&
          isWords(first.fault)
        expect([opened.status, isTaken], opened.text).toEqual([
          isTaken ? 201 : opened.status,
          opened.status < 300,
        ])
        if (!isTaken) {
          count.refused += 1
          expect((await server.send('GET', '/api/v2/fix/cases', { as: 'admin' })).body.total).toBe(0)
          return
        }
        count.cases += 1
        const of = opened.body.case as Case
        const by = (author: string) => AUTHOR_NAMES[author] ?? ''
        const fault = { kind: 'reported', text: first.fault.trim(), at: instantText(0), by: by(first.by) }
        const entered: Entered[] = [fault]
        const joined = new Set(idsOf(first.alarms))
        for (const act of acts as Act[]) {
          const done = await take(act, of)
          if (done === null) continue
          if (done.answer.status >= 300) {
            count.refused += 1
            continue
          }
          count.kept += 1
          if (act.kind === 'alarm') for (const id of idsOf(act.alarms)) joined.add(id)
          else entered.push({ ...done.entered, by: by(act.by) })
        }
        const now = await read(of)
        expect(shown(now)).toEqual(
          entered
            .filter(({ kind }) => kind !== 'photo')
            .map(words)
            .toSorted(),
        )
        expect(now.alarms.map(({ id }: { id: string }) => id).toSorted()).toEqual([...joined].toSorted())
        expect(
          now.photos
            .map(({ id, taken_at, by: who }: Record<string, string>) =>
              words({ kind: 'photo', text: id ?? '', at: taken_at ?? '', by: who ?? '' }),
            )
            .toSorted(),
        ).toEqual(
          entered
            .filter(({ kind }) => kind === 'photo')
            .map(words)
            .toSorted(),
        )
      }),
      { numRuns: 25 },
    )
    // it is about something
    expect(Math.min(count.cases, count.kept, count.refused)).toBeGreaterThan(5)
    expect([...killedKinds]).toContain('photo')
  }, 300_000)
})

function isWords(said: string): boolean {
  const length = said.trim().length
  return length > 0 && length <= 1000
}
