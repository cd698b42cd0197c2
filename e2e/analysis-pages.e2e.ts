import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseOption } from './support/choose-option'
import { WARNED_DAYS_AGO } from './support/past-warning'
import { phone, walk } from './support/walk'

const EVERYTHING = '?dep=1&store=all'
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true })

const required = [
  ['/TemperatureAssuranceManagement', 'Choose a department, store and date, then press Inquire'],
  ['/FreezerHealthDistribution', 'Choose a department, store and date, then press Inquire'],
  ['/ElectricPowerRequirement', 'Choose a department, store and date, then press Inquire'],
  ['/ElectricalConsumptionComparison', 'Choose a department and a store, then press Inquire'],
  ['/OperationalAnalysis', 'Choose a department, store and date, then press Inquire'],
  ['/AlarmRecord', 'Choose a department, store and date, then press Inquire'],
] as const

walk('each page waits for what it requires', async ({ page, signIn, open }) => {
  await signIn()
  for (const [path, words] of required) {
    await open(path)
    await page.getByText(words).waitFor()
    const inquire = page.getByRole('button', { name: 'Inquire' })
    await expect.poll(() => inquire.getAttribute('aria-disabled')).toBe('true')
    await chooseOption(page.getByRole('combobox', { name: 'Division' }), 'North')
    await page
      .getByRole('form', { name: 'Filters' })
      .getByText('Choose a store', { exact: true })
      .last()
      .waitFor()
  }
})

walk('a usual period is chosen in the calendar, day and length', async ({ page, signIn, open }) => {
  await signIn()
  await open(`/OperationalAnalysis${EVERYTHING}`)
  const filters = page.getByRole('form', { name: 'Filters' })
  await filters.getByRole('button', { name: /^Choose a date: / }).click()
  await page.getByRole('button', { name: 'Last 30 days' }).click()
  await filters.getByText(/^30 days /).waitFor()
  await filters.getByRole('button', { name: 'Inquire' }).click()
  await page.waitForURL((url) => url.searchParams.get('days') === '30')
  // the record has lengths of its own to choose from
  await open(`/AlarmRecord${EVERYTHING}`)
  await filters.getByRole('button', { name: /^Choose a date: / }).click()
  await page.getByRole('button', { name: 'Yesterday' }).waitFor()
  expect(await page.getByRole('button', { name: 'Last month' }).count()).toBe(0)
})

walk(
  'on a phone the usual periods fit beside the calendar, in Japanese and dark as well',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/OperationalAnalysis')
    await page.getByRole('button', { name: '照会条件' }).tap()
    await page.getByRole('button', { name: /^日付を選択: / }).tap()
    const last = page.getByRole('button', { name: '先月' })
    await last.waitFor()
    await expectNoBarriers()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await last.tap()
    await last.waitFor({ state: 'detached' })
  },
  { ...phone, locale: 'ja-JP', colorScheme: 'dark' },
)

walk('a row of the insured stores loads the proof of that store, and stays chosen', async (walk) => {
  const { page, signIn, expectNoBarriers } = walk
  await signIn()
  await page.goto(`/TemperatureAssuranceManagement${EVERYTHING}`)
  const stores = region(page, 'Insurance by store')
  await stores.getByText('3 rows', { exact: true }).waitFor()
  await region(page, 'Device-days by verdict').getByRole('group').waitFor()
  await stores
    .getByRole('row', { name: /Alder Street/ })
    .getByText('Active')
    .click()
  const proof = page.locator('h2:focus', { hasText: 'N001 Alder Street' })
  await proof.waitFor()
  expect(new URL(page.url()).searchParams.get('t1.row')).toBe('1')
  await expectNoBarriers()
  await page.reload()
  await page
    .getByRole('heading', { level: 2, name: /^N001 Alder Street/ })
    .first()
    .waitFor()
  // the bar above says which one, and its page leads back to all of them
  const crumbs = page.getByRole('navigation', { name: 'You are here' })
  await crumbs.getByText('N001 Alder Street').waitFor()
  await crumbs.getByRole('link', { name: 'Temperature protection' }).click()
  await proof.waitFor({ state: 'detached' })
  await expect.poll(() => crumbs.getByText('N001 Alder Street').count()).toBe(0)
  expect(new URL(page.url()).search).toBe(EVERYTHING)
})

walk('freezer health groups devices by class, and leads to the device', async (walk) => {
  const { page, signIn, expectNoBarriers } = walk
  await signIn()
  await page.goto(`/FreezerHealthDistribution${EVERYTHING}`)
  await page.getByRole('heading', { level: 1, name: 'Freezer health' }).waitFor()
  const device = page.getByRole('main').getByRole('link', { name: 'Freezer 1' }).first()
  await device.waitFor()
  await expectNoBarriers()
  await device.click()
  await page.waitForURL('**/device/*')
})

walk('demand is compared with the contract, interval by interval', async (walk) => {
  const { page, signIn, expectNoBarriers } = walk
  await signIn()
  await page.goto('/ElectricPowerRequirement?dep=1&store=1')
  const intervals = region(page, 'Demand and its forecast')
  await intervals.getByRole('group').waitFor()
  // quarters of an hour of yesterday and of today so far, of which half are looked at closely, and then what is dragged over
  const points = intervals.locator('svg [role="img"]')
  const all = await points.count()
  expect(all).toBeGreaterThanOrEqual(96)
  await intervals.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => points.count()).toBeLessThan(all / 2 + 2)
  await intervals.getByRole('button', { name: 'Reset zoom' }).click()
  await expect.poll(() => points.count()).toBe(all)
  const first = points.nth(50)
  const name = await first.getAttribute('aria-label')
  await first.hover()
  await page.mouse.down()
  await points.nth(69).hover()
  await page.mouse.up()
  await expect.poll(() => points.count()).toBe(20)
  expect(await points.first().getAttribute('aria-label')).toBe(name)
  await region(page, 'Highest demand by day').getByText('Contract 28').waitFor()
  await expectNoBarriers()
})

walk('the comparison has no date, and says which power factor is low', async (walk) => {
  const { page, signIn, expectNoBarriers } = walk
  await signIn()
  await page.goto(`/ElectricalConsumptionComparison${EVERYTHING}`)
  const filters = page.getByRole('form', { name: 'Filters' })
  await filters.getByText('Power factor below 80').waitFor()
  await expect.poll(() => filters.getByRole('textbox', { name: 'Date' }).count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Alder Street', exact: true }).waitFor()
  await expectNoBarriers()
})

walk('a slice of the states is named, and tabs keep organisation and store', async (walk) => {
  const { page, signIn, expectNoBarriers } = walk
  await signIn()
  await page.goto(`/OperationalAnalysis${EVERYTHING}`)
  const states = region(page, 'Time by state')
  // a picture, and a link once a device has mostly been in that state on the day so far
  await states.getByLabel(/^Cooling: /).waitFor()
  await expectNoBarriers()
  await page.getByRole('link', { name: 'Electricity demand' }).click()
  await page.waitForURL(`**/ElectricPowerRequirement${EVERYTHING}`)
  await page.getByRole('main').getByText('All stores (5)').waitFor()
})

walk('the alarm record begins on the chosen day and covers the chosen duration', async (walk) => {
  const { page, signIn, expectNoBarriers } = walk
  await signIn()
  await page.goto(`/AlarmRecord${EVERYTHING}`)
  const rows = region(page, 'Alarms')
  await rows.getByRole('link', { name: 'Cedar_Road' }).waitFor()
  await expectNoBarriers()
  const filters = page.getByRole('form', { name: 'Filters' })
  await filters.getByRole('textbox', { name: 'Start date' }).waitFor()
  await chooseOption(filters.getByRole('combobox', { name: 'Duration' }), '1 day')
  await filters.getByRole('button', { name: 'Inquire' }).click()
  await page.waitForURL((url) => url.searchParams.get('days') === '1')
})

walk('early warnings show when there were none', async ({ page, signIn, expectNoBarriers }) => {
  await signIn()
  const today = new Date().toISOString().slice(0, 10)
  await page.goto(`/EarlyAlarmAnalysis${EVERYTHING}&date=${today}&days=7`)
  await page.getByText('No rows in this period. Choose another period.').waitFor()
  await expectNoBarriers()
})

walk('a row of an old warning shows the score around it, with what its rule looked at', async (walk) => {
  const { page, signIn, expectNoBarriers } = walk
  await signIn()
  const before = new Date(Date.now() - (WARNED_DAYS_AGO + 2) * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`/EarlyAlarmAnalysis${EVERYTHING}&date=${before}`)
  const warnings = region(page, 'Early warnings')
  const warned = warnings.getByRole('row', { name: /Alder Street/ })
  const hrefOf = (name: string) => warned.getByRole('link', { name, exact: true }).getAttribute('href')
  expect(await hrefOf('Freezer 1')).toMatch(/^\/device\/\d+$/)
  expect(await hrefOf('Alder Street')).toMatch(/[?&]store=\d+/)
  await warned.getByText('Score low').click()
  const curve = region(page, /^Score around the warning: Score low, Alder Street · Freezer 1$/)
  await curve.getByRole('img', { name: /Raised .+\. Ended .+\. Lowest 63\.\d, last \d+\.\d\.$/ }).waitFor()
  for (const name of ['Evaluated by the rule: 1 h', 'Raised', 'Ended']) {
    await curve.getByRole('list', { name: 'Legend' }).getByText(name, { exact: true }).waitFor()
  }
  await expectNoBarriers()
  await curve.getByRole('button', { name: 'View as table' }).click()
  await curve.getByRole('columnheader', { name: 'Score' }).waitFor()
})

walk(
  'a warning is judged in one tap, and a count of the back-test leads to the list of its warnings',
  async (walk) => {
    const { page, signIn, expectNoBarriers } = walk
    await signIn()
    await page.goto(`/EarlyAlarmAnalysis${EVERYTHING}`)
    const warnings = region(page, 'Early warnings')
    const verdict = warnings.getByRole('group', { name: 'Verdict on Alder Street · Freezer 1' })
    await verdict.getByRole('button', { name: 'False', exact: true }).click()
    await warnings.getByText('False · Ada').waitFor()
    const backtest = region(page, 'Back-test by rule and model')
    const rule = backtest.getByRole('row', { name: /Score low.*All models/ })
    // none of one came true: from 0 to 3.84 ÷ 4.84 after Wilson
    await expect.poll(() => rule.getByRole('cell').allTextContents()).toContain('79.3')
    await expectNoBarriers()
    await rule.getByRole('link', { name: '1', exact: true }).last().click()
    await page.waitForURL((url) => url.searchParams.get('became') === 'false')
    await page.getByText('Only: Score low · All models · False').waitFor()
    await warnings.getByRole('row', { name: /Alder Street/ }).waitFor()
    await page.getByRole('button', { name: 'Show all warnings' }).click()
    await page.waitForURL((url) => !url.searchParams.has('became'))
    await verdict.getByRole('button', { name: 'False', exact: true }).click()
    await expect.poll(() => rule.getByRole('link').count()).toBe(2)
  },
)
