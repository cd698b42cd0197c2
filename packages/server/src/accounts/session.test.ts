import { days, hours, later, minutes, seconds } from '@coldkeep/domain/time/instant'
import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertAttempt } from '../access/attempt-queries'
import { loadServerKeys } from '../db/server-keys'
import { describeEachDatabase } from '../testing/test-database'
import { basic, NOON, type Received, type Sent, type TestServer, testServer } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'
import { setPassword } from './set-password'

const PROXY = '10.9.0.7'

describeEachDatabase('session', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase(), proxies: [PROXY] })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await server.db.deleteFrom('signInFailure').execute()
    await server.db.deleteFrom('signIn').execute()
  })

  const signIn = (login: string, password = PASSWORD, sent: Pick<Sent, 'from' | 'headers'> = {}) =>
    server.send('POST', '/api/v2/auth', {
      ...sent,
      headers: { ...basic(login, password), ...sent.headers },
    })
  const renew = (cookie: string, headers = {}, from = '127.0.0.1') =>
    server.send('POST', '/api/v2/auth/renew', { headers: { cookie, ...headers }, from })
  const readMap = (token: string) =>
    server.send('GET', '/api/v2/department-map', { headers: { authorization: `Bearer ${token}` } })

  function cookieOf(received: Received): string {
    const cookie = received.cookies.find((each) => each.name === 'coldkeep_renewal')
    return `coldkeep_renewal=${cookie?.value}`
  }

  function browserCookieOf(received: Received): string {
    const cookie = received.cookies.find((each) => each.name.startsWith('coldkeep_browser_'))
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/v2/auth' })
    return `${cookie?.name}=${cookie?.value}`
  }

  describe('signing in', () => {
    test('account and password give a token, a name and a cookie that scripts cannot read', async () => {
      const received = await signIn('north')
      expect(received.status).toBe(200)
      expect(received.body.user).toMatchObject({ name: 'Nora' })
      expect(received.cookies).toMatchObject([
        { name: 'coldkeep_renewal', httpOnly: true, sameSite: 'Strict', path: '/api/v2/auth' },
        { name: expect.stringMatching(/^coldkeep_browser_[0-9a-f]{16}$/), httpOnly: true },
      ])
      expect(received.headers['cache-control']).toBe('no-store')
    })

    test('the token says who it is, for 15 minutes, and which pages stand in the menu', async () => {
      const { body } = await signIn('north')
      const claims = decodeJwt(body.token)
      expect(claims).toMatchObject({
        user_id: String(server.fleet.accounts.north),
        username: 'north',
        email: '',
        exp: (NOON + minutes(15)) / 1000,
      })
      // Granted 1-1; network management and maintenance stand in every menu.
      expect(claims.page_auth).toMatchObject({
        '1-1': true,
        '1-2': false,
        '2-2-4': false,
        '3-2': true,
        '4-6': true,
      })
      expect(Object.keys(claims.page_auth as object)).toHaveLength(32)
      // what may be changed is told apart from what stands in the menu
      expect([claims.page_grants, claims.equipment_writes]).toEqual([['1-1'], []])
      const { body: admin } = await signIn('admin')
      expect(decodeJwt(admin.token)).toMatchObject({
        page_grants: expect.arrayContaining(['3-2', '2-2-4']),
        equipment_writes: ['walk_in', 'c4', 'other'],
      })
    })

    test('an account may be written in any letters', async () => {
      expect((await signIn('南')).body.user).toMatchObject({ name: 'Minami' })
    })

    test('a wrong password and an unknown account are refused in the same words', async () => {
      const wrong = await signIn('north', 'warm as it gets')
      const unknown = await signIn('nobody')
      expect([wrong.status, unknown.status]).toEqual([401, 401])
      expect(wrong.body).toMatchObject({ code: 'session.wrong_credentials', message: unknown.body.message })
      expect(wrong.cookies).toEqual([])
    })

    test('without readable credentials there is nothing to try', async () => {
      const received = await server.send('POST', '/api/v2/auth', { headers: { authorization: 'Basic %%%' } })
      expect(received.body.code).toBe('session.wrong_credentials')
    })

    test('that an account is disabled is shown only to someone who knows its password', async () => {
      await setEnabled('north', false)
      expect((await signIn('north')).body.code).toBe('session.account_disabled')
      expect((await signIn('north', 'a guess')).body.code).toBe('session.wrong_credentials')
      await setEnabled('north', true)
    })

    test('a request from behind a proxy with TLS gets a cookie for TLS only', async () => {
      const received = await signIn('north', PASSWORD, {
        headers: { 'x-forwarded-proto': 'https' },
        from: PROXY,
      })
      expect(received.cookies).toMatchObject([
        { name: '__Host-coldkeep_renewal', secure: true, path: '/', httpOnly: true, sameSite: 'Strict' },
        { name: expect.stringMatching(/^__Host-coldkeep_browser_/), secure: true, path: '/' },
      ])
      expect(received.cookies[0]).not.toHaveProperty('domain')
      expect(received.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
      const cookie = `__Host-coldkeep_renewal=${received.cookies[0]?.value}`
      expect((await renew(cookie, { 'x-forwarded-proto': 'https' }, PROXY)).status).toBe(200)
      expect((await renew(cookie)).status).toBe(401)
    })
  })

  describe('attempts', () => {
    test('after ten failures not even the right password is tried for a quarter of an hour', async () => {
      for (let failures = 0; failures < 10; failures++) {
        expect((await signIn('north', 'a guess')).status).toBe(401)
      }
      server.clock.advance(minutes(5))
      const refused = await signIn('north')
      expect(refused.status).toBe(429)
      expect(refused.body.code).toBe('session.too_many_attempts')
      expect(refused.body.message).toContain('10 minutes')
      expect(refused.headers['retry-after']).toBe('600')
      server.clock.advance(minutes(10))
      expect((await signIn('north')).status).toBe(200)
    })

    test('attempts at the same moment do not slip through together', async () => {
      const all = await Promise.all(Array.from({ length: 15 }, () => signIn('north', 'a guess')))
      expect(all.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10)
      expect(all.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5)
    })

    test('a right password forgives the failures before it', async () => {
      for (let failures = 0; failures < 9; failures++) await signIn('north', 'a guess')
      expect((await signIn('north')).status).toBe(200)
      for (let failures = 0; failures < 9; failures++) await signIn('north', 'a guess')
      expect((await signIn('north')).status).toBe(200)
    })

    test('guesses elsewhere do not shut out a browser in which the account was signed in to before', async () => {
      const cookie = browserCookieOf(await signIn('north'))
      const there = { from: '203.0.113.9' }
      for (let failures = 0; failures < 10; failures++) await signIn('north', 'a guess', there)
      expect((await signIn('north', PASSWORD, there)).status).toBe(429)
      expect((await signIn('north')).status).toBe(429)
      const known = { headers: { cookie } }
      expect((await signIn('north', PASSWORD, known)).status).toBe(200)
      // it has ten guesses of its own, and is no more known for another account
      for (let failures = 0; failures < 10; failures++) {
        expect((await signIn('north', 'a guess', known)).status).toBe(401)
      }
      expect((await signIn('north', PASSWORD, known)).status).toBe(429)
      server.clock.advance(minutes(15))
      expect((await signIn('north', PASSWORD, there)).status).toBe(200)
    })

    test('no one makes a browser known by themselves, or takes its name to another account', async () => {
      const cookie = browserCookieOf(await signIn('north'))
      const [name = '', value = ''] = cookie.split('=')
      const otherName = browserCookieOf(await signIn('admin')).split('=')[0]
      for (let failures = 0; failures < 10; failures++) {
        await signIn('north', 'a guess')
        await signIn('admin', 'a guess')
      }
      const forged = `${name}=${value.slice(0, -43)}${'A'.repeat(43)}`
      expect((await signIn('north', PASSWORD, { headers: { cookie: forged } })).status).toBe(429)
      const moved = `${otherName}=${value}`
      expect((await signIn('admin', PASSWORD, { headers: { cookie: moved } })).status).toBe(429)
      expect((await signIn('north', PASSWORD, { headers: { cookie } })).status).toBe(200)
    })

    test('fifty failures from one address close it for every account, and for no other address', async () => {
      for (let failures = 0; failures < 50; failures++) {
        await insertAttempt(server.db, { login: `guess ${failures}`, address: '127.0.0.1' }, NOON)
      }
      expect((await signIn('north')).status).toBe(429)
      expect((await signIn('north', PASSWORD, { from: '203.0.113.9' })).status).toBe(200)
    })
  })

  describe('the token', () => {
    test('opens calls for 15 minutes and no longer', async () => {
      const { body } = await signIn('north')
      server.clock.advance(minutes(15) - 1000)
      expect((await readMap(body.token)).status).toBe(200)
      server.clock.advance(1000)
      const late = await readMap(body.token)
      expect([late.status, late.body.code]).toEqual([401, 'session.expired'])
    })

    test('of another key, of no signature or of no form is refused', async () => {
      const { body } = await signIn('north')
      const [head, claims] = body.token.split('.')
      const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
      for (const token of [`${head}.${claims}.AAAA`, unsigned, 'x', `${body.token}x`]) {
        expect((await readMap(token)).body.code).toBe('session.expired')
      }
    })

    test('of the same key, for someone else or by someone else, is refused', async () => {
      const { body } = await signIn('north')
      const { aud, iss, ...claims } = decodeJwt(body.token)
      expect([iss, aud]).toEqual(['coldkeep', 'coldkeep-calls'])
      const { token: key } = await loadServerKeys(server.db)
      const made = (issuer: string, audience: string) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .setIssuer(issuer)
          .setAudience(audience)
          .sign(key)
      expect((await readMap(await made('coldkeep', 'coldkeep-calls'))).status).toBe(200)
      for (const other of [await made('coldkeep', 'files'), await made('other', 'coldkeep-calls')]) {
        expect((await readMap(other)).body.code).toBe('session.expired')
      }
    })

    test('is worth nothing once its account is disabled', async () => {
      const { body } = await signIn('north')
      await setEnabled('north', false)
      expect((await readMap(body.token)).body.code).toBe('session.expired')
      await setEnabled('north', true)
    })
  })

  describe('renewal', () => {
    test('gives a new token and a new cookie', async () => {
      const first = cookieOf(await signIn('north'))
      server.clock.advance(hours(1))
      const renewed = await renew(first)
      expect(renewed.status).toBe(200)
      expect(renewed.body.user).toMatchObject({ name: 'Nora' })
      expect(cookieOf(renewed)).not.toBe(first)
      expect((await readMap(renewed.body.token)).status).toBe(200)
    })

    test('tabs that renew at the same moment all get a token and the same cookie', async () => {
      const first = cookieOf(await signIn('north'))
      const tabs = await Promise.all([renew(first), renew(first), renew(first)])
      expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(new Set(tabs.map(cookieOf)).size).toBe(1)
      expect((await renew(cookieOf(tabs[0]!))).status).toBe(200)
    })

    test('a cookie that was replaced more than 30 s ago was copied: the sign-in ends for everybody', async () => {
      const first = cookieOf(await signIn('north'))
      const renewed = await renew(first)
      server.clock.advance(seconds(31))
      const reused = await renew(first)
      expect([reused.status, reused.body.code]).toEqual([401, 'session.expired'])
      expect((await renew(cookieOf(renewed))).status).toBe(401)
      expect((await readMap(renewed.body.token)).status).toBe(401)
    })

    test('needs the cookie, and not one that someone made up', async () => {
      const cookie = cookieOf(await signIn('north'))
      expect((await server.send('POST', '/api/v2/auth/renew')).body.code).toBe('session.required')
      expect((await renew('coldkeep_renewal=1.short')).body.code).toBe('session.required')
      const guessed = cookie.replace(/\.[\w-]{43}\./, `.${'A'.repeat(43)}.`)
      expect((await renew(guessed)).body.code).toBe('session.expired')
      expect((await renew(cookie)).status).toBe(200)
    })

    test('is not done for a page of another site', async () => {
      const cookie = cookieOf(await signIn('north'))
      const foreign = { origin: 'https://evil.example', host: 'coldkeep.example' }
      expect((await renew(cookie, foreign)).body.code).toBe('session.required')
      const own = { origin: 'https://coldkeep.example', host: 'coldkeep.example' }
      expect((await renew(cookie, own)).status).toBe(200)
    })

    test('a copy that was renewed any number of times is found out as soon as the original comes', async () => {
      for (const renewals of [2, 3, 5]) {
        const received = await signIn('north')
        let copy = cookieOf(received)
        for (let done = 0; done < renewals; done++) {
          server.clock.advance(minutes(10))
          const renewed = await renew(copy)
          expect(renewed.status).toBe(200)
          copy = cookieOf(renewed)
        }
        expect((await renew(cookieOf(received))).body.code).toBe('session.expired')
        expect((await renew(copy)).status).toBe(401)
        expect(await server.db.selectFrom('signIn').select('signInId').execute()).toEqual([])
      }
    })

    test('a secret that was never given out ends no one', async () => {
      const cookie = cookieOf(await signIn('north'))
      const [ticket, secret = '', mark = ''] = cookie.split('.')
      for (const forged of [
        `${ticket}.${mark}.${secret}`,
        `${ticket}.${mark}`,
        `${ticket}.${mark}.${mark}`,
      ]) {
        expect((await renew(forged)).status).toBe(401)
      }
      expect((await renew(cookie)).status).toBe(200)
    })

    test('ends two weeks after the last one', async () => {
      const first = await signIn('north')
      server.clock.advance(days(13))
      const renewed = await renew(cookieOf(first))
      server.clock.advance(days(13))
      const again = await renew(cookieOf(renewed))
      expect(again.status).toBe(200)
      server.clock.advance(days(14))
      expect((await renew(cookieOf(again))).body.code).toBe('session.expired')
    })
  })

  describe('the end of a sign-in', () => {
    test('ends thirty days after signing in, however often it was renewed', async () => {
      let cookie = cookieOf(await signIn('north'))
      for (const day of [13, 26]) {
        server.clock.set(later(NOON, days(day)))
        cookie = cookieOf(await renew(cookie))
      }
      server.clock.set(later(NOON, days(30) - 1000))
      const last = await renew(cookie)
      expect(last.status).toBe(200)
      server.clock.advance(1000)
      expect((await renew(cookieOf(last))).body.code).toBe('session.expired')
      expect((await readMap(last.body.token)).body.code).toBe('session.expired')
    })

    test('signing out ends the token too, and the cookie', async () => {
      const received = await signIn('north')
      const cookie = cookieOf(received)
      const out = await server.send('POST', '/api/v2/auth/sign-out', { headers: { cookie } })
      expect([out.status, out.body]).toEqual([200, {}])
      expect(out.cookies[0]).toMatchObject({ name: 'coldkeep_renewal', value: '' })
      expect((await readMap(received.body.token)).body.code).toBe('session.expired')
      expect((await renew(cookie)).status).toBe(401)
    })

    test('signing out takes the secret: an id alone ends nothing', async () => {
      const received = await signIn('north')
      const cookie = cookieOf(received).replace(/\.[\w-]{43}\./, `.${'A'.repeat(43)}.`)
      await server.send('POST', '/api/v2/auth/sign-out', { headers: { cookie } })
      expect((await readMap(received.body.token)).status).toBe(200)
    })

    test('a changed password ends the sign-ins of the account, but not the one that changed it', async () => {
      const here = await signIn('north')
      const there = await signIn('north')
      const other = await signIn('admin')
      const by = Number(decodeJwt(here.body.token).sid) as never
      const change = { password: 'colder than before', by, now: NOON }
      await setPassword(server.db, server.fleet.accounts.north, change)
      expect((await readMap(here.body.token)).status).toBe(200)
      expect((await readMap(there.body.token)).status).toBe(401)
      expect((await renew(cookieOf(there))).status).toBe(401)
      expect((await readMap(other.body.token)).status).toBe(200)
      expect((await signIn('north')).status).toBe(401)
      expect((await signIn('north', 'colder than before')).status).toBe(200)
      await setPassword(server.db, server.fleet.accounts.north, { password: PASSWORD, by: null, now: NOON })
    })
  })

  describe('what the console loads first', () => {
    test('branding and the languages on offer', async () => {
      const { status, body } = await server.send('GET', '/config.json')
      expect(status).toBe(200)
      expect(body).toMatchObject({ url: '', port: '', title: 'Coldkeep' })
      expect(body.languages.map((each: { value: string }) => each.value)).toEqual([
        'en',
        'ja',
        'zh-CN',
        'zh-TW',
      ])
    })

    test('the texts of a language by their full key', async () => {
      const { body } = await server.send('GET', '/lang-zh-TW.json')
      expect(body['shell.words.inquire']).toBe('查詢')
    })

    test('a language that is not on offer has no texts', async () => {
      expect((await server.send('GET', '/lang-fr.json')).body.code).toBe('route.unknown')
    })
  })

  const setEnabled = (login: string, isEnabled: boolean) =>
    server.db.updateTable('account').set({ isEnabled }).where('login', '=', login).execute()
})
