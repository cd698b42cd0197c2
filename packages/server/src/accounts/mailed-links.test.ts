import { minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openMailSender } from '../mail/mail-sender'
import { describeWithSmtp, type SmtpServer, startSmtpServer, textOf } from '../testing/smtp-server'
import { auditOf } from '../testing/terminal-records'
import { testDatabase } from '../testing/test-database'
import { basic, NOON, PUBLIC_URL, type TestServer, testServer } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'
import { findLink } from './mailed-links'

const PATH = '/api/v2/auth/forgot'

describeWithSmtp('links by mail', () => {
  let server: TestServer
  let smtp: SmtpServer
  let mails = 0
  let closeDatabase = async () => {}
  beforeAll(async () => {
    smtp = await startSmtpServer()
    const database = await testDatabase('embedded')
    closeDatabase = () => database.close()
    const mail = openMailSender({ smtpUrl: `smtp://127.0.0.1:${smtp.port}`, from: 'keeper@hub.example' })
    server = await testServer({ database: database.kysely, mail })
    const reachable = { email: 'nora@shop.example' }
    await server.db.updateTable('account').set(reachable).where('login', '=', 'north').execute()
  })
  afterAll(async () => {
    await server.close()
    await closeDatabase()
    await smtp.stop()
  })
  beforeEach(async () => {
    server.clock.advance(minutes(40))
    await server.db.deleteFrom('mailedLink').execute()
    await server.db.deleteFrom('mailing').execute()
  })

  const requestLink = (account: string, headers = {}, from = '127.0.0.1') =>
    server.send('POST', '/api/v2/auth/forgot', { body: { account }, headers, from })
  const follow = (token: string, passwd: string) =>
    server.send('POST', '/api/v2/auth/link', { body: { token, passwd } })
  const signIn = (password: string) =>
    server.send('POST', '/api/v2/auth', { headers: basic('north', password), body: {} })
  const nextMail = () => smtp.mail(++mails)
  const tokenIn = (text: string) => /#link=([\w-]{43})\n/.exec(text.replaceAll('\r', ''))?.[1] ?? ''
  async function tokenFor(account: string) {
    await requestLink(account)
    return tokenIn(textOf(await nextMail()))
  }

  test('one that is requested comes in words, leads where the settings say, and chooses a password once', async () => {
    const { body: before } = await signIn(PASSWORD)
    const hostile = { language: 'zh-TW', host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    expect((await requestLink('north', hostile)).body).toEqual({})
    const mail = await nextMail()
    const text = textOf(mail)
    expect(mail.to).toEqual(['nora@shop.example'])
    expect(text).toContain('Nora，您好')
    expect(text).toContain(`${PUBLIC_URL}/login#link=`)
    expect(mail.content).not.toContain('evil')
    const token = tokenIn(text)
    expect((await follow(token, 'short')).body.fields).toEqual({ passwd: 'length' })
    expect((await follow(token, PASSWORD)).body.code).toBe('account.password_same')
    expect((await follow(token, 'Password123')).body.code).toBe('account.password_common')
    const done = await follow(token, 'colder than before')
    expect([done.status, done.body]).toEqual([200, { account: 'north' }])
    expect((await follow(token, 'another one of mine')).body.code).toBe('link.ended')
    expect((await signIn(PASSWORD)).status).toBe(401)
    expect((await signIn('colder than before')).status).toBe(200)
    const headers = { authorization: `Bearer ${before.token}` }
    expect((await server.send('GET', '/api/v2/account/info', { headers })).status).toBe(401)
    expect(await auditOf(server, 'north')).toContain('account.password · Nora · done')
  })

  test('of two who follow the same link at once one chooses, and other links of the account end', async () => {
    const [token, older] = [await tokenFor('north'), await tokenFor('north')]
    const both = await Promise.all([follow(token, 'the first of two'), follow(token, 'the second of two')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    expect((await follow(older, 'a third password')).status).toBe(410)
  })

  test('ends after 30 minutes', async () => {
    const token = await tokenFor('north')
    server.clock.advance(minutes(30) - 1)
    expect(await findLink(server.db, token, server.clock.now())).toMatchObject({ login: 'north' })
    server.clock.advance(1)
    expect((await follow(token, 'too late for me')).body.code).toBe('link.ended')
  })

  test('the answer is the same for accounts that do not exist, have no address or are disabled', async () => {
    const disabled = { isEnabled: false, email: 'ada@shop.example' }
    await server.db.updateTable('account').set(disabled).where('login', '=', 'admin').execute()
    for (const account of ['nobody', '南', 'admin', 'a\r\nBcc: all']) {
      expect((await requestLink(account, {}, `203.0.113.${account.length}`)).body).toEqual({})
    }
    await server.db.updateTable('account').set({ isEnabled: true }).where('login', '=', 'admin').execute()
    await requestLink('north', {}, '203.0.113.99')
    expect((await nextMail()).to).toEqual(['nora@shop.example'])
    expect(smtp.mails).toHaveLength(mails)
  })

  test('no one is flooded: three mails in half an hour for an account, which need not exist', async () => {
    for (const account of ['north', 'nobody']) {
      for (let times = 0; times < 3; times++) {
        server.clock.advance(minutes(1))
        expect((await requestLink(account)).status).toBe(200)
      }
      // the first of the three was asked for two minutes ago
      const refused = await requestLink(account.toUpperCase(), { language: 'zh-TW' })
      expect([refused.status, refused.body.code]).toEqual([429, 'mail.too_many'])
      expect(refused.headers['retry-after']).toBe(String(28 * 60))
      expect(refused.body.message).toBe('短時間內要求的郵件過多，請於 28 分鐘後再試；已寄出的郵件仍然有效。')
    }
    for (let come = 0; come < 3; come++) await nextMail()
    expect(smtp.mails).toHaveLength(mails)
  })

  test('nor from one place: five askings a minute', async () => {
    for (let times = 0; times < 5; times++) expect((await requestLink(`nobody${times}`)).status).toBe(200)
    const refused = await requestLink('nobody')
    expect([refused.status, refused.body.code]).toEqual([429, 'request.too_many'])
  })

  test('accounts that share an address share its three mails, and no answer says so', async () => {
    await server.db
      .updateTable('account')
      .set({ email: 'Nora@shop.example' })
      .where('login', '=', '南')
      .execute()
    for (const [n, account] of ['north', '南', 'north', '南'].entries()) {
      expect((await requestLink(account, {}, `203.0.113.${n}`)).body).toEqual({})
      if (n < 3) await nextMail()
    }
    await server.db
      .updateTable('account')
      .set({ email: 'ada@shop.example' })
      .where('login', '=', 'admin')
      .execute()
    await requestLink('admin', {}, '203.0.113.9')
    expect((await nextMail()).to).toEqual(['ada@shop.example'])
    expect(smtp.mails).toHaveLength(mails)
    await server.db.updateTable('account').set({ email: '' }).where('login', '=', '南').execute()
  })

  test('an account is invited by who sets its rights, and by no one else', async () => {
    const invite = (id: number, as: string) =>
      server.send('POST', `/api/v2/accounts/${id}/invitation`, { as })
    const { north, south } = server.fleet.accounts
    expect((await invite(north, '南')).body.code).toBe('access.page')
    expect((await invite(south, 'admin')).body.code).toBe('account.no_address')
    expect((await invite(999_999, 'admin')).body.code).toBe('account.unknown')
    expect((await invite(north, 'admin')).status).toBe(200)
    const text = textOf(await nextMail())
    expect(text).toContain('You have an account at Coldkeep: north')
    expect((await follow(tokenIn(text), 'my own password')).status).toBe(200)
    expect(await auditOf(server, 'north')).toContain('account.invite · Ada · done')
    for (let again = 0; again < 2; again++) {
      expect((await invite(north, 'admin')).status).toBe(200)
      await nextMail()
    }
    const refused = await invite(north, 'admin')
    expect([refused.status, refused.body.code]).toEqual([429, 'mail.too_many'])
    expect(refused.body.message).toContain('Try again in 30 minutes')
  })
})

test('where no mail goes out, none is promised', async () => {
  const database = await testDatabase('embedded')
  const server = await testServer({ database: database.kysely })
  server.clock.set(NOON)
  expect((await server.send('GET', '/api/v2/auth/options')).body).toEqual({ mail: false, provider: null })
  const refused = await server.send('POST', PATH, { body: { account: 'north' } })
  expect([refused.status, refused.body.code]).toEqual([409, 'mail.off'])
  await server.close()
  await database.close()
})
