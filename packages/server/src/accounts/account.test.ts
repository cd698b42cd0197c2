import { days, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditOf } from '../testing/terminal-records'
import { describeEachDatabase } from '../testing/test-database'
import { basic, NOON, type TestServer, testServer } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'
import { setPassword } from './set-password'
import { insertPermissionType } from './sign-in-queries'

describeEachDatabase('the own account', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await server.db.deleteFrom('signInFailure').execute()
  })

  const read = async (path: string, as: string) =>
    (await server.send('GET', `/api/v2/account/${path}`, { as })).body
  const writeInfo = (as: string, body: object) => server.send('PATCH', '/api/v2/account/info', { as, body })
  const writeProfile = (as: string, body: object) =>
    server.send('PATCH', '/api/v2/account/profile', { as, body })
  const prefer = (as: string, body: object) =>
    server.send('PATCH', '/api/v2/account/preferences', { as, body })
  const signIn = async (login: string, password = PASSWORD) =>
    (await server.send('POST', '/api/v2/auth', { headers: basic(login, password) })).body
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  describe('the company', () => {
    const draft = {
      company: 'Frostline Foods',
      company_ceo: 'Li Na',
      company_addr: '7 Quay Road',
      service_due_dt: '2027-03-31',
      second_factor: 'nobody',
      level_names: '營運處、區',
    }

    test('is called as the top of the organisation until someone writes about it', async () => {
      expect(await read('info', '南')).toEqual({
        company: 'Frostline',
        company_ceo: '',
        company_addr: '',
        service_due_dt: null,
        second_factor: 'nobody',
        level_names: '',
        revision: 0,
        may_edit: false,
      })
    })

    test('is changed by who sets rights for all, and read by everybody', async () => {
      const changed = await writeInfo('admin', { ...draft, revision: 0 })
      expect(changed.body).toEqual({ ...draft, revision: 1, may_edit: true })
      expect(await read('info', 'north')).toEqual({ ...draft, revision: 1, may_edit: false })
      expect(await auditOf(server, 'admin')).toContain('company.change · Ada · done')
    })

    test('there are names for six levels at most', async () => {
      const refused = await writeInfo('admin', { ...draft, level_names: 'a,b,c,d,e,f,g', revision: 1 })
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['level_names']])
    })

    test('two who change it at once do not overwrite each other', async () => {
      const late = await writeInfo('admin', { ...draft, company: 'Mine', revision: 0 })
      expect([late.status, late.body.code]).toEqual([409, 'row.changed'])
      expect(late.body.present).toMatchObject({ company: 'Frostline Foods', revision: 1 })
      expect((await writeInfo('admin', { ...draft, company: 'Mine', revision: 1 })).body.revision).toBe(2)
    })

    test('setting rights for a part of the organisation is not enough', async () => {
      const rights = await insertPermissionType(server.db, 'Rights', ['2-2-4'])
      const grant = { accountId: server.fleet.accounts.north, pagePermissionTypeId: rights }
      await server.db.insertInto('pagePermission').values(grant).execute()
      const refused = await writeInfo('north', { ...draft, revision: 2 })
      expect([refused.status, refused.body.code]).toEqual([403, 'access.page'])
      await server.db.deleteFrom('pagePermission').where('pagePermissionTypeId', '=', rights).execute()
    })

    test.each([
      ['company', ''],
      ['company', 'x'.repeat(121)],
      ['company', 'two\nlines'],
      ['company_addr', 7],
      ['service_due_dt', '2027-02-30'],
      ['service_due_dt', 'tomorrow'],
      ['revision', -1],
    ])('%s: %j is refused and named', async (field, value) => {
      const refused = await writeInfo('admin', { ...draft, revision: 2, [field]: value })
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [field]])
    })
  })

  describe('the profile', () => {
    const draft = { name: 'Nora Berg', title: 'Manager', cellphone: '+886 912 000 111', phone: '' }

    test('shows who is signed in, where, and since when', async () => {
      expect(await read('profile', 'north')).toEqual({
        account: 'north',
        name: 'Nora',
        email: '',
        department: 'North',
        department_id: String(server.fleet.north),
        title: '',
        cellphone: '',
        phone: '',
        dt_register: '2026-11-20T04:00:00.000Z',
        password_changed_at: '2026-11-20T04:00:00.000Z',
        signed_in_at: '2026-11-20T04:00:00.000Z',
        by_provider: false,
        revision: 1,
        engineers: [],
      })
    })

    test('is changed by its owner; without a revision whatever stands is replaced', async () => {
      const changed = await writeProfile('north', { ...draft, name: '  Nora Berg ' })
      expect(changed.body).toMatchObject({ ...draft, revision: 2 })
      expect(await auditOf(server, 'north')).toContain('account.profile · Nora · done')
      const late = await writeProfile('north', { ...draft, revision: 1 })
      expect([late.status, late.body.present.revision]).toEqual([409, 2])
    })

    test('only an account that sets the rights of both departments moves another between them', async () => {
      const { company, north, south } = server.fleet
      const move = (as: string, to: number) =>
        writeProfile(as, { ...draft, department_id: String(to) }).then(({ body }) => body.department)
      expect(await move('north', company)).toBe('North')
      expect(await move('admin', north)).toBe('North')
      expect(await move('admin', company)).toBe('North')
      expect(await move('admin', south)).toBe('North')
      expect((await writeProfile('admin', { ...draft, department_id: '' })).body.department).toBe('North')
      const back = { departmentId: company }
      await server.db.updateTable('account').set(back).where('login', '=', 'admin').execute()
    })

    test('shows the engineers of the own part of the organisation, never their passwords', async () => {
      const engineer = { isEngineer: true, title: 'Service', alertServiceEndsOn: '2027-01-31' }
      await server.db.updateTable('account').set(engineer).where('login', '=', '南').execute()
      expect((await read('profile', 'admin')).engineers).toEqual([
        {
          name: 'Minami',
          phone: '',
          department: 'South',
          job_title: 'Service',
          account: '南',
          password: '',
          email: '',
          amber_due_dt: '2027-01-31',
        },
      ])
      expect((await read('profile', 'north')).engineers).toEqual([])
    })

    test.each([
      ['name', ' '],
      ['name', 'x'.repeat(81)],
      ['title', 'a\r\nBcc: all'],
      ['cellphone', '=1+1'],
      ['phone', '<script>'],
      ['department_id', 'north'],
    ])('%s: %j is refused and named', async (field, value) => {
      const refused = await writeProfile('north', { ...draft, [field]: value })
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]])
    })
  })

  describe('the password', () => {
    const restore = () =>
      setPassword(server.db, server.fleet.accounts.north, { password: PASSWORD, by: null, now: NOON })

    test('is changed with the present one, and ends the other sign-ins', async () => {
      const [here, there] = [await signIn('north'), await signIn('north')]
      const headers = bearer(here.token)
      const body = { passwd: 'colder than before', current: PASSWORD }
      expect((await server.send('PATCH', '/api/v2/account/passwd', { headers, body })).status).toBe(200)
      const list = (token: string) =>
        server.send('GET', '/api/v2/account/sign-ins', { headers: bearer(token) })
      expect((await list(here.token)).body).toHaveLength(1)
      expect((await list(there.token)).status).toBe(401)
      expect((await signIn('north')).code).toBe('session.wrong_credentials')
      expect((await signIn('north', 'colder than before')).user.name).toBe('Nora Berg')
      expect(await auditOf(server, 'north')).toContain('account.password · Nora Berg · done')
      await restore()
    })

    test.each([0, minutes(10) + 1])(
      '%d ms after signing in the present one is asked for, and wrong ones are counted',
      async (age) => {
        const { token } = await signIn('north')
        server.clock.advance(age)
        const headers = bearer(token)
        const change = (current?: string) =>
          server.send('PATCH', '/api/v2/account/passwd', {
            headers,
            body: { passwd: 'colder still', current },
          })
        const without = await change()
        expect([without.status, without.body.code]).toEqual([403, 'account.current_required'])
        expect(without.body.fields).toEqual({ current: 'missing' })
        for (let tries = 0; tries < 10; tries++) expect((await change('a guess')).status).toBe(403)
        expect((await change(PASSWORD)).status).toBe(429)
        // guesses at the front door are counted apart: its owner is not shut out in here
        await server.db.deleteFrom('signInFailure').execute()
        for (let tries = 0; tries < 10; tries++) await signIn('north', 'a guess')
        expect((await signIn('north')).code).toBe('session.too_many_attempts')
        expect((await change(PASSWORD)).status).toBe(200)
        await restore()
      },
    )

    test.each([
      [PASSWORD, 'account.password_same'],
      ['Password123', 'account.password_common'],
      ['NoraBerg-26', 'account.password_names'],
      ['nine char', 'request.malformed'],
      ['x'.repeat(201), 'request.malformed'],
      ['ten\0letters', 'request.malformed'],
    ])('%j is refused', async (passwd, code) => {
      const refused = await server.send('PATCH', '/api/v2/account/passwd', {
        as: 'north',
        body: { passwd, current: PASSWORD },
      })
      expect([refused.status, refused.body.code]).toEqual([400, code])
      expect(Object.keys(refused.body.fields)).toEqual(['passwd'])
    })

    test('one that someone else gave opens nothing but its change', async () => {
      const given = { password: 'given by Ada', by: null, isTemporary: true, now: NOON }
      await setPassword(server.db, server.fleet.accounts.north, given)
      const { token, user } = await signIn('north', 'given by Ada')
      expect(user.must_change_password).toBe(true)
      const headers = bearer(token)
      const profile = () => server.send('GET', '/api/v2/account/profile', { headers })
      expect((await profile()).body.code).toBe('session.password_change')
      const body = { passwd: 'chosen by Nora' }
      server.clock.advance(minutes(10) + 1)
      const late = await server.send('PATCH', '/api/v2/account/passwd', { headers, body })
      expect(late.body.code).toBe('account.current_required')
      server.clock.set(NOON)
      expect((await server.send('PATCH', '/api/v2/account/passwd', { headers, body })).status).toBe(200)
      expect((await profile()).status).toBe(200)
      expect((await signIn('north', 'chosen by Nora')).user.must_change_password).toBe(false)
      await restore()
    })
  })

  test('one that someone else set ends after seven days, which only a caller who knows it learns', async () => {
    const given = { password: 'given by Ada', by: null, isTemporary: true, now: NOON }
    await setPassword(server.db, server.fleet.accounts.north, given)
    const enter = async (password: string) =>
      (await server.send('POST', '/api/v2/auth', { headers: basic('north', password) })).body.code
    server.clock.set(later(NOON, days(7)))
    expect(await enter('given by Ada')).toBeUndefined()
    server.clock.advance(1)
    expect(await enter('given by Ada')).toBe('session.password_ended')
    expect(await enter('a guess')).toBe('session.wrong_credentials')
    await setPassword(server.db, server.fleet.accounts.north, { password: PASSWORD, by: null, now: NOON })
  })

  test('language and look are kept with the account and returned at the next sign-in', async () => {
    expect((await signIn('north')).user).toMatchObject({ language: null, theme: null })
    await prefer('north', { theme: 'dark' })
    await prefer('north', { language: 'zh-TW' })
    expect((await signIn('north')).user).toMatchObject({ language: 'zh-TW', theme: 'dark' })
    expect((await prefer('north', { language: 'fr' })).body.fields).toEqual({
      language: 'choice',
    })
  })

  test('own sign-ins are listed with the one in use, and ended one by one or all but this', async () => {
    await server.db.deleteFrom('signIn').execute()
    const first = await signIn('north')
    await server.db
      .updateTable('signIn')
      .set({ renewedAt: later(NOON, -minutes(1)) })
      .execute()
    const others = [await signIn('north'), await signIn('north')]
    const foreign = await signIn('admin')
    const headers = bearer(first.token)
    const list = async () => (await server.send('GET', '/api/v2/account/sign-ins', { headers })).body
    const before = await list()
    expect(before).toHaveLength(3)
    expect(before[2]).toEqual({
      id: expect.any(String),
      created_at: '2026-11-20T04:00:00.000Z',
      renewed_at: '2026-11-20T03:59:00.000Z',
      address: '127.0.0.1',
      browser: 'lightMyRequest',
      is_current: true,
      provider: null,
    })
    const end = (id: string) =>
      server.send('DELETE', `/api/v2/account/sign-ins?id=${id}`, { headers }).then(({ status }) => status)
    const { signInId } = await server.db
      .selectFrom('signIn')
      .select('signInId')
      .where('accountId', '=', server.fleet.accounts.admin)
      .executeTakeFirstOrThrow()
    expect(await end(String(signInId))).toBe(404)
    expect(await end(before[2].id)).toBe(404)
    expect(await end(before[0].id)).toBe(200)
    expect(await end(before[0].id)).toBe(404)
    const elsewhere = await server.send('POST', '/api/v2/account/sign-ins/sign-out-elsewhere', { headers })
    expect(elsewhere.body).toEqual({ ended: 1 })
    expect(await list()).toHaveLength(1)
    for (const { token } of others) {
      expect((await server.send('GET', '/api/v2/account/info', { headers: bearer(token) })).status).toBe(401)
    }
    const stays = { headers: bearer(foreign.token) }
    expect((await server.send('GET', '/api/v2/account/info', stays)).status).toBe(200)
  })
})
