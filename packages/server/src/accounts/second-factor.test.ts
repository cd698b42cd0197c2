import type { FactorDemand } from '@coldkeep/domain/access/factor-demand'
import { later, minutes, seconds } from '@coldkeep/domain/time/instant'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditOf } from '../testing/terminal-records'
import { describeEachDatabase } from '../testing/test-database'
import { basic, NOON, type TestServer, testServer } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'

describeEachDatabase('the second factor', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    for (const table of ['signInFailure', 'secondFactor', 'recoveryCode'] as const) {
      await server.db.deleteFrom(table).execute()
    }
  })

  const signIn = (code?: string, password = PASSWORD) =>
    server.send('POST', '/api/v2/auth', { headers: basic('north', password), body: { code } })
  const read = async () => (await server.send('GET', '/api/v2/account/second-factor', { as: 'north' })).body
  const begin = (body: object = { current: PASSWORD }) =>
    server.send('POST', '/api/v2/account/second-factor/begin', { as: 'north', body })
  const confirm = (code: string) =>
    server.send('POST', '/api/v2/account/second-factor/confirm', { as: 'north', body: { code } })

  /** What the app of the owner shows now. */
  const codeOf = (secret: string, at: number = server.clock.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

  async function switchOn() {
    const { secret } = (await begin()).body
    const { recovery_codes } = (await confirm(codeOf(secret))).body
    // the token of the confirming sign-in stays; each half minute has one code
    const { body } = await server.send('POST', '/api/v2/auth', {
      headers: basic('north', PASSWORD),
      body: { code: codeOf(secret, later(NOON, seconds(30))) },
    })
    return { secret, recoveryCodes: recovery_codes as string[], headers: bearer(body.token) }
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  test('holds once a first code of the device has confirmed it', async () => {
    expect(await read()).toEqual({ since: null, recovery_codes_left: 0 })
    const { body } = await begin()
    expect(body.address).toContain(`secret=${body.secret}`)
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    // not yet: a secret that no one scanned locks no one out
    expect((await signIn()).status).toBe(200)
    expect((await confirm('000000')).body).toMatchObject({
      code: 'account.code_wrong',
      fields: { code: 'format' },
    })
    const confirmed = await confirm(codeOf(body.secret))
    expect(confirmed.body.recovery_codes).toHaveLength(10)
    expect(confirmed.body.recovery_codes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
    expect(await read()).toEqual({ since: '2026-11-20T04:00:00.000Z', recovery_codes_left: 10 })
    expect(await auditOf(server, 'north')).toEqual(
      expect.arrayContaining([
        'account.second_factor_on · Nora · begun',
        'account.second_factor_on · Nora · done',
      ]),
    )
    expect((await begin()).body.code).toBe('account.second_factor_on')
  })

  test('signing in requests a code only from someone who knows the password, and takes each code once', async () => {
    const { secret } = await switchOn()
    expect((await signIn(undefined, 'a guess')).body.code).toBe('session.wrong_credentials')
    const without = await signIn()
    expect([without.status, without.body.code, without.cookies]).toEqual([401, 'session.code_required', []])
    expect((await signIn('123456')).body.code).toBe('session.wrong_code')
    server.clock.advance(minutes(2))
    const code = codeOf(secret)
    expect((await signIn(` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
    expect((await signIn(code)).body.code).toBe('session.wrong_code')
    // one of before counts no more either
    expect((await signIn(codeOf(secret, later(server.clock.now(), -seconds(30))))).status).toBe(401)
    server.clock.advance(seconds(30))
    expect((await signIn(codeOf(secret))).status).toBe(200)
  })

  test('of two who come with the same code at once one gets in', async () => {
    const { secret } = await switchOn()
    server.clock.advance(minutes(2))
    const code = codeOf(secret)
    const both = await Promise.all([signIn(code), signIn(code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  const WAYS = ['end', 'recovery-codes'] as const
  test.each(WAYS)('guesses at %s are limited, whatever right password is given between them', async (way) => {
    const { secret, headers } = await switchOn()
    const guess = (code: string) =>
      server.send('POST', `/api/v2/account/second-factor/${way}`, { headers, body: { code } })
    const statuses: number[] = []
    for (let tries = 0; tries < 24; tries++) {
      statuses.push((await guess(String(100_000 + tries))).status)
      if (tries % 6 === 5) {
        const again = await server.send('POST', '/api/v2/account/second-factor/begin', {
          headers,
          body: { current: PASSWORD },
        })
        expect(again.body.code).toBe('account.second_factor_on')
        expect((await signIn()).body.code).toBe('session.code_required')
      }
    }
    expect(statuses).toEqual([...Array<number>(10).fill(403), ...Array<number>(14).fill(429)])
    server.clock.advance(minutes(2))
    // the same count at the front door
    expect((await signIn(codeOf(secret))).status).toBe(429)
    server.clock.advance(minutes(14))
    expect((await signIn(codeOf(secret))).status).toBe(200)
    for (let tries = 0; tries < 9; tries++) await signIn('000000')
    server.clock.advance(minutes(1))
    expect((await signIn(codeOf(secret))).status).toBe(200)
  })

  test('guesses at the first code are limited too', async () => {
    await begin()
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries++) statuses.push((await confirm('000000')).status)
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429, 429])
  })

  test('guesses at codes are counted as those at passwords', async () => {
    const { secret } = await switchOn()
    for (let tries = 0; tries < 10; tries++) expect((await signIn('00000')).status).toBe(401)
    server.clock.advance(minutes(1))
    expect((await signIn(codeOf(secret))).status).toBe(429)
    server.clock.advance(minutes(15))
    expect((await signIn(codeOf(secret))).status).toBe(200)
  })

  test('a recovery code stands in for the device, once, however it is typed', async () => {
    const { recoveryCodes } = await switchOn()
    const [first = ''] = recoveryCodes
    expect((await signIn(first.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await signIn(first)).body.code).toBe('session.wrong_code')
    const kept = await server.db.selectFrom('recoveryCode').selectAll().execute()
    expect(kept).toHaveLength(9)
    expect(JSON.stringify(kept)).not.toContain(recoveryCodes[1])
  })

  test('new recovery codes end the old ones, and switching off takes a code', async () => {
    const { secret, recoveryCodes, headers } = await switchOn()
    server.clock.advance(minutes(2))
    const renew = (code: string) =>
      server.send('POST', '/api/v2/account/second-factor/recovery-codes', { headers, body: { code } })
    expect((await renew('000000')).body.code).toBe('account.code_wrong')
    const { recovery_codes: fresh } = (await renew(codeOf(secret))).body
    expect((await signIn(recoveryCodes[0])).status).toBe(401)
    const end = (code: string) =>
      server.send('POST', '/api/v2/account/second-factor/end', { headers, body: { code } })
    expect((await end(codeOf(secret))).status).toBe(403)
    expect((await end(fresh[0])).status).toBe(200)
    expect((await end(fresh[1])).body.code).toBe('account.second_factor_off')
    expect((await signIn()).status).toBe(200)
    expect(await auditOf(server, 'north')).toContain('account.second_factor_off · Nora · done')
  })

  describe('where the company requires it', () => {
    const demand = (factorDemand: FactorDemand) =>
      server.db
        .insertInto('company')
        .values({ name: 'Frostline', serviceEndsOn: null, factorDemand })
        .onConflict((conflict) => conflict.column('companyId').doUpdateSet({ factorDemand }))
        .execute()
    afterEach(() => server.db.deleteFrom('company').execute())
    const opens = async (as: string) => {
      const { status, body } = await server.send('GET', '/api/v2/account/profile', { as })
      return status === 200 ? null : body.code
    }

    test('nothing else opens until it is on', async () => {
      await demand('everybody')
      expect(await opens('north')).toBe('session.factor_asked')
      expect((await server.send('GET', '/api/v2/events', { as: 'north' })).status).toBe(403)
      expect((await read()).since).toBeNull()
      const { secret } = (await begin()).body
      expect(await opens('north')).toBe('session.factor_asked')
      await confirm(codeOf(secret))
      expect(await opens('north')).toBeNull()
    })

    test('it may be required of accounts that set rights alone', async () => {
      await demand('administrators')
      expect(await opens('admin')).toBe('session.factor_asked')
      expect(await opens('north')).toBeNull()
    })

    test('the provider asks who comes from there', async () => {
      await demand('everybody')
      await opens('north')
      await server.db.updateTable('signIn').set({ issuer: 'https://id.example' }).execute()
      expect(await opens('north')).toBeNull()
      await server.db.updateTable('signIn').set({ issuer: null }).execute()
    })

    test('only an account that has one may require it of others', async () => {
      const draft = { company: 'Frostline', company_ceo: '', company_addr: '', service_due_dt: null }
      const write = (second_factor: string, revision: number) =>
        server.send('PATCH', '/api/v2/account/info', {
          as: 'admin',
          body: { ...draft, second_factor, revision },
        })
      const refused = await write('everybody', 0)
      expect([refused.status, refused.body.code]).toEqual([409, 'account.second_factor_first'])
      expect((await write('nobody', 0)).status).toBe(200)
      const factor = (path: string, body: object) =>
        server.send('POST', `/api/v2/account/second-factor/${path}`, { as: 'admin', body })
      const { secret } = (await factor('begin', { current: PASSWORD })).body
      await factor('confirm', { code: codeOf(secret) })
      expect((await write('everybody', 1)).body).toMatchObject({ second_factor: 'everybody', revision: 2 })
    })
  })

  test.each([0, minutes(11)])(
    '%d ms after signing in the password is asked for before it is switched on',
    async (age) => {
      const { body } = await signIn()
      server.clock.advance(age)
      const headers = bearer(body.token)
      const start = (sent: object) =>
        server.send('POST', '/api/v2/account/second-factor/begin', { headers, body: sent })
      expect((await start({})).body.code).toBe('account.current_required')
      expect((await start({ current: 'a guess' })).body.code).toBe('account.current_wrong')
      expect((await start({ current: PASSWORD })).status).toBe(200)
    },
  )
})
