import { documentOf } from '@coldkeep/server/testing/documents'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoBarriersOn } from './support/check-accessible'
import { chooseOption } from './support/choose-option'
import { openContext } from './support/launch-browser'
import { type OwnSite, openOwnSite } from './support/own-site'
import { PageWatch } from './support/page-watch'
import { signIn, signInByForm } from './support/sign-in'

// on a server of its own: other walks count the stores and devices of theirs
let site: OwnSite
beforeAll(async () => {
  site = await openOwnSite()
})
afterAll(() => site?.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const steps = (page: Page) => page.getByRole('navigation', { name: 'Store settings' })
const step = (page: Page, name: string) => steps(page).getByRole('listitem').filter({ hasText: name })
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name: new RegExp(`^(Step \\d of 7)?\\s*${name}$`) }).waitFor()
const dialog = (page: Page) => page.getByRole('dialog')

async function choose(within: Page | ReturnType<typeof dialog>, field: string, option: string) {
  await chooseOption(within.getByRole('combobox', { name: field, exact: true }), option)
}

async function next(page: Page, name: string) {
  await button(page, 'Next').click()
  await heading(page, name)
}

test('a new store is set up in seven steps, across a reload, and exists with all its parts', async () => {
  const { page } = site
  const expectNoBarriers = () => expectNoBarriersOn(page)
  const watch = new PageWatch(page)
  await signInByForm(page, { account: 'admin', password: PASSWORD })
  await page.goto('/StoreSettings')
  await heading(page, 'Organisation')
  await expectNoBarriers()
  await button(page, 'Next').press('Enter')
  await heading(page, 'Organisation')
  await choose(page, 'Division', 'North')
  await page.getByRole('textbox', { name: 'New department below it' }).fill('Harbour')
  await next(page, 'Store')
  await page.getByRole('textbox', { name: 'Number' }).fill('N777')
  await page.getByRole('textbox', { name: 'Name' }).fill('Fir Quay')
  await expectNoBarriers()
  await next(page, 'Store information')
  await choose(page, 'Country', 'Taiwan (TW)')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Taipei')
  await page.getByRole('option', { name: 'Asia/Taipei' }).click()
  await page.getByRole('textbox', { name: 'Phone' }).fill('call me')
  await page.getByRole('textbox', { name: 'Tax id' }).fill('12345678')
  await page.getByText('This is not a phone number.').waitFor()
  await expectNoBarriers()
  await page.getByRole('textbox', { name: 'Phone' }).fill('02-2345-6789')
  await next(page, 'Network and alarm notification')

  await button(page, 'Add terminal').click()
  const terminal = page.getByRole('article', { name: 'New terminal 1' })
  await terminal.getByRole('button', { name: 'New', exact: true }).first().click()
  await dialog(page).getByRole('textbox', { name: 'Port' }).fill('com1')
  await dialog(page).getByRole('textbox', { name: 'Serial device' }).fill('/dev/ttyUSB0')
  await expectNoBarriers()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await terminal.getByRole('row', { name: /^com1.*9600 8N1/ }).waitFor()
  await expectNoBarriers()
  await next(page, 'Fridge list')

  const list = page.getByRole('region', { name: 'Devices', exact: true })
  await list.getByRole('button', { name: 'New', exact: true }).first().click()
  await choose(dialog(page), 'Port', 'com1')
  await dialog(page).getByRole('textbox', { name: 'Unit ID' }).fill('5')
  await dialog(page).getByRole('textbox', { name: 'Device' }).fill('Island 5')
  await choose(dialog(page), 'Type', 'Open case')
  await choose(dialog(page), 'Zone', 'Frozen')
  await choose(dialog(page), 'Brand', 'Carel')
  await choose(dialog(page), 'Model', 'IR33')
  await dialog(page).getByRole('checkbox', { name: 'Insured' }).check()
  await expectNoBarriers()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await list.getByRole('row', { name: /^Island 5.*New terminal 1 · com1/ }).waitFor()
  await list.getByRole('button', { name: 'New', exact: true }).first().click()
  await choose(dialog(page), 'Port', 'com1')
  await dialog(page).getByRole('textbox', { name: 'Unit ID' }).fill('5')
  await dialog(page).getByRole('textbox', { name: 'Device' }).fill('Mains')
  await choose(dialog(page), 'Type', 'Main meter')
  await choose(dialog(page), 'Brand', 'Eastron')
  await choose(dialog(page), 'Model', 'SDM630')
  await dialog(page).getByRole('button', { name: 'Save' }).press('Enter')
  await dialog(page).getByText('Unit ID 5 is already in use there.').waitFor()
  await dialog(page).getByRole('textbox', { name: 'Unit ID' }).fill('9')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await list.getByRole('row', { name: /^Mains/ }).press('Delete')
  const confirmation = page.getByRole('alertdialog', { name: 'Are you sure you want to delete?' })
  await confirmation.getByText('Mains', { exact: true }).waitFor()
  await page.locator('button:focus').getByText('Cancel').waitFor()
  await page.keyboard.press('Enter')
  await list.getByRole('row', { name: /^Mains/ }).waitFor()
  await expectNoBarriers()
  await page.getByText(/^Saved \d\d:\d\d$/).waitFor()

  await page.reload()
  await heading(page, 'Fridge list')
  await list.getByRole('row', { name: /^Mains/ }).waitFor()
  await page.getByText(/^This is a draft, saved .* by Ada/).waitFor()
  await next(page, 'Alarm settings')
  const loss = page.getByRole('region', { name: 'Host-lost alarm' })
  await loss.getByRole('radio', { name: 'Custom rule' }).check()
  await loss.getByRole('textbox', { name: 'Lost minutes in the window' }).fill('90')
  await page
    .getByRole('article', { name: 'Falling report' })
    .getByRole('radio', { name: 'Custom rule' })
    .check()
  const limits = page.getByRole('region', { name: 'Temperature limits' })
  await limits.getByRole('row', { name: /^Frozen No data \u221218 / }).waitFor()
  await limits.getByRole('columnheader', { name: 'Insured range °C' }).waitFor()
  await expectNoBarriers()
  await next(page, 'Value-added services')
  await button(page, 'Next').press('Enter')
  await step(page, 'Value-added services').getByText('Current step').waitFor()
  const island = page.getByRole('group', { name: 'Island 5' })
  await island.getByRole('textbox', { name: 'Insured from' }).fill('2026-01-01')
  await island.getByRole('textbox', { name: 'Insured until' }).fill('2099-12-31')
  await page.getByRole('textbox', { name: 'Mains: contracted demand' }).fill('49.5')
  await expectNoBarriers()
  await next(page, 'Review')

  const wrong = page.getByRole('alert', { name: 'What is wrong' })
  await wrong.getByText(/Alarm settings · Host-lost alarm · Lost minutes in the window/).waitFor()
  await step(page, 'Alarm settings').getByText('Needs correction').waitFor()
  await expectNoBarriers()
  await page.getByRole('link', { name: 'Edit Alarm settings' }).click()
  await loss.getByRole('textbox', { name: 'Lost minutes in the window' }).fill('45')
  await step(page, 'Review').getByRole('link').click()
  await heading(page, 'Review')
  await page.getByRole('region', { name: 'Organisation' }).getByText('Harbour').waitFor()
  await button(page, 'Create store').click()
  const codes = page.getByRole('dialog', { name: 'Terminals' })
  await codes.getByRole('row', { name: /N777.*TB-[0-9A-Z]{8}/ }).waitFor()
  await expectNoBarriers()
  await codes.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).last().click()
  await page.waitForURL(/storeid=\d+/)
  await page.getByText('N777 Fir Quay').first().waitFor()

  await page.goto('/_32_')
  await page.getByRole('searchbox', { name: 'Search' }).fill('N777')
  await page.getByRole('row', { name: /^Island 5.*N777/ }).waitFor()
  await page.getByRole('row', { name: /^Mains.*N777/ }).waitFor()
  await page.goto('/StoreSettings')
  await heading(page, 'Organisation')
  expect(await page.getByText(/This is a draft/).count()).toBe(0)
  expect(watch.complaints(), 'what the page complained of').toEqual([])
})

test('a store that changes under a draft is reported, and both changes are kept in the end', async () => {
  const { page, fleet, server } = site
  const context = await openContext({
    baseURL: server.address,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  const other = await context.newPage()
  const { storeId, freezer } = fleet.stores.alder
  const address = `/StoreSettings?storeid=${storeId}`
  await signIn(other, { account: 'admin', password: PASSWORD })
  await other.goto(`${address}&step=information`)
  await heading(other, 'Store information')
  await other.getByRole('textbox', { name: 'Phone' }).fill('02-1111')
  await other.getByText(/^Saved \d\d:\d\d$/).waitFor()

  await page.goto(`${address}&step=information`)
  await page.getByText(/^This is a draft, saved .* by Ada/).waitFor()
  expect(await page.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('02-1111')
  await page.goto('/_32_')
  await page.getByRole('searchbox', { name: 'Search' }).fill('N001')
  const row = page.getByRole('row', { name: /^Freezer 1.*N001/ })
  await row.click()
  await button(page, 'Edit').click()
  await dialog(page).getByRole('textbox', { name: 'Device' }).fill('Freezer one')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /^Freezer one.*N001/ }).waitFor()

  await step(other, 'Review').getByRole('link').click()
  await button(other, 'Save store').click()
  const changed = other.getByRole('region', { name: 'The store has changed since this draft was started' })
  await changed.getByRole('row', { name: /Freezer one · Device.*Freezer 1.*Freezer one/ }).waitFor()
  await expectNoBarriersOn(other)
  await button(other, 'Continue with these changes').click()
  await changed.waitFor({ state: 'detached' })
  await button(other, 'Save store').click()
  await other.getByText('N001 Alder Street is set up').first().waitFor()
  await other.goto(`${address}&step=fridges`)
  await other.getByRole('row', { name: /^Freezer one/ }).waitFor()
  await step(other, 'Store information').getByRole('link').click()
  expect(await other.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('02-1111')
  expect(freezer.deviceId).toBeGreaterThan(0)

  await other.getByRole('textbox', { name: 'Phone' }).fill('02-2222')
  await other.getByText(/^Saved \d\d:\d\d$/).waitFor()
  await button(other, 'Discard draft').click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
  await other.getByText('Draft discarded').first().waitFor()
  expect(await other.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('02-1111')
  await context.close()
})

test('targets of the department are added, changed and removed with the store; a device that is removed is named with the scripts that poll it', async () => {
  const { page, fleet } = site
  const { storeId, terminalId } = fleet.stores.dogwood
  const { token } = JSON.parse(
    await page.evaluate(() => localStorage.getItem('coldkeep.session') ?? '{}'),
  ) as { token: string }
  const configured = await page.request.post(`/api/v2/terminals/${terminalId}/configurations`, {
    headers: { authorization: `Bearer ${token}` },
    data: { document: documentOf(fleet.stores.dogwood), is_check: false },
  })
  expect(configured.ok()).toBe(true)
  const address = `/StoreSettings?storeid=${storeId}`
  const targets = page.getByRole('region', { name: 'Targets of this department' })
  const save = async () => {
    await step(page, 'Review').getByRole('link').click()
    await heading(page, 'Review')
    await page.getByText(/^Saved \d\d:\d\d$/).waitFor()
  }
  const finish = async () => {
    await button(page, 'Save store').click()
    await page
      .getByText(/^S002 .* is set up$/)
      .first()
      .waitFor()
    await page.getByText(/This is a draft/).waitFor({ state: 'detached' })
  }
  await page.goto(`${address}&step=network`)
  await heading(page, 'Network and alarm notification')
  for (const name of ['Night watch', 'Day watch']) {
    await targets.getByRole('button', { name: 'New', exact: true }).first().click()
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name)
    await choose(dialog(page), 'Channel', 'In the console')
    await choose(dialog(page), 'Recipient', 'Ada (admin)')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await targets.getByRole('row', { name: new RegExp(`^${name} New .*Ada`) }).waitFor()
  }
  await expectNoBarriersOn(page)
  await save()
  await finish()

  await page.goto(`${address}&step=network`)
  await targets.getByRole('row', { name: /^Night watch Unchanged/ }).click()
  await targets.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Night watch S002')
  await choose(dialog(page), 'Lowest priority', 'Critical')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await targets.getByRole('row', { name: /^Night watch S002 Changed .*Critical/ }).waitFor()
  await targets.getByRole('row', { name: /^Day watch/ }).click()
  await targets.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Its escalation steps are deleted too.').waitFor()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await targets.getByRole('row', { name: /^Day watch To be removed/ }).waitFor()
  await expectNoBarriersOn(page)
  await step(page, 'Fridge list').getByRole('link').click()
  await button(page, 'Retire Freezer 1').click()
  await page.getByText(/Scripts of its terminal poll it: cases/).waitFor()
  await expectNoBarriersOn(page)
  await save()
  await page
    .getByText('Night watch S002 (Changed), Day watch (To be removed)')
    .or(page.getByText('Day watch (To be removed), Night watch S002 (Changed)'))
    .waitFor()
  await finish()

  await page.goto('/NotificationSetting')
  await page.getByRole('row', { name: /^Night watch S002.*Critical/ }).waitFor()
  expect(await page.getByRole('row', { name: /^Day watch/ }).count()).toBe(0)
  await page.goto(`/_32_?retired=with&storeid=${storeId}`)
  await page.getByRole('row', { name: /^Freezer 1 Retired S002/ }).click()
  await button(page, 'Restore').click()
  await page
    .getByRole('alertdialog')
    .getByText(/It is evaluated again from now on/)
    .waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
})

test('on a phone, there is one step per screen', async () => {
  const { fleet, server } = site
  const context = await openContext({
    baseURL: server.address,
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  const phone = await context.newPage()
  await signIn(phone, { account: 'admin', password: PASSWORD })
  await phone.goto(`/StoreSettings?storeid=${fleet.stores.birch.storeId}&step=information`)
  await phone.getByText('Step 3 of 7', { exact: true }).first().waitFor()
  for (const name of ['Network and alarm notification', 'Fridge list', 'Alarm settings']) {
    await button(phone, 'Next').tap()
    await heading(phone, name)
    await expectNoBarriersOn(phone)
    const width = await phone.evaluate(() => document.documentElement.scrollWidth)
    expect(width, name).toBeLessThanOrEqual(390)
  }
  await phone.getByText('Step 6 of 7', { exact: true }).first().waitFor()
  await context.close()
})
