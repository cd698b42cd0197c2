import { randomUUID } from 'node:crypto'
import { epochMs } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoBarriersOn } from './support/check-accessible'
import { openContext } from './support/launch-browser'
import { type OwnSite, openOwnSite } from './support/own-site'
import { PageWatch } from './support/page-watch'
import { signIn } from './support/sign-in'
import { phone } from './support/walk'

// on a server of its own: who has cases sees another first page than others do
let site: OwnSite
beforeAll(async () => {
  site = await openOwnSite()
})
afterAll(() => site?.close())

/** Two cases: one of the administrator in a store that can be called, and one of no one. */
async function reportTwo(page: Page): Promise<void> {
  const { server, fleet } = site
  const { alder, birch } = fleet.stores
  const db = server.database.kysely
  await db.updateTable('store').set({ phone: '02-2345 #67' }).where('storeId', '=', alder.storeId).execute()
  const request = page.context().request
  const signed = await request.post('/api/v2/auth', {
    headers: { Authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}` },
    data: {},
  })
  const headers = { authorization: `Bearer ${(await signed.json()).token}` }
  const report = async (storeid: number, device: number, fault: string) => {
    const answer = await request.post('/api/v2/fix/cases', {
      headers,
      data: { key: randomUUID(), storeid: String(storeid), device: String(device), fault },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()).case as { id: string; revision: number }
  }
  const own = await report(alder.storeId, alder.freezer.deviceId, 'Ice on the coil')
  await report(birch.storeId, birch.freezer.deviceId, 'Light is out')
  const assigned = await request.patch(`/api/v2/fix/cases/${own.id}`, {
    headers,
    data: { key: randomUUID(), revision: own.revision, assignee: String(fleet.accounts.admin) },
  })
  expect(assigned.ok()).toBe(true)
}

test('on a phone, in Japanese and dark, who has cases sees them first, as cards for one hand', async () => {
  const context = await openContext({
    ...phone,
    baseURL: site.server.address,
    locale: 'ja-JP',
    colorScheme: 'dark',
    timezoneId: 'Asia/Taipei',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const watch = new PageWatch(page)
  await reportTwo(page)
  await signIn(page, { account: 'admin', password: PASSWORD })
  await page.goto('/_44_')
  const cards = page.getByRole('list', { name: '担当している案件' })
  const card = cards.getByRole('listitem')
  await card.getByText('Ice on the coil').waitFor()
  expect(await card.count()).toBe(1)
  await card.getByRole('heading', { name: 'N001 Alder Street' }).waitFor()
  await card.getByText('Freezer 1').waitFor()
  await card.getByText('受付', { exact: true }).waitFor()
  const call = card.getByRole('link', { name: '店舗 N001 Alder Street に電話' })
  expect(await call.getAttribute('href')).toBe('tel:022345,67')
  const targets = page.locator('main').locator('a, button')
  for (const target of await targets.all()) {
    const box = await target.boundingBox()
    expect(box?.height ?? 99, (await target.textContent()) ?? '').toBeGreaterThanOrEqual(44)
  }
  await expectNoBarriersOn(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  // to the record, and Back to the own cases
  await card.getByRole('link', { name: /^記録を開く/ }).tap()
  const record = page.getByRole('region', { name: /^修理記録 R-/ })
  await record.getByText('Ice on the coil').first().waitFor()
  await page.goBack()
  await card.getByText('Ice on the coil').waitFor()

  // to all cases, and back
  await page.getByRole('link', { name: 'すべての案件' }).tap()
  await page.getByText('Light is out').waitFor()
  await expectNoBarriersOn(page)
  await page.getByRole('link', { name: '自分の案件' }).tap()
  await card.getByText('Ice on the coil').waitFor()
  expect(await page.getByText('Light is out').count()).toBe(0)
  expect(watch.complaints()).toEqual([])
  await context.close()
})

test('home says what work is due, and leads to it', async () => {
  const { page, fleet, server } = site
  await signIn(page, { account: 'admin', password: PASSWORD })
  const watch = new PageWatch(page)
  await server.database.kysely
    .insertInto('upkeepPlan')
    .values({
      ...{ storeId: fleet.stores.alder.storeId, deviceId: null, deviceType: null },
      ...{ item: 'Clean condenser', note: 'x', every: 30, unit: 'day', base: 'due', graceDays: 0 },
      ...{ startsOn: localDate('2026-01-01'), dueOn: localDate('2026-01-01'), tasks: '[]' },
      createdAt: epochMs(Date.now()),
    })
    .execute()
  await page.goto('/home')
  const card = page.getByRole('region', { name: 'Work due' })
  await card.getByRole('link', { name: /^Upkeep due in 7 days\s*0$/ }).waitFor()
  await card.getByRole('link', { name: /^Open repairs\s*2$/ }).waitFor()
  await card.getByRole('link', { name: /^Running update jobs\s*0$/ }).waitFor()
  await expectNoBarriersOn(page)
  await card.getByRole('link', { name: /^Assigned to me\s*1$/ }).click()
  const cases = page.getByRole('region', { name: 'Repair cases' })
  await cases.getByText('Ice on the coil').waitFor()
  expect(await cases.getByText('Light is out').count()).toBe(0)
  await page.goBack()
  await card.getByRole('link', { name: /^Upkeep overdue\s*1$/ }).click()
  await page.getByRole('region', { name: 'Maintenance cycles' }).getByText('Clean condenser').waitFor()
  expect(watch.complaints()).toEqual([])
})

test('a case is taken along as a file, and figures say how long repairs take', async () => {
  const { page } = site
  await signIn(page, { account: 'admin', password: PASSWORD })
  await page.goto('/_44_')
  await page
    .getByRole('link', { name: /^R-\d{6}$/ })
    .first()
    .click()
  const record = page.getByRole('region', { name: /^Repair record R-/ })
  const saved = page.waitForEvent('download')
  await record.getByRole('button', { name: 'PDF' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^R-\d{6}\.pdf$/)
  await page.getByRole('link', { name: 'Figures' }).click()
  const times = page.getByRole('region', { name: 'How long repairs take' })
  await times.getByRole('row', { name: /All cases.*2/ }).waitFor()
  await page.getByText('No repairs in this period.').waitFor()
  await expectNoBarriersOn(page)
})

test('a department gets a list of progress of its own', async () => {
  const { page } = site
  await signIn(page, { account: 'admin', password: PASSWORD })
  await page.goto('/AlarmThresholdSetting?tab=progress')
  const list = page.getByRole('region', { name: 'Repair progress', exact: true })
  await page.getByText(/^This list comes from/).waitFor()
  await expectNoBarriersOn(page)
  await list.getByRole('button', { name: 'New' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Waiting for the landlord')
  await expectNoBarriersOn(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await list.getByRole('row', { name: /Waiting for the landlord/ }).waitFor()
  await page.getByText('This department has a list of its own.').waitFor()
  await list.getByRole('button', { name: 'Use the list above' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Use the list above' }).click()
  await page.getByText(/^This list comes from/).waitFor()
})
