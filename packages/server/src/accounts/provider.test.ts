import { minutes } from '@coldkeep/domain/time/instant'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertAttempt } from '../access/attempt-queries'
import { type ProviderRig, startProvider } from '../testing/provider-rig'
import {
  beginAtServer,
  finishAtServer,
  PROVIDER_NAME,
  settingsFor,
  signInAtProvider,
} from '../testing/provider-visitor'
import { describeEachDatabase } from '../testing/test-database'
import { basic, NOON, PUBLIC_URL, type Received, type TestServer, testServer } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'

let rig: ProviderRig
beforeAll(async () => {
  rig = await startProvider([`${PUBLIC_URL}/login`])
})
afterAll(() => rig.close())

const signIn = (server: TestServer, subject: string) => signInAtProvider(server, rig, subject)

async function audited(server: TestServer) {
  const rows = await server.db.selectFrom('audit').selectAll().orderBy('auditId').execute()
  return rows.map(({ kind, accountName, outcome, detail }) => ({ kind, accountName, outcome, detail }))
}

describeEachDatabase('signing in with the provider', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase(), provider: settingsFor(rig) })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    rig.people.clear()
    rig.tamper = null
    rig.people.set('7001', { preferred_username: 'north', name: 'Nora of the provider' })
    for (const table of ['signInFailure', 'signIn', 'providerIdentity', 'providerVisit'] as const) {
      await server.db.deleteFrom(table).execute()
    }
    await server.db.updateTable('account').set({ isEnabled: true, mustChangePassword: false }).execute()
  })

  const setNorth = (set: { isEnabled?: boolean; mustChangePassword?: boolean; login?: string }) =>
    server.db.updateTable('account').set(set).where('accountId', '=', server.fleet.accounts.north).execute()
  const profile = (token: string) =>
    server.send('GET', '/api/v2/account/profile', { headers: { authorization: `Bearer ${token}` } })

  test('the sign-in page receives the name of the provider', async () => {
    const { body } = await server.send('GET', '/api/v2/auth/options')
    expect(body).toEqual({ mail: false, provider: { name: PROVIDER_NAME } })
  })

  test('the browser is sent away with a proof key and what its answer is known by, and a cookie no script reads', async () => {
    const { body, cookies } = await server.send('POST', '/api/v2/auth/provider')
    const parameters = new URL(body.address).searchParams
    expect(Object.fromEntries(parameters)).toMatchObject({
      client_id: 'coldkeep',
      redirect_uri: 'https://hub.example/login',
      response_type: 'code',
      scope: 'openid profile',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(parameters.get(name)).toMatch(/^[\w-]{43}$/)
    expect(cookies).toMatchObject([
      { name: 'coldkeep_provider', httpOnly: true, sameSite: 'Strict', path: '/api/v2/auth', maxAge: 600 },
    ])
  })

  test('who comes back is signed in as the account of that name, with token and renewal cookie', async () => {
    const received = await signIn(server, '7001')
    expect(received.status, received.text).toBe(200)
    expect(received.body.user).toMatchObject({ name: 'Nora', must_change_password: false })
    expect(decodeJwt(received.body.token)).toMatchObject({ username: 'north' })
    const renewal = received.cookies.find(({ name }) => name === 'coldkeep_renewal')
    expect(renewal).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    const renewed = await server.send('POST', '/api/v2/auth/renew', {
      headers: { cookie: `coldkeep_renewal=${renewal?.value}` },
    })
    expect(renewed.body.user.name).toBe('Nora')
    const list = await server.send('GET', '/api/v2/account/sign-ins', {
      headers: { authorization: `Bearer ${received.body.token}` },
    })
    expect(list.body).toMatchObject([{ provider: PROVIDER_NAME, is_current: true }])
  })

  test('the audit has the link, the sign-in with its provider, and refusals with who it was there', async () => {
    const before = (await audited(server)).length
    await signIn(server, '7001')
    await signIn(server, 'stranger')
    const at = { provider: rig.issuer, provider_subject: '7001' }
    const stranger = { provider_subject: 'stranger', reason: 'no claim', code: 'session.provider_no_account' }
    expect((await audited(server)).slice(before)).toMatchObject([
      { kind: 'account.provider_link', accountName: 'Nora', outcome: 'done', detail: at },
      { kind: 'session.begin', accountName: 'Nora', detail: { provider: rig.issuer, address: '127.0.0.1' } },
      { kind: 'session.refused', accountName: '', outcome: 'refused', detail: stranger },
    ])
  })

  test('once linked the account is known by its subject, whatever either side calls it', async () => {
    await signIn(server, '7001')
    rig.people.set('7001', { preferred_username: 'admin' })
    expect((await signIn(server, '7001')).body.user.name).toBe('Nora')
    // the name has gone to someone else there: the account has not
    rig.people.set('9009', { preferred_username: 'north' })
    const other = await signIn(server, '9009')
    expect([other.status, other.body.code]).toEqual([403, 'session.provider_no_account'])
    expect(other.body.message).toContain(PROVIDER_NAME)
  })

  test('two first sign-ins at the same moment make one link', async () => {
    const both = await Promise.all([signIn(server, '7001'), signIn(server, '7001')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await server.db.selectFrom('providerIdentity').select('subject').execute()).toHaveLength(1)
  })

  test('no one gets an account by signing in there', async () => {
    rig.people.set('7002', { preferred_username: 'newcomer' })
    const accounts = () => server.db.selectFrom('account').select('login').execute()
    const before = await accounts()
    expect((await signIn(server, '7002')).body.code).toBe('session.provider_no_account')
    expect((await signIn(server, 'without a name')).body.code).toBe('session.provider_no_account')
    expect(await accounts()).toEqual(before)
  })

  test('a disabled account stays closed and unlinked', async () => {
    await setNorth({ isEnabled: false })
    const refused = await signIn(server, '7001')
    expect([refused.status, refused.body.code]).toEqual([403, 'session.account_disabled'])
    expect(await server.db.selectFrom('providerIdentity').selectAll().execute()).toEqual([])
    expect((await audited(server)).at(-1)).toMatchObject({ kind: 'session.refused', accountName: 'Nora' })
  })

  test('a temporary password is no concern of who comes from the provider, and the present one is asked for', async () => {
    await setNorth({ mustChangePassword: true })
    const { body } = await signIn(server, '7001')
    expect(body.user.must_change_password).toBe(false)
    expect((await profile(body.token)).body).toMatchObject({ by_provider: true })
    const change = await server.send('PATCH', '/api/v2/account/passwd', {
      headers: { authorization: `Bearer ${body.token}` },
      body: { passwd: 'as cold as can be' },
    })
    expect([change.status, change.body.code]).toEqual([403, 'account.current_required'])
  })

  test('an account with a second factor is linked by no one but who has signed in to it, and then not asked for', async () => {
    const row = { accountId: server.fleet.accounts.north, secret: new Uint8Array(20), confirmedAt: NOON }
    await server.db.insertInto('secondFactor').values(row).execute()
    const refused = await signIn(server, '7001')
    await server.db.deleteFrom('secondFactor').execute()
    expect([refused.status, refused.body.code]).toEqual([403, 'session.provider_not_linked'])
    expect(refused.cookies).toEqual([])
    const cookie = await signedIn()
    await server.db.insertInto('secondFactor').values(row).execute()
    const linked = await linkAs(cookie, '7001')
    const again = await signIn(server, '7001')
    await server.db.deleteFrom('secondFactor').execute()
    expect([linked.status, again.status]).toEqual([200, 200])
  })

  const signedIn = async (login = 'north') => {
    const { cookies } = await server.send('POST', '/api/v2/auth', { headers: basic(login, PASSWORD) })
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  }
  async function linkAs(cookie: string, subject: string): Promise<Received> {
    const begun = await server.send('POST', '/api/v2/auth/provider', {
      headers: { cookie },
      body: { link: true },
    })
    expect(begun.status, begun.text).toBe(200)
    const own = `${cookie}; ${begun.cookies[0]?.name}=${begun.cookies[0]?.value}`
    return finishAtServer(server, own, (await rig.signIn(begun.body.address, subject)).search.slice(1))
  }

  describe('without a claim', () => {
    let bare: TestServer
    beforeAll(async () => {
      bare = server
      server = await testServer({
        database: await openDatabase(),
        provider: settingsFor(rig, { claim: null }),
      })
      return async () => {
        await server.close()
        server = bare
      }
    })

    test('whoever calls themselves as an account there gets nowhere until its owner has linked it', async () => {
      rig.people.set('6666', { preferred_username: 'admin', email: '', email_verified: true })
      const refused = await signIn(server, '6666')
      expect([refused.status, refused.body.code]).toEqual([403, 'session.provider_not_linked'])
      expect(await server.db.selectFrom('providerIdentity').selectAll().execute()).toEqual([])
      rig.people.set('7001', { preferred_username: 'anything' })
      const linked = await linkAs(await signedIn(), '7001')
      expect(linked.body.user.name).toBe('Nora')
      expect((await signIn(server, '7001')).body.user.name).toBe('Nora')
      // the sign-in with the password has ended, those of the provider hold
      const kept = await server.db.selectFrom('signIn').select('issuer').execute()
      expect(kept.map(({ issuer }) => issuer)).toEqual([rig.issuer, rig.issuer])
      expect((await audited(server)).map(({ kind }) => kind)).toContain('account.provider_link')
    })

    test('linking takes a sign-in with the password, in this browser, and an identity of no one else', async () => {
      const begin = (cookie: string) =>
        server.send('POST', '/api/v2/auth/provider', { headers: { cookie }, body: { link: true } })
      expect((await begin('')).body.code).toBe('session.required')
      const cookie = await signedIn()
      expect((await begin(cookie.replace(/\.[\w-]{43}\./, `.${'A'.repeat(43)}.`))).body.code).toBe(
        'session.required',
      )
      const linked = await linkAs(cookie, '7001')
      const byProvider = linked.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      expect((await begin(byProvider)).body.code).toBe('session.required')
      const stolen = await linkAs(await signedIn('admin'), '7001')
      expect([stolen.status, stolen.body.code]).toEqual([403, 'session.provider_no_account'])
    })
  })

  describe('what is not taken', () => {
    const codeOf = async (received: Promise<Received>) => {
      const { status, body, cookies } = await received
      expect(cookies.filter(({ name }) => name === 'coldkeep_renewal')).toEqual([])
      return `${status} ${body.code}`
    }

    test('an answer that was used before', async () => {
      const { address, cookie } = await beginAtServer(server)
      const answer = (await rig.signIn(address, '7001')).search.slice(1)
      expect((await finishAtServer(server, cookie, answer)).status).toBe(200)
      expect(await codeOf(finishAtServer(server, cookie, answer))).toBe('410 session.provider_ended')
    })

    test('an answer in another browser, which leaves the true one its turn', async () => {
      const { address, cookie } = await beginAtServer(server)
      const answer = (await rig.signIn(address, '7001')).search.slice(1)
      const other = (await beginAtServer(server)).cookie
      expect(other).not.toBe(cookie)
      expect(await codeOf(finishAtServer(server, other, answer))).toBe('410 session.provider_ended')
      expect(await codeOf(finishAtServer(server, '', answer))).toBe('410 session.provider_ended')
      expect((await finishAtServer(server, cookie, answer)).status).toBe(200)
    })

    test('an answer after ten minutes', async () => {
      const { address, cookie } = await beginAtServer(server)
      const answer = (await rig.signIn(address, '7001')).search.slice(1)
      server.clock.advance(minutes(10))
      expect(await codeOf(finishAtServer(server, cookie, answer))).toBe('410 session.provider_ended')
    })

    test('an answer with another state, without one, or of no form', async () => {
      const { address, cookie } = await beginAtServer(server)
      const answer = (await rig.signIn(address, '7001')).searchParams
      answer.set('state', 'A'.repeat(43))
      expect(await codeOf(finishAtServer(server, cookie, String(answer)))).toBe('410 session.provider_ended')
      for (const text of ['code=x', 'state', '%%%']) {
        expect(await codeOf(finishAtServer(server, cookie, text))).toBe('410 session.provider_ended')
      }
    })

    test('the code of someone else in the own answer: the proof key is another', async () => {
      const [own, other] = [await beginAtServer(server), await beginAtServer(server)]
      const answer = (await rig.signIn(own.address, '7001')).searchParams
      const stolen = (await rig.signIn(other.address, '7001')).searchParams
      answer.set('code', stolen.get('code') ?? '')
      const refused = finishAtServer(server, own.cookie, String(answer))
      expect(await codeOf(refused)).toBe('403 session.provider_wrong_answer')
    })

    test('an answer of another issuer, or of none (RFC 9207)', async () => {
      for (const issuer of ['https://evil.example', null]) {
        const { address, cookie } = await beginAtServer(server)
        const answer = (await rig.signIn(address, '7001')).searchParams
        if (issuer === null) answer.delete('iss')
        else answer.set('iss', issuer)
        const refused = finishAtServer(server, cookie, String(answer))
        expect(await codeOf(refused)).toBe('403 session.provider_wrong_answer')
      }
    })

    test('an identity token whose signature, nonce, audience, issuer or end is not as it must be', async () => {
      type Claims = ReturnType<typeof decodeJwt>
      const resigned = (change: (claims: Claims) => Claims) => async (token: string) =>
        rig.signed(change(decodeJwt(token)))
      const wrong: Record<string, (token: string) => Promise<string>> = {
        signature: async (token) => token.replace(/[^.]+$/, 'A'.repeat(342)),
        contents: async (token) => {
          const [head, , signature] = token.split('.')
          const claims = JSON.stringify({ ...decodeJwt(token), sub: 'admin' })
          return `${head}.${Buffer.from(claims).toString('base64url')}.${signature}`
        },
        none: async (token) =>
          `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
        nonce: resigned((claims) => ({ ...claims, nonce: 'another' })),
        audience: resigned((claims) => ({ ...claims, aud: 'another client' })),
        issuer: resigned((claims) => ({ ...claims, iss: 'https://evil.example' })),
        end: resigned((claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 })),
        subject: resigned(({ sub: _, ...claims }) => claims),
      }
      const codes: Record<string, string> = {}
      for (const [name, change] of Object.entries(wrong)) {
        rig.tamper = async (answer) => ({ ...answer, id_token: await change(answer.id_token) })
        codes[name] = await codeOf(signIn(server, '7001'))
      }
      expect(codes).toEqual(
        Object.fromEntries(Object.keys(wrong).map((name) => [name, '403 session.provider_wrong_answer'])),
      )
      // the same way without a change is taken
      rig.tamper = async (answer) => ({
        ...answer,
        id_token: await resigned((claims) => claims)(answer.id_token),
      })
      expect((await signIn(server, '7001')).status).toBe(200)
    })

    test('an answer without an identity token', async () => {
      rig.tamper = async ({ id_token: _, ...answer }) => answer as never
      expect(await codeOf(signIn(server, '7001'))).toBe('403 session.provider_wrong_answer')
    })

    test('who thought better of it there', async () => {
      const { address, cookie } = await beginAtServer(server)
      const answer = await rig.cancel(address)
      expect(answer.searchParams.get('error')).toBe('access_denied')
      const received = await finishAtServer(server, cookie, answer.search.slice(1), { language: 'ja' })
      expect([received.status, received.body.code]).toEqual([403, 'session.provider_denied'])
      expect(received.body.message).toContain(`${PROVIDER_NAME} でサインインできませんでした`)
    })

    test('what a page of another site sends', async () => {
      const headers = { origin: 'https://evil.example', host: 'hub.example' }
      const sent = await server.send('POST', '/api/v2/auth/provider', { headers })
      expect([sent.status, sent.body.code, sent.cookies]).toEqual([401, 'session.required', []])
    })
  })

  test('windows of one browser may go at the same time', async () => {
    const first = await beginAtServer(server)
    const second = await beginAtServer(server, { cookie: first.cookie })
    expect(second.cookie).toBe(first.cookie)
    for (const { address } of [first, second]) {
      const answer = (await rig.signIn(address, '7001')).search.slice(1)
      expect((await finishAtServer(server, first.cookie, answer)).status).toBe(200)
    }
  })

  test('fifty ways that did not end well close the address for a quarter of an hour; those that did, do not count', async () => {
    for (let count = 0; count < 3; count++) expect((await signIn(server, '7001')).status).toBe(200)
    expect(await server.db.selectFrom('signInFailure').select('login').execute()).toEqual([])
    for (let count = 0; count < 49; count++) {
      await insertAttempt(server.db, { login: `provider:${count}`, address: '127.0.0.1' }, NOON)
    }
    await beginAtServer(server)
    const sent = await server.send('POST', '/api/v2/auth/provider')
    expect([sent.status, sent.body.code]).toEqual([429, 'session.too_many_attempts'])
    const elsewhere = { from: '203.0.113.9' }
    expect((await server.send('POST', '/api/v2/auth/provider', elsewhere)).status).toBe(200)
    server.clock.advance(minutes(15))
    await beginAtServer(server)
    // what was not finished has not stayed
    expect(await server.db.selectFrom('providerVisit').select('nonce').execute()).toHaveLength(1)
  })

  test('an administrator ends a link: sign-ins from there end, and the name counts again', async () => {
    const { body } = await signIn(server, '7001')
    const id = server.fleet.accounts.north
    const row = async () => {
      const listed = await server.send('GET', '/api/v2/accounts', { as: 'admin' })
      return listed.body.accounts.find((each: { login: string }) => each.login === 'north')
    }
    const end = (as: string) =>
      server.send('DELETE', `/api/v2/accounts/${id}/provider-identity`, { as }).then((sent) => sent.body.code)
    expect((await row()).has_provider_identity).toBe(true)
    expect(await end('north')).toBe('access.page')
    expect(await end('admin')).toBeUndefined()
    expect((await audited(server)).at(-1)).toMatchObject({ kind: 'account.provider_end', accountName: 'Ada' })
    expect((await row()).has_provider_identity).toBe(false)
    expect((await profile(body.token)).status).toBe(401)
    expect(await end('admin')).toBe('account.provider_unknown')
    rig.people.set('9009', { preferred_username: 'north' })
    expect((await signIn(server, '9009')).body.user.name).toBe('Nora')
  })
})
