import { expect } from 'vitest'
import { phone, walk } from './support/walk'

walk('the bell holds the latest messages; each leads to its alarm and counts as read then', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn('owner')
  await open('/home')
  const bell = page.getByRole('button', { name: /^Alarms: .* unread messages?$/ })
  await page.getByRole('button', { name: /2 unread messages$/ }).click()
  const panel = page.getByRole('dialog', { name: /unread messages?$/ })
  await panel.getByText('Cedar_Road: 2 new alarms').waitFor()
  await expectNoBarriers()
  await panel.getByRole('link', { name: /^Critical: Cedar_Road, Above the limit/ }).click()
  await page.waitForURL(/\/Alarms\?store=\d+&alarm=\d+$/)
  const history = page.getByRole('dialog', { name: /^History: Cedar_Road/ })
  await history.waitFor()
  await expectNoBarriers()
  await history.getByRole('button', { name: 'Close' }).last().click()
  await page.waitForURL(/\/Alarms\?store=\d+$/)

  await page.getByRole('button', { name: /1 unread message$/ }).click()
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await panel.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' })
  expect(await bell.getAttribute('aria-label')).toContain('0 unread messages')
  await panel.getByRole('link', { name: /^Alarms: / }).click()
  await page.waitForURL('**/Alarms')
  await panel.waitFor({ state: 'detached' })
})

walk(
  'on a phone, in Japanese and in dark too',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn('owner')
    await open('/home')
    await page.getByRole('button', { name: /未読メッセージ/ }).click()
    await page
      .getByRole('dialog', { name: /未読メッセージ/ })
      .getByText('Both.')
      .waitFor()
    await expectNoBarriers()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  },
  { ...phone, locale: 'ja-JP', colorScheme: 'dark' },
)
