import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithSmtp, type SmtpServer, startSmtpServer, textOf } from '../testing/smtp-server'
import { isMailAddress, type Mail, openMailSender } from './mail-sender'

const FROM = 'Coldkeep <keeper@hub.example>'
const mail: Mail = { to: 'nora@shop.example', subject: '冷凍櫃 4 太熱', text: '現在 -3 °C\n' }
const senderTo = (port: number, options = '') =>
  openMailSender({ smtpUrl: `smtp://127.0.0.1:${port}${options}`, from: FROM })

describeWithSmtp('mail to a server by others', () => {
  let server: SmtpServer
  beforeAll(async () => {
    server = await startSmtpServer({
      replies: { 'full@shop.example': ['452 Mailbox full'], 'gone@shop.example': ['550 No such user'] },
    })
  })
  afterAll(() => server.stop())

  test('arrives in any script, from our address, under the id that was given', async () => {
    const outcome = await senderTo(server.port).send({ ...mail, messageId: 'alarm-7@hub.example' })
    expect(outcome).toEqual({ kind: 'taken', messageId: 'alarm-7@hub.example', answer: '250 Kept' })
    const received = await server.mail(1)
    expect(received).toMatchObject({ from: 'keeper@hub.example', to: ['nora@shop.example'], overTls: false })
    expect(received.content).toMatch(/^From: Coldkeep <keeper@hub\.example>\r$/m)
    expect(received.content).toMatch(/^Message-ID: <alarm-7@hub\.example>\r$/m)
    expect(textOf(received)).toContain('現在 -3 °C')
  })

  test.each([
    ['full@shop.example', { kind: 'later', takesNone: false }],
    ['gone@shop.example', { kind: 'refused' }],
  ])('the answer of a server for %s is followed', async (to, outcome) => {
    expect(await senderTo(server.port).send({ ...mail, to })).toMatchObject(outcome)
  })

  test('no text gets another header or recipient into a mail', async () => {
    const sender = senderTo(server.port)
    const trap = '\r\nBcc: thief@evil.example'
    expect(await sender.send({ ...mail, to: `nora@shop.example${trap}` })).toMatchObject({ kind: 'refused' })
    await sender.send({ ...mail, subject: `Hot${trap}`, headers: { 'X-Coldkeep': `a${trap}` } })
    const received = await server.mail(2)
    expect(received.to).toEqual(['nora@shop.example'])
    expect(received.content).not.toMatch(/^bcc:/im)
  })

  test('goes over TLS where the server offers it, and only to a certificate that holds', async () => {
    const secured = await startSmtpServer({ tls: true })
    expect(await senderTo(secured.port).send(mail)).toMatchObject({ kind: 'later', reason: /certificate/ })
    const trusting = senderTo(secured.port, '/?tls.rejectUnauthorized=false')
    expect(await trusting.send(mail)).toMatchObject({ kind: 'taken' })
    expect(await secured.mail(1)).toMatchObject({ overTls: true })
    expect(secured.mails.length).toBe(1)
    await secured.stop()
  })

  test('a server that cannot be reached is tried again', async () => {
    const stopped = await startSmtpServer()
    await stopped.stop()
    expect(await senderTo(stopped.port).send(mail)).toMatchObject({ kind: 'later', takesNone: true })
  })
})

test.each([
  'a@b, c@d',
  'Nora <nora@shop.example>',
  'nora',
  'nora@',
  'a b@shop.example',
  `${'a'.repeat(250)}@b.de`,
])('"%s" is no mail address', (text) => expect(isMailAddress(text)).toBe(false))
