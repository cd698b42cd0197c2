import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailSender } from '../../mail/mail-sender'
import { downloadRig, orderWords } from '../../testing/download-rig'
import { silent } from '../../testing/ingest-rig'
import { describeWithSmtp, type SmtpServer, startSmtpServer, textOf } from '../../testing/smtp-server'
import { testDatabase } from '../../testing/test-database'
import { PUBLIC_URL, type TestServer, testServer } from '../../testing/test-server'
import { throwing } from '../../testing/throwing'
import { mailReports } from './mail-reports'

const PASSWORD = 'cold mail'

describeWithSmtp('the mail about a report', () => {
  let smtp: SmtpServer
  let server: TestServer
  let closeDatabase = async () => {}
  beforeAll(async () => {
    smtp = await startSmtpServer({ password: PASSWORD })
    const database = await testDatabase('embedded')
    closeDatabase = () => database.close()
    server = await testServer({ database: database.kysely, kinds: downloadRig().kinds })
    await server.db
      .updateTable('account')
      .set({ email: 'ada@shop.example' })
      .where('login', '=', 'admin')
      .execute()
  })
  afterAll(async () => {
    await server.close()
    await closeDatabase()
    await smtp.stop()
  })

  const mailWith = async (password: string) => {
    const smtpUrl = `smtp://keeper:${encodeURIComponent(password)}@127.0.0.1:${smtp.port}`
    const mail = openMailSender({ smtpUrl, from: 'Coldkeep <keeper@hub.example>' })
    await mailReports({
      db: server.db,
      aside: throwing,
      clock: server.clock,
      log: silent,
      mail,
      publicUrl: PUBLIC_URL,
    })
    mail.close()
  }
  const isMailed = async () =>
    (await server.db.selectFrom('download').select('isMailed').execute())[0]?.isMailed

  test('goes out once the file is there, once, and leads to the console without the file', async () => {
    await orderWords(server, '週報', { language: 'zh-TW' })
    await server.db.updateTable('download').set({ isMailed: false }).execute()
    await mailWith(PASSWORD)
    expect(smtp.mails).toEqual([])
    await server.makeDownloads()
    await mailWith('wrong')
    expect(await isMailed()).toBe(false)
    await mailWith(PASSWORD)
    await mailWith(PASSWORD)
    const mail = await smtp.mail(1)
    expect(smtp.mails).toHaveLength(1)
    expect(mail.to).toEqual(['ada@shop.example'])
    const text = textOf(mail)
    expect(text).toContain('報表「週報」已完成')
    expect(text).toContain(`${PUBLIC_URL}/DownloadSenseData?record=1`)
    expect(text).not.toContain('token')
    expect(await isMailed()).toBe(true)
  })
})
