import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { phone, walk } from './support/walk'

walk('what was done and refused is searched, viewed and downloaded', async (walk) => {
  const { page, server, signIn, open, expectNoBarriers } = walk
  const guess = Buffer.from(`${server.signIns.administrator.account}:a wrong guess`).toString('base64')
  await page.request.post('/api/v2/auth', { headers: { authorization: `Basic ${guess}` } })
  await signIn()
  await open('/Audit')
  const table = page.getByRole('region', { name: 'Entries' })
  await table
    .getByRole('row', { name: /Sign-in.*Done/ })
    .first()
    .waitFor()
  const refused = table.getByRole('row', { name: /Sign-in refused.*Refused/ }).first()
  await refused.waitFor()
  await expectNoBarriers()

  await refused.getByRole('button', { name: /^View entry/ }).click()
  const entry = page.getByRole('dialog', { name: /^Entry \d+/ })
  await entry.getByText('session.wrong_credentials').waitFor()
  await expectNoBarriers()
  await page.keyboard.press('Escape')
  await entry.waitFor({ state: 'detached' })

  const download = page.waitForEvent('download')
  await table.getByRole('button', { name: 'File to verify' }).click()
  const file = await text(await (await download).createReadStream())
  expect(file.split('\r\n')[0]).toContain('previous_hash')
  expect(file).toContain('session.wrong_credentials')

  await page.getByRole('textbox', { name: 'Account' }).fill('no such account')
  await table.getByText('No rows match').waitFor()
  await expect.poll(() => table.getByRole('button', { name: /^View entry/ }).count()).toBe(0)
})

walk(
  'the audit fits a phone, in dark and in Japanese',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/Audit')
    await page.getByRole('region').first().waitFor()
    await expectNoBarriers()
  },
  { ...phone, colorScheme: 'dark', locale: 'ja-JP' },
)
