import { createHmac } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseOption } from './support/choose-option'
import { holdCalls } from './support/hold-calls'
import { LINE_SECRET } from './support/line-secret'
import { phone, walk } from './support/walk'

const dialog = (page: Page) => page.getByRole('dialog')
const targets = (page: Page) => page.getByRole('region', { name: 'Notification targets', exact: true })
const steps = (page: Page) => page.getByRole('region', { name: 'Escalation steps', exact: true })

async function choose(page: Page, name: string, option: string): Promise<void> {
  await chooseOption(dialog(page).getByRole('combobox', { name }), option)
}

async function addTarget(page: Page, name: string): Promise<void> {
  await targets(page).getByRole('button', { name: 'New', exact: true }).first().click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name)
  await choose(page, 'Channel', 'In the console')
  await choose(page, 'Recipient', 'Ada (admin)')
}

/** Of an incomplete form: its button says what is missing. */
const saveKey = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).press('Enter')
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click()

walk('a target is added, tested, escalated to a second one, and removed', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/NotificationSetting')
  await page.getByText('No one is notified of alarms yet. Add a target.').waitFor()
  await expectNoBarriers()
  await addTarget(page, 'Shift lead')
  await dialog(page).getByRole('textbox', { name: 'Quiet from' }).fill('22')
  await expectNoBarriers()
  await saveKey(page)
  await dialog(page).getByText('The text does not have the expected format.').waitFor()
  await dialog(page).getByRole('textbox', { name: 'Quiet from' }).fill('22:00')
  await dialog(page).getByRole('textbox', { name: 'Quiet until' }).fill('06:30')
  await save(page)
  await dialog(page).waitFor({ state: 'detached' })
  await targets(page)
    .getByRole('row', { name: /^Shift lead.*Ada.*22:00 to 06:30/ })
    .waitFor()

  await targets(page).getByRole('button', { name: 'Test Shift lead' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Test' }).click()
  await page.getByText('The test message to Shift lead was accepted').first().waitFor()

  await addTarget(page, 'Director')
  await save(page)
  await dialog(page).waitFor({ state: 'detached' })
  await steps(page).getByRole('button', { name: 'New', exact: true }).first().click()
  await choose(page, 'First target', 'Shift lead')
  await choose(page, 'Next target', 'Shift lead')
  await saveKey(page)
  await dialog(page).getByText('Choose a target other than the first').waitFor()
  await choose(page, 'Next target', 'Director')
  await save(page)
  await dialog(page).waitFor({ state: 'detached' })
  await steps(page)
    .getByRole('row', { name: /^Shift lead.*15.*Director/ })
    .waitFor()
  await expectNoBarriers()

  await targets(page)
    .getByRole('row', { name: /^Director/ })
    .focus()
  await page.keyboard.press('Delete')
  const confirmation = page.getByRole('alertdialog', { name: 'Are you sure you want to delete?' })
  await confirmation.getByText('Its escalation steps are deleted too.').waitFor()
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No escalation steps.').waitFor()
  await targets(page)
    .getByRole('row', { name: /^Shift lead/ })
    .focus()
  await page.keyboard.press('Delete')
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No one is notified of alarms yet. Add a target.').waitFor()
})

walk('a LINE account is linked by a code that it sends, and its link is removed', async (walk) => {
  const { page, server, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/NotificationSetting')
  await targets(page).getByRole('button', { name: 'New', exact: true }).first().click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('On the move')
  await choose(page, 'Channel', 'LINE')
  await choose(page, 'Recipient', 'Whoever sends the code')
  await save(page)
  await dialog(page).waitFor({ state: 'detached' })
  const row = targets(page).getByRole('row', { name: /^On the move/ })
  await row.getByText('Not linked yet').waitFor()
  const linking = async () => {
    await targets(page).getByRole('button', { name: 'Link LINE' }).click()
    await dialog(page).getByRole('button', { name: 'Create code' }).click()
    const code = await dialog(page).locator('output').textContent()
    expect(code).toMatch(/^\d{6}$/)
    return code ?? ''
  }
  const code = await linking()
  await expectNoBarriers()
  const body = JSON.stringify({
    events: [
      { type: 'message', source: { type: 'user', userId: 'Uwalk' }, message: { type: 'text', text: code } },
    ],
  })
  const signature = createHmac('sha256', LINE_SECRET).update(body).digest('base64')
  const delivery = await fetch(`${server.address}/hooks/line`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-line-signature': signature },
    body,
  })
  expect(delivery.status).toBe(200)
  await page.getByText('The LINE account is linked to On the move').first().waitFor()
  await dialog(page).waitFor({ state: 'detached' })
  await row.getByText('Linked', { exact: true }).waitFor()

  await targets(page).getByRole('button', { name: 'Test On the move' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Test' }).click()
  await page.getByRole('alertdialog').getByText('The test message was not accepted: no connection').waitFor()
  await page.keyboard.press('Escape')

  await targets(page).getByRole('button', { name: 'Link LINE' }).click()
  await dialog(page).getByText('An account is already linked.').waitFor()
  await dialog(page).getByRole('button', { name: 'Remove link' }).click()
  await row.getByText('Not linked yet').waitFor()
  await row.focus()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No one is notified of alarms yet. Add a target.').waitFor()
})

walk('records show who was notified of what, and what became of it', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/_45_')
  const sent = page.getByRole('region', { name: 'Notifications', exact: true })
  await sent
    .getByRole('row', { name: /Cedar_Road.*Critical.*Email.*Duty engineer.*duty@frost\.example.*Sent/ })
    .waitFor()
  await sent.getByRole('row', { name: /Webhook.*Not delivered.*HTTP 400/ }).waitFor()
  // everything is visible at once, the message included
  const widths = await sent
    .getByRole('table')
    .evaluate((table) => [table.scrollWidth, table.parentElement?.clientWidth ?? 0])
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
  await page
    .getByRole('region', { name: 'By channel' })
    .getByRole('row', { name: /^Email/ })
    .waitFor()
  await expectNoBarriers()
  const filters = page.getByRole('form', { name: 'Filters' })
  const saved = page.waitForEvent('download')
  await filters.getByRole('button', { name: 'Save' }).click()
  expect(await text(await (await saved).createReadStream())).toContain('Duty engineer')
  const from = filters.getByRole('textbox', { name: 'From' })
  const before = await from.inputValue()
  await from.fill('')
  await from.press('Tab')
  await filters.getByText('Required').waitFor()
  // an invalid day is not sent, and the focus returns to its field
  await from.fill('the 3rd')
  await filters.getByRole('button', { name: 'Search' }).press('Enter')
  await filters.getByText('Enter a date as YYYY-MM-DD').waitFor()
  await expect.poll(() => from.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await from.inputValue()).toBe('the 3rd')
  expect(new URL(page.url()).searchParams.get('first')).toBeNull()
  await from.fill(before)
  // times of day are taken as they are typed, and written out
  const [first, last] = ['Start time', 'End time'].map((name) => filters.getByRole('textbox', { name }))
  await first?.fill('2500')
  await first?.press('Enter')
  await filters.getByText('Enter a time as HH:MM').waitFor()
  await first?.fill('830')
  await last?.fill('21:45')
  await last?.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('firstTime')).toBe('08:30')
  expect(new URL(page.url()).searchParams.get('lastTime')).toBe('21:45')
  expect(await first?.inputValue()).toBe('08:30')
  await chooseOption(page.getByRole('combobox', { name: 'Type' }), 'Lost terminals')
  await filters.getByRole('button', { name: 'Search' }).click()
  await sent.getByText('Nothing was sent in this period.').waitFor()
  expect(new URL(page.url()).searchParams.get('type')).toBe('tb')
  for (const [name, type] of [
    ['Service', 'service'],
    ['Online repair', 'online-fix'],
    ['Repair and upkeep', 'fix-maintain'],
  ] as const) {
    await chooseOption(page.getByRole('combobox', { name: 'Type' }), name)
    await filters.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('type')).toBe(type)
    await page.getByRole('region', { name: /^Notifications/ }).waitFor()
  }
})

walk(
  'on a phone, in Chinese and dark as well',
  async ({ page, signIn, open, expectNoBarriers }) => {
    const widthPx = () => page.evaluate(() => document.documentElement.scrollWidth)
    await signIn()
    const release = await holdCalls(page, '**/api/v2/util/notification/target')
    await open('/NotificationSetting')
    await page.getByRole('columnheader', { name: '名稱' }).waitFor()
    expect(await widthPx()).toBeLessThanOrEqual(390)
    release()
    await page.getByText('目前沒有人會收到告警通知。').waitFor()
    await expectNoBarriers()
    await open('/_45_')
    await page.getByText('未送達').first().waitFor()
    await expectNoBarriers()
    expect(await widthPx()).toBeLessThanOrEqual(390)
  },
  { ...phone, locale: 'zh-TW', colorScheme: 'dark' },
)
