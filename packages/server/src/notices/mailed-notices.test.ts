import { later, minutes } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailSender } from '../mail/mail-sender'
import { alarmWriter, insertNoticeTarget, outboxOf } from '../testing/notice-rig'
import { describeWithSmtp, type SmtpServer, startSmtpServer, textOf } from '../testing/smtp-server'
import { testDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { emailChannel } from './channels/email'
import { sendNotices } from './send-notices'

const PASSWORD = 'cold mail'

describeWithSmtp('notices by mail, to a server by others', () => {
  let smtp: SmtpServer
  let server: TestServer
  let closeDatabase = async () => {}
  beforeAll(async () => {
    smtp = await startSmtpServer({
      password: PASSWORD,
      replies: { 'full@shop.example': ['452 Mailbox full'], 'gone@shop.example': ['550 No such user'] },
    })
    const database = await testDatabase('embedded')
    closeDatabase = () => database.close()
    server = await testServer({ database: database.kysely })
  })
  afterAll(async () => {
    await server.close()
    await closeDatabase()
    await smtp.stop()
  })

  const round = async (password: string) => {
    const smtpUrl = `smtp://keeper:${encodeURIComponent(password)}@127.0.0.1:${smtp.port}`
    const mail = openMailSender({ smtpUrl, from: 'Coldkeep <keeper@hub.example>' })
    await sendNotices({
      db: server.db,
      clock: server.clock,
      log: pino({ level: 'silent' }),
      random: () => 0.5,
      ...server.notices,
      channels: { email: emailChannel(mail, 'hub.example') },
    })
    mail.close()
  }
  const troubles = () => server.db.selectFrom('noticeTrouble').select(['channel', 'message']).execute()

  test('wait while it refuses our sign-in, which is reported; then each goes as the server answers for it', async () => {
    const { north, stores } = server.fleet
    for (const name of ['nora', 'full', 'gone'])
      await insertNoticeTarget(server.db, north, { channel: 'email', address: `${name}@shop.example`, name })
    const alarmId = await alarmWriter(server.db, server.clock).raise(stores.alder, 'critical')
    await round('wrong')
    const refused = 'retry Invalid login: 535 5.7.8 Authentication credentials invalid'
    expect(await outboxOf(server.db, alarmId)).toEqual(Array(3).fill(`raised email 0 ${refused}`))
    expect(await troubles()).toEqual([{ channel: 'email', message: expect.stringMatching(/ 535 /) }])

    server.clock.set(later(NOON, minutes(1)))
    await round(PASSWORD)
    const mail = await smtp.mail(1)
    expect(mail.to).toEqual(['nora@shop.example'])
    expect(mail.content).toMatch(/^Message-ID: <\d+-\d+-email-0@hub\.example>\r$/m)
    expect(mail.content).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(mail.content).toMatch(/^Subject: Critical: Alder Street, Above the limit\r$/m)
    expect(textOf(mail)).toContain('You are notified because of the notification target "nora".')
    // one mailbox says nothing of the others
    expect(await troubles()).toEqual([])
    expect(smtp.mails).toHaveLength(1)

    server.clock.set(later(NOON, minutes(4)))
    await round(PASSWORD)
    expect((await smtp.mail(2)).to).toEqual(['full@shop.example'])
    const path = '/api/v2/msg/notification/records/alarm?start=2026-11-20T00:00:00&end=2026-11-20T23:59:59'
    const { body } = await server.send('GET', path, { as: 'admin' })
    const rows = body.tables[1].data.map(({ value }: { value: unknown[] }) => value.slice(7, 13))
    const failed = "Can't send mail - all recipients were rejected: 550 No such user"
    expect(rows.toSorted()).toEqual([
      ['full', 'full@shop.example', 0, 'Sent', null, 3],
      ['gone', 'gone@shop.example', 0, 'Not delivered', failed, 2],
      ['nora', 'nora@shop.example', 0, 'Sent', null, 2],
    ])
  })
})
