import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProviderRig, PUBLIC_CLIENT_ID, startProvider } from '../testing/provider-rig'
import {
  beginAtServer,
  finishAtServer,
  PROVIDER_NAME,
  settingsFor,
  signInAtProvider,
} from '../testing/provider-visitor'
import { describeEachDatabase } from '../testing/test-database'
import { PUBLIC_URL, type TestServer, testServer } from '../testing/test-server'
import type { ProviderSettings } from './open-provider'

let rig: ProviderRig
beforeAll(async () => {
  rig = await startProvider([`${PUBLIC_URL}/login`])
})
afterAll(() => rig.close())

const signIn = (server: TestServer, subject: string) => signInAtProvider(server, rig, subject)

describeEachDatabase('a server with another provider setting', (openDatabase) => {
  const withServer = async (over: Partial<ProviderSettings>, work: (server: TestServer) => Promise<void>) => {
    const server = await testServer({ database: await openDatabase(), provider: settingsFor(rig, over) })
    await work(server).finally(() => server.close())
  }

  test('by mail address: one that the provider has made sure of, and that one account has alone', () =>
    withServer({ claim: 'email' }, async (server) => {
      const { north, south } = server.fleet.accounts
      const setEmail = (email: string, ...ids: (typeof north)[]) =>
        server.db.updateTable('account').set({ email }).where('accountId', 'in', ids).execute()
      await setEmail('Nora@shop.example', north)
      rig.people.set('8001', { email: 'nora@shop.example', email_verified: false })
      expect((await signIn(server, '8001')).body.code).toBe('session.provider_no_account')
      rig.people.set('8001', { email: 'nora@shop.example' })
      expect((await signIn(server, '8001')).body.code).toBe('session.provider_no_account')
      rig.people.set('8001', { email: 'nora@shop.example', email_verified: true })
      await setEmail('nora@shop.example', south)
      expect((await signIn(server, '8001')).body.code).toBe('session.provider_no_account')
      await setEmail('', south)
      expect((await signIn(server, '8001')).body.user.name).toBe('Nora')
      // no one is found by no address
      rig.people.set('8002', { email: '', email_verified: true })
      expect((await signIn(server, '8002')).body.code).toBe('session.provider_no_account')
    }))

  test('a public client is known by the proof key alone', () =>
    withServer({ clientId: PUBLIC_CLIENT_ID, clientSecret: null }, async (server) => {
      rig.people.set('7001', { preferred_username: 'north' })
      expect((await signIn(server, '7001')).status).toBe(200)
    }))

  test('a wrong secret is nothing that who signs in can mend', () =>
    withServer({ clientSecret: 'of another installation' }, async (server) => {
      const received = await signIn(server, '7001')
      expect([received.status, received.body.code]).toEqual([503, 'provider.unreachable'])
      server.faults.length = 0
    }))

  test('a provider out of reach is reported, counts against no one, and is tried again', async () => {
    const gone = await startProvider([`${PUBLIC_URL}/login`])
    const { port } = new URL(gone.issuer)
    await gone.close()
    await withServer({ issuer: gone.issuer }, async (server) => {
      const sent = await server.send('POST', '/api/v2/auth/provider', { headers: { language: 'zh-TW' } })
      expect([sent.status, sent.body.code]).toEqual([503, 'provider.unreachable'])
      expect(sent.body.message).toContain(`目前無法連線到 ${PROVIDER_NAME}`)
      expect(await server.db.selectFrom('signInFailure').selectAll().execute()).toEqual([])
      server.faults.length = 0
      const back = await startProvider([`${PUBLIC_URL}/login`], Number(port))
      back.people.set('7001', { preferred_username: 'north' })
      const { address, cookie } = await beginAtServer(server)
      const answer = (await back.signIn(address, '7001')).search.slice(1)
      // it goes while someone is there
      await back.close()
      const received = await finishAtServer(server, cookie, answer)
      expect([received.status, received.body.code]).toEqual([503, 'provider.unreachable'])
      server.faults.length = 0
    })
  })

  test('without a provider there is none to sign in with', async () => {
    const server = await testServer({ database: await openDatabase() })
    const body = { answer: 'code=a&state=b' }
    for (const sent of [
      await server.send('POST', '/api/v2/auth/provider'),
      await server.send('POST', '/api/v2/auth/provider/answer', { body }),
    ]) {
      expect([sent.status, sent.body.code]).toEqual([409, 'provider.off'])
    }
    expect((await server.send('GET', '/api/v2/auth/options')).body.provider).toBeNull()
    await server.close()
  })
})
