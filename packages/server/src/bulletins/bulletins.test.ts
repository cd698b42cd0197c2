import { randomUUID } from 'node:crypto'
import { days, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BulletinRig, bulletinRig } from '../testing/bulletin-rig'
import { insertPerson } from '../testing/insert-person'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type Received, type TestServer, testServer } from '../testing/test-server'
import { insertFurtherStore } from '../testing/tiny-fleet'
import { advanceBulletins } from './hand-over'

describeEachDatabase('messages to stores', (openDatabase) => {
  let server: TestServer
  let rig: BulletinRig
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    rig = bulletinRig(server)
    const { north, south } = server.fleet
    await insertPerson(server, 'una', north, ['4-6'])
    await insertPerson(server, 'nils', north, [])
    await insertPerson(server, 'sid', south, [])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    for (const table of ['bulletin', 'bulletinCategory', 'notice'] as const)
      await server.db.deleteFrom(table).execute()
    await server.db
      .updateTable('account')
      .set({ isEnabled: true, departmentId: server.fleet.north })
      .where('login', 'in', ['north', 'una', 'nils'])
      .execute()
  })

  const get = async (as: string, path: string) => (await server.send('GET', `/api/v2/${path}`, { as })).body
  const post = (as: string, path: string, body: object = {}) =>
    server.send('POST', `/api/v2/${path}`, { as, body })
  const codeOf = ({ status, body }: Received) => [status, body?.code]
  const advance = () => advanceBulletins(server.db, server.clock.now())
  const inbox = (as: string) => get(as, 'account/bulletins')
  const open = (as: string, id: string) => server.send('GET', `/api/v2/account/bulletins/${id}`, { as })
  const confirm = (as: string, id: string, at = server.clock.now()) =>
    server.send('POST', `/api/v2/account/bulletins/${id}/confirmation`, {
      ...{ as, body: { at: new Date(at).toISOString() } },
    })
  const remind = (id: string) => server.send('POST', `/api/v2/bulletins/${id}/reminders`, { as: 'admin' })
  const readers = async (id: string, group: string) =>
    (await get('admin', `bulletins/${id}/readers?group=${group}`)).readers.map(
      ({ name }: { name: string }) => name,
    )
  const news = async (as: string) =>
    (await get(as, 'account/messages')).messages.map(({ title }: { title: string }) => title)
  const move = (login: string, departmentId: number) =>
    server.db
      .updateTable('account')
      .set({ departmentId: departmentId as never })
      .where('login', '=', login)
      .execute()

  test('people are listed by store; accounts of the sender are none of them', async () => {
    const { company, north } = server.fleet
    const found = await get('admin', `bulletins/recipients?depart=${company}&storeid=all`)
    expect(found.total).toBe(4)
    expect(
      found.stores.map(
        ({ code, people, count }: { code: string; people: { name: string }[]; count: number }) => [
          code,
          count,
          people.map(({ name }) => name),
        ],
      ),
    ).toEqual([
      ['N001', 3, ['nils', expect.any(String), 'una'].toSorted()],
      ['N002', 3, expect.any(Array)],
      ['S001', 2, expect.any(Array)],
      ['S002', 2, expect.any(Array)],
    ])
    expect(await rig.count('admin', company)).toMatchObject({ people: 5, stores: 4, empty_stores: 0 })
    // of her own department there is nobody below
    expect(await rig.count('una', north)).toMatchObject({ people: 0, stores: 0, empty_stores: 2 })
    expect(codeOf(await rig.send('una', north))).toEqual([409, 'bulletin.nobody'])
    const other = await get('una', `bulletins/recipients?depart=${company}&storeid=all`)
    expect(other.code).toBe('department.unknown')
    const counting = await server.send('POST', '/api/v2/bulletins/recipients/count', { as: 'nils', body: {} })
    expect(codeOf(counting)).toEqual([403, 'access.page'])
    expect(codeOf(await server.send('POST', '/api/v2/bulletins', { as: 'nils', body: {} }))).toEqual([
      ...[403, 'access.page'],
    ])
  })

  test('stores and people can be left out', async () => {
    const { company, south, stores, accounts } = server.fleet
    const without = { except_stores: [String(stores.cedar.storeId), String(stores.dogwood.storeId)] }
    expect(await rig.count('admin', company, without)).toMatchObject({ people: 3, stores: 2 })
    expect(await rig.count('admin', company, { except_people: [String(accounts.north)] })).toMatchObject({
      people: 4,
      stores: 4,
    })
    expect(await rig.count('admin', south, { storeid: String(stores.cedar.storeId) })).toMatchObject({
      people: 2,
      stores: 1,
    })
  })

  test('it goes to the people who were agreed to, once, however often it is sent', async () => {
    const { north } = server.fleet
    const changed = await rig.send('admin', north, { counted: { people: 2, stores: 2 } })
    expect(codeOf(changed)).toEqual([409, 'bulletin.count_changed'])
    expect(changed.body.message).toContain('recipients 3, stores 2')
    expect((await get('admin', 'bulletins')).total).toBe(0)

    const draft = { id: randomUUID(), category: await rig.category() }
    const [one, other] = await Promise.all([rig.send('admin', north, draft), rig.send('admin', north, draft)])
    expect([one.status, other.status, other.body.id]).toEqual([200, 200, one.body.id])
    expect(codeOf(await rig.send('una', north, draft))).toEqual([409, 'bulletin.taken'])
    expect(await advance()).toBe(3)
    expect(await advance()).toBe(0)
    expect(await news('nils')).toEqual(['Check the doors'])
    expect(await news('sid')).toEqual([])
    const { bulletins } = await get('admin', 'bulletins')
    expect(bulletins).toMatchObject([
      {
        id: one.body.id,
        state: 'sent',
        department: 'Frostline',
        receipts: { sent: 3, delivered: 0, opened: 0, confirmed: 0 },
        stores: { all: 2, confirmed: 0 },
      },
    ])
  })

  test('delivered, opened and confirmed are three facts with their times', async () => {
    const id = await rig.sent('admin', server.fleet.north)
    await advance()
    server.clock.advance(minutes(1))
    expect((await inbox('nils')).bulletins).toMatchObject([{ id, is_open: true, opened_at: null }])
    server.clock.advance(minutes(1))
    const opened = await open('nils', id)
    expect(opened.body).toMatchObject({
      content: 'Please **close** all doors.',
      language: 'en',
      is_open: true,
    })
    // without a network, an hour before it arrives
    server.clock.advance(hours(1))
    const at = later(server.clock.now(), -minutes(30))
    expect((await confirm('nils', id, at)).body).toMatchObject({ is_open: false })
    expect((await confirm('nils', id)).body).toMatchObject({ confirmed_at: new Date(at).toISOString() })
    const rows = (await get('admin', `bulletins/${id}/readers`)).readers as { name: string }[]
    expect(rows.find(({ name }) => name === 'nils')).toMatchObject({
      stores: ['N001 Alder Street', 'N002 Birch Lane 50%'],
      delivered_at: new Date(NOON + minutes(1)).toISOString(),
      opened_at: new Date(NOON + minutes(2)).toISOString(),
      confirmed_at: new Date(at).toISOString(),
      received_at: new Date(NOON + minutes(2) + hours(1)).toISOString(),
    })
    expect((await get('admin', `bulletins/${id}`)).receipts).toEqual({
      ...{ sent: 3, delivered: 1, opened: 1, confirmed: 1 },
    })
    // the other way round: who confirms has opened it
    expect((await confirm('una', id, later(NOON, -days(3)))).body.confirmed_at).toBe(
      new Date(NOON).toISOString(),
    )
    expect((await get('admin', `bulletins/${id}`)).receipts).toMatchObject({ opened: 2, confirmed: 2 })
    expect(codeOf(await confirm('sid', id))).toEqual([404, 'bulletin.unknown'])
  })

  test('the missing alone are reminded, three times at most and 20 hours apart', async () => {
    const id = await rig.sent('admin', server.fleet.north)
    await advance()
    await confirm('nils', id)
    expect(await readers(id, 'missing')).toEqual([expect.stringMatching('(?!nils)'), 'una'])
    expect((await remind(id)).body).toEqual({ missing: 2 })
    await advance()
    expect(codeOf(await remind(id))).toEqual([409, 'bulletin.reminded'])
    expect(await news('nils')).toEqual(['Check the doors'])
    expect(await news('una')).toEqual(
      expect.arrayContaining(['Reminder: Check the doors', 'Check the doors']),
    )
    for (const _ of [2, 3]) {
      server.clock.advance(hours(20))
      expect((await remind(id)).status).toBe(200)
      await advance()
    }
    server.clock.advance(days(9))
    expect(codeOf(await remind(id))).toEqual([409, 'bulletin.reminded'])
    const own = (await get('admin', `bulletins/${id}/readers`)).readers as {
      name: string
      reminders: number
    }[]
    expect(Object.fromEntries(own.map(({ name, reminders }) => [name, reminders]))).toMatchObject({
      nils: 0,
      una: 3,
    })
  })

  test('a store counts with the first of its people, if the message says so', async () => {
    const id = await rig.sent('admin', server.fleet.company, { first_counts: true })
    await advance()
    await confirm('nils', id)
    expect((await get('admin', `bulletins/${id}`)).stores).toEqual({ all: 4, confirmed: 2 })
    expect(await readers(id, 'missing')).toEqual(expect.arrayContaining(['sid']))
    expect(await readers(id, 'missing')).toHaveLength(2)
    expect((await inbox('una')).bulletins).toMatchObject([{ is_open: true, opened_at: null }])
    await open('una', id)
    expect((await inbox('una')).open).toBe(0)
    expect((await remind(id)).body).toEqual({ missing: 2 })
    await advance()
    expect(await news('una')).toEqual(['Check the doors'])
    await confirm('sid', id)
    server.clock.advance(days(1))
    expect(codeOf(await remind(id))).toEqual([409, 'bulletin.nobody_missing'])
    const all = await rig.sent('admin', server.fleet.company)
    await confirm('nils', all)
    expect((await get('admin', `bulletins/${all}`)).stores).toEqual({ all: 4, confirmed: 0 })
  })

  test('people are reminded by themselves before the deadline, at it and after it', async () => {
    const deadline = later(NOON, days(3))
    const id = await rig.sent('admin', server.fleet.north, { deadline_at: new Date(deadline).toISOString() })
    await advance()
    await confirm('nils', id)
    const reminders = async () =>
      (await news('una')).filter((title: string) => title.startsWith('Reminder')).length
    const at = async (when: number) => {
      server.clock.set(when as never)
      await advance()
      return reminders()
    }
    expect(await at(NOON + days(2) - 1)).toBe(0)
    expect(await at(NOON + days(2))).toBe(1)
    expect(await at(NOON + days(3) - 1)).toBe(1)
    expect(await at(NOON + days(3))).toBe(2)
    expect(await at(NOON + days(4))).toBe(3)
    expect(await at(NOON + days(9))).toBe(3)
    expect((await news('nils')).length).toBe(1)
    expect((await confirm('una', id)).status).toBe(200)
    const rows = (await get('admin', `bulletins/${id}/readers`)).readers as {
      name: string
      is_late: boolean
    }[]
    expect(Object.fromEntries(rows.map(({ name, is_late }) => [name, is_late]))).toMatchObject({
      ...{ una: true, nils: false },
    })
  })

  test('who left is listed as that, is not reminded and can not open it; who came later is listed apart', async () => {
    const { north, south } = server.fleet
    const id = await rig.sent('admin', north)
    await advance()
    await move('nils', south)
    await server.db.updateTable('account').set({ isEnabled: false }).where('login', '=', 'una').execute()
    await insertPerson(server, `late-${randomUUID().slice(0, 4)}`, north, [])
    expect((await readers(id, 'left')).toSorted()).toEqual(['nils', 'una'])
    expect((await remind(id)).body).toEqual({ missing: 1 })
    await advance()
    expect(codeOf(await open('nils', id))).toEqual([404, 'bulletin.unknown'])
    expect((await inbox('nils')).total).toBe(0)
    expect(await news('nils')).toEqual([])
    expect(await readers(id, 'joined')).toEqual([expect.stringMatching(/^late-/)])
    expect(await readers(id, 'all')).toHaveLength(3)
    await server.db.deleteFrom('account').where('login', 'like', 'late-%').execute()
  })

  test('one that is withdrawn stays in the record, and nobody reads it', async () => {
    const id = await rig.sent('admin', server.fleet.north)
    await advance()
    await inbox('nils')
    const withdraw = () => post('admin', `bulletins/${id}/withdrawal`)
    expect((await withdraw()).body).toEqual({ state: 'withdrawn' })
    expect((await withdraw()).body).toEqual({ state: 'withdrawn' })
    expect(codeOf(await open('nils', id))).toEqual([410, 'bulletin.withdrawn'])
    expect(codeOf(await confirm('nils', id))).toEqual([410, 'bulletin.withdrawn'])
    expect((await inbox('nils')).bulletins).toMatchObject([{ is_withdrawn: true, is_open: false }])
    expect(await news('nils')).toEqual(['This message was withdrawn.'])
    expect(codeOf(await remind(id))).toEqual([409, 'bulletin.not_sent'])
    expect(await get('admin', `bulletins/${id}`)).toMatchObject({
      ...{ state: 'withdrawn', withdrawn_by: 'Ada', receipts: { delivered: 1 } },
    })
    expect(codeOf(await post('una', `bulletins/${id}/withdrawal`))).toEqual([404, 'bulletin.unknown'])
  })

  test('one that waits goes to the people of its time, unless its sender may not send any more', async () => {
    const { company, north } = server.fleet
    const send_at = new Date(later(NOON, hours(2))).toISOString()
    const id = await rig.sent('admin', north, { send_at })
    const stopped = await rig.sent('admin', north, { send_at })
    expect(await get('admin', `bulletins/${id}`)).toMatchObject({ state: 'scheduled', at: send_at })
    await advance()
    expect((await inbox('nils')).total).toBe(0)
    await server.db.updateTable('account').set({ isEnabled: false }).where('login', '=', 'una').execute()
    await server.db
      .updateTable('bulletin')
      .set({
        placeDepartmentId: server.fleet.south,
        exceptStores: Object.values(server.fleet.stores).map((s) => s.storeId),
      })
      .where('bulletinId', '=', Number(stopped) as never)
      .execute()
    server.clock.advance(hours(2))
    expect(await advance()).toBe(2)
    expect((await inbox('nils')).bulletins).toMatchObject([{ id, sent_at: send_at }])
    expect(await get('admin', `bulletins/${stopped}`)).toMatchObject({
      ...{ state: 'stopped', stopped_because: 'nobody', receipts: { sent: 0 } },
    })
    const past = new Date(server.clock.now()).toISOString()
    expect(codeOf(await rig.send('admin', north, { send_at: past }))).toEqual([400, 'bulletin.send_time'])
    expect(codeOf(await rig.send('admin', north, { deadline_at: past }))).toEqual([400, 'bulletin.deadline'])
    // a sender who lost the right
    await insertPerson(server, 'rhea', company, ['4-6'])
    const orphan = await rig.sent('rhea', north, {
      send_at: new Date(later(server.clock.now(), 1)).toISOString(),
    })
    await server.db.updateTable('account').set({ isEnabled: false }).where('login', '=', 'rhea').execute()
    server.clock.advance(1)
    await advance()
    expect(await get('admin', `bulletins/${orphan}`)).toMatchObject({ stopped_because: 'no_right' })
  })

  test('each gets their language, or else that in which it was written first', async () => {
    const texts = {
      'zh-TW': { title: '檢查門', content: '請關門' },
      ja: { title: '扉の確認', content: '扉を閉めて' },
    }
    const id = await rig.sent('admin', server.fleet.north, { texts, language: 'zh-TW' })
    const inLanguage = async (language: string) => {
      const headers = { 'accept-language': language }
      const { body } = await server.send('GET', `/api/v2/account/bulletins/${id}`, { as: 'nils', headers })
      return [body.language, body.title, body.content]
    }
    expect(await inLanguage('ja')).toEqual(['ja', '扉の確認', '扉を閉めて'])
    expect(await inLanguage('en')).toEqual(['zh-TW', '檢查門', '請關門'])
    expect((await rig.send('admin', server.fleet.north, { texts, language: 'en' })).body.fields).toEqual({
      texts: 'missing',
    })
  })

  test('what looks like HTML is the text that was typed, and a title has an end', async () => {
    const content = '<script>alert(1)</script> **bold** <img src=x onerror=alert(1)>'
    const id = await rig.sent('admin', server.fleet.north, { texts: { en: { title: '<b>x</b>', content } } })
    expect((await open('nils', id)).body).toMatchObject({ title: '<b>x</b>', content })
    await advance()
    expect(await news('nils')).toEqual(['<b>x</b>'])
    const long = await rig.send('admin', server.fleet.north, {
      texts: { en: { title: 'x'.repeat(10_000), content } },
    })
    expect(codeOf(long)).toEqual([400, 'request.malformed'])
    const preview = await server.send('POST', '/api/v2/bulletins/preview', {
      as: 'admin',
      body: {
        ...{ depart: String(server.fleet.north), storeid: 'all', language: 'en', needs_confirmation: true },
        ...{ words: { title: 'Doors', content: 'Close them.' }, deadline_at: '2026-11-22T10:00:00.000Z' },
      },
    })
    // the stores are in Taipei
    expect(preview.body).toEqual({
      title: 'Doors',
      text: 'Close them.\n\nPlease confirm in the console by 2026-11-22 18:00 (UTC+08:00) that you have read this.',
    })
  })

  test('a store that moved away takes its readers along', async () => {
    const further = await insertFurtherStore(server.db, server.fleet, 'Elm', server.clock.now())
    const row = await server.db
      .selectFrom('store')
      .select('departmentId')
      .where('storeId', '=', further.storeId)
      .executeTakeFirstOrThrow()
    await insertPerson(server, 'elma', row.departmentId, [])
    const id = await rig.sent('admin', row.departmentId)
    expect((await open('elma', id)).status).toBe(200)
    await server.db
      .updateTable('store')
      .set({ departmentId: server.fleet.south })
      .where('storeId', '=', further.storeId)
      .execute()
    expect((await open('elma', id)).status).toBe(404)
    expect(await readers(id, 'left')).toEqual(['elma'])
  })
})
