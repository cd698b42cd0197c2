import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAudit } from '../audit/add-audit'
import { readCsv } from '../audit/audit-csv'
import { selectStart } from '../audit/chain-queries'
import { cutAudit } from '../audit/cut-audit'
import { sealAudit } from '../audit/seal-audit'
import { verifyChain } from '../audit/verify-chain'
import { describeEachDatabase } from '../testing/test-database'
import { basic, NOON, type TestServer, testServer } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'
import { EVERYTHING, readSealed } from './audit-queries'

describeEachDatabase('audit', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())

  const list = async (query = '', as = 'admin') => {
    const received = await server.send('GET', `/api/v2/audit${query}`, { as })
    expect(received.status, received.text).toBe(200)
    return received.body
  }
  const kindsOf = (body: { entries: { kind: string }[] }) => body.entries.map(({ kind }) => kind)
  const verify = async () =>
    verifyChain(readSealed(server.db, EVERYTHING), { start: await selectStart(server.db), anchor: null })
  const by = { accountId: null, name: 'test' }
  const note = (subject: string, more = {}) =>
    addAudit(server.db, {
      ...{ at: server.clock.now(), by, storeId: null, kind: 'test.note', subject, outcome: 'done' },
      ...more,
    })

  describe('what is noted', () => {
    test('a sign-in, with the address it came from, and its end', async () => {
      const received = await server.send('POST', '/api/v2/auth', { headers: basic('南', PASSWORD) })
      const cookie = `coldkeep_renewal=${received.cookies[0]?.value}`
      await server.send('POST', '/api/v2/auth/sign-out', { headers: { cookie } })
      const { entries } = await list('?account=minami')
      expect(entries).toMatchObject([
        { kind: 'session.end', account: { name: 'Minami' }, outcome: 'done' },
        { kind: 'session.begin', detail: { address: '127.0.0.1' }, store: null },
      ])
    })

    test('a refused sign-in names the account where there is one, and nothing of what was typed where there is none', async () => {
      await server.send('POST', '/api/v2/auth', { headers: basic('north', 'a guess') })
      await server.send('POST', '/api/v2/auth', { headers: basic('my secret', 'north') })
      const { entries } = await list('?kind=session.refused')
      expect(entries).toMatchObject([
        { account: { id: null, name: '' }, subject: '', detail: { code: 'session.wrong_credentials' } },
        { account: { name: 'Nora' }, subject: 'Nora', outcome: 'refused' },
      ])
      expect(JSON.stringify(entries)).not.toContain('my secret')
    })

    test('a refused right, by the name of the call', async () => {
      await server.send('GET', '/api/v2/system/tasks', { as: 'north' })
      const { entries } = await list('?kind=access&account=nora')
      expect(entries).toMatchObject([{ kind: 'access.refused', subject: 'listTasks', outcome: 'refused' }])
    })

    test('a refusal that comes again and again is one row, and later one more with their number', async () => {
      for (let i = 0; i < 40; i++)
        await server.send('GET', '/api/v2/terminals/TB-0000/nothing', { as: 'north' })
      for (let i = 0; i < 40; i++) await server.send('GET', '/api/v2/audit', { as: 'north' })
      expect((await list('?kind=access.refused&key=listAudit')).total).toBe(1)
    })

    test('a write that notes nothing itself is noted by the name of its call', async () => {
      const { storeId } = server.fleet.stores.alder
      const { body } = await server.send('POST', '/api/v2/terminals', {
        as: 'admin',
        body: { store: storeId },
      })
      expect(kindsOf(await list(`?key=${body.id}`))).toEqual(['terminal.add'])
      await server.send('POST', '/api/v2/alarms/acknowledge', { as: 'admin', body: { ids: ['77'] } })
      expect((await list('?kind=call')).entries).toMatchObject([
        { kind: 'call.done', subject: 'acknowledgeAlarms' },
      ])
    })

    test('texts that the database could not hold are repaired', async () => {
      await note('half \ud83e and \0', { detail: { text: '\udcfe\0' } })
      expect((await list('?key=half')).entries).toMatchObject([
        { subject: 'half \ufffd and ', detail: { text: '\ufffd' } },
      ])
    })

    test('fields of details have underscores, as deep as they go; what is no name of a field stays', async () => {
      const places = { 'TB-N001': [{ unitId: 3 }], 'Freezer A': 'unitId' }
      await note('spelled', { kind: 'test.spelling', detail: { portId: 'p1', before: places } })
      const [{ detail }] = (await list('?key=spelled')).entries
      expect(detail).toEqual({
        port_id: 'p1',
        before: { 'TB-N001': [{ unit_id: 3 }], 'Freezer A': 'unitId' },
      })
    })
  })

  describe('who sees what', () => {
    beforeAll(async () => {
      const { stores, accounts, south } = server.fleet
      const nora = { accountId: accounts.north, name: 'Nora' }
      await note('store north', { storeId: stores.alder.storeId })
      await note('store south', { storeId: stores.cedar.storeId })
      await note('account north', { by: nora })
      await note('account south', { by: nora, departmentId: south })
      await note('of nobody')
      const permission = await server.db
        .selectFrom('pagePermissionType')
        .select('pagePermissionTypeId')
        .where('title', '=', 'All pages')
        .executeTakeFirstOrThrow()
      await server.db
        .insertInto('pagePermission')
        .values({ accountId: accounts.north, ...permission })
        .execute()
    })

    test('a department sees its stores and its accounts, and no other row', async () => {
      const { entries, total } = await list('?kind=test.note', 'north')
      expect(entries.map((entry: { subject: string }) => entry.subject)).toEqual([
        'account north',
        'store north',
      ])
      expect(total).toBe(2)
      const file = await server.send('GET', '/api/v2/audit/export?kind=test.note', { as: 'north' })
      expect(readCsv(file.text).map(({ subject }) => subject)).toEqual(['store north', 'account north'])
    })

    test('the whole organisation sees all, and may look at one department or store', async () => {
      expect((await list('?kind=test.note')).total).toBe(6)
      const { south, stores } = server.fleet
      const subjects = async (query: string) =>
        (await list(query)).entries.map((entry: { subject: string }) => entry.subject)
      expect(await subjects(`?kind=test&depart=${south}`)).toEqual(['account south', 'store south'])
      expect(await subjects(`?kind=test&storeid=${stores.alder.storeId}`)).toEqual(['store north'])
    })

    test('a store of others is as unknown as one that does not exist', async () => {
      const { storeId } = server.fleet.stores.cedar
      const received = await server.send('GET', `/api/v2/audit?storeid=${storeId}`, { as: 'north' })
      expect(received.body.code).toBe('store.unknown')
    })

    test('page 2-2-4 opens it, and no other', async () => {
      for (const path of ['/api/v2/audit', '/api/v2/audit/export']) {
        expect((await server.send('GET', path, { as: '南' })).body.code).toBe('access.page')
      }
    })
  })

  test('it is searched by time and by pages', async () => {
    server.clock.set(later(NOON, minutes(1)))
    for (let i = 0; i < 5; i++) await note(`page ${i}`)
    server.clock.set(NOON)
    const { entries, total } = await list('?since=2026-11-20T04:01:00.000Z&key=page&page=2&page_size=2')
    expect(entries.map((entry: { subject: string }) => entry.subject)).toEqual(['page 2', 'page 1'])
    expect(total).toBe(5)
    expect((await list('?until=2026-11-20T04:01:00.000Z&key=page')).total).toBe(0)
    expect((await list('?kind=test')).kinds).toContain('session.begin')
  })

  describe('the chain', () => {
    test('writers at the same moment all get a place, once and without a hole', async () => {
      await Promise.all(Array.from({ length: 60 }, (_, i) => note(`together ${i}`)))
      await Promise.all([sealAudit(server.db), sealAudit(server.db), sealAudit(server.db)])
      const report = await verify()
      const { count } = await server.db
        .selectFrom('audit')
        .select(sql<number>`count(*)::int`.as('count'))
        .executeTakeFirstOrThrow()
      expect(report).toMatchObject({ broken: null, gaps: 0, first: 1, rows: count })
      expect(report.head?.position).toBe(count)
    })

    test('a row that was written stays as it is', async () => {
      const edit = (text: string) => sql.raw(text).execute(server.db)
      await expect(edit(`update audit set account_name = 'Eve' where position = 3`)).rejects.toThrow('stay')
      await expect(edit('update audit set position = null, hash = null where position = 3')).rejects.toThrow(
        'stay',
      )
      await expect(edit('delete from audit where position = 3')).rejects.toThrow('stay')
      await expect(edit('truncate audit')).rejects.toThrow('stay')
    })

    test('the exported file verifies, hostile texts and all; a changed cell names its row', async () => {
      await note("=cmd|'/c calc'!A1", {
        detail: { text: 'a\r\n"b",c' },
        by: { accountId: null, name: "'=1+1" },
      })
      const { text, headers } = await server.send('GET', '/api/v2/audit/export', { as: 'admin' })
      expect(headers['content-type']).toContain('text/csv')
      expect(text).toContain(`,'=cmd|'/c calc'!A1,`)
      const file = readCsv(text)
      const whole = await verifyChain(file, { start: null, anchor: null })
      expect(whole).toMatchObject({ broken: null, gaps: 0, rows: file.length })
      const changed = file.map((row) => (row.position === 5 ? { ...row, accountName: 'Eve' } : row))
      expect((await verifyChain(changed, { start: null, anchor: null })).broken).toEqual({
        position: 5,
        reason: 'its content does not fit its hash',
      })
    })

    test('an anchor that was noted before shows a chain that was written again', async () => {
      const rows = readCsv((await server.send('GET', '/api/v2/audit/export', { as: 'admin' })).text)
      const known = rows[9]!
      const right = { position: known.position, hash: known.hash }
      expect((await verifyChain(rows, { start: null, anchor: right })).broken).toBeNull()
      const wrong = { position: known.position, hash: new Uint8Array(32) }
      expect((await verifyChain(rows, { start: null, anchor: wrong })).broken?.position).toBe(known.position)
      expect((await verifyChain(rows.slice(0, 9), { start: null, anchor: right })).broken?.reason).toBe(
        'it is missing',
      )
    })

    test('rows of more than 24 months are cut off, and the rest goes on from there', async () => {
      await sealAudit(server.db)
      const before = await verify()
      await cutAudit(server.db, (NOON + 1000) as EpochMs)
      expect((await verify()).rows).toBe(before.rows)
      await cutAudit(server.db, Date.UTC(2028, 10, 20, 4, 0, 30) as EpochMs)
      await sealAudit(server.db)
      const after = await verify()
      expect(after.broken).toBeNull()
      expect(after.rows).toBeLessThan(before.rows)
      expect(after.head?.position).toBe(before.head!.position + 1)
      const { text } = await server.send('GET', '/api/v2/audit/export', { as: 'admin' })
      const whole = await verifyChain(readCsv(text), { start: await selectStart(server.db), anchor: null })
      expect(whole.broken).toBeNull()
    })

    test('a row that someone changed behind its back is named', async () => {
      await sealAudit(server.db)
      const { first } = await verify()
      await sql.raw('alter table audit disable trigger audit_stays').execute(server.db)
      const position = first! + 2
      await server.db
        .updateTable('audit')
        .set({ subject: 'nothing' })
        .where('position', '=', position)
        .execute()
      expect((await verify()).broken).toEqual({ position, reason: 'its content does not fit its hash' })
      await server.db.deleteFrom('audit').where('position', '=', position).execute()
      expect((await verify()).broken?.reason).toContain('are missing')
    })
  })
})
