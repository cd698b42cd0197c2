import { days, epochMs, later } from '@coldkeep/domain/time/instant'
import { createTranslator } from '@coldkeep/phrases/phrases'
import { type Language, languages } from '@coldkeep/phrases/translate'
import { insertPerson } from '@coldkeep/server/testing/insert-person'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoBarriersOn } from './support/check-accessible'
import { chooseOption } from './support/choose-option'
import { openContext } from './support/launch-browser'
import { type OwnSite, openOwnSite } from './support/own-site'
import { PageWatch } from './support/page-watch'
import { signIn } from './support/sign-in'
import { phone } from './support/walk'

/** A day so many days from now on the clock of Taipei. */
const dayIn = (count: number) =>
  new Date(later(epochMs(Date.now()), days(count)) + 8 * 3_600_000).toISOString().slice(0, 10)

let site: OwnSite
const others: (() => Promise<void>)[] = []
beforeAll(async () => {
  site = await openOwnSite()
  const db = site.server.database.kysely
  const clock = { now: () => epochMs(Date.now()), set: () => {}, advance: () => {} }
  const { north } = site.fleet
  for (const [login, end] of [
    ['Kenji', 6],
    ['Hana', -3],
  ] as const) {
    const accountId = await insertPerson({ db, clock }, login, north, ['1-1'])
    await db
      .updateTable('account')
      .set({ isEngineer: true, hasAlertService: true, alertServiceEndsOn: dayIn(end), phone: '02-2555-0100' })
      .where('accountId', '=', accountId)
      .execute()
  }
})
afterAll(async () => {
  for (const close of others) await close()
  await site?.close()
})

const pageOf = async (account: string, options: BrowserContextOptions): Promise<Page> => {
  const context = await openContext({
    ...{ baseURL: site.server.address, timezoneId: 'Asia/Taipei', reducedMotion: 'reduce' },
    ...options,
  })
  others.push(() => context.close())
  const page = await context.newPage()
  await signIn(page, { account, password: PASSWORD })
  return page
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test('a store is chosen, its engineers and records are read, a service is edited and renewed', async () => {
  const { page } = site
  const watch = new PageWatch(page)
  await signIn(page, { account: 'admin', password: PASSWORD })
  await page.goto('/_34_')
  await page.getByText('Choose a department, a start and an end, then press Search').waitFor()
  const filter = page.getByRole('form', { name: 'Filter' })
  const search = filter.getByRole('button', { name: 'Search' })
  expect(await search.getAttribute('aria-disabled')).toBe('true')
  await expectNoBarriersOn(page)
  await chooseOption(filter.getByRole('combobox', { name: 'Division' }), 'North')
  await search.click()
  const alder = region(page, 'Stores').getByRole('row', { name: /N001 Alder Street/ })
  await alder.waitFor()
  expect(await alder.innerText()).toMatch(/North\s+2\s+1\s+1\s+0/)
  await alder.getByRole('button', { name: 'Engineers and records' }).click()
  const engineers = region(page, 'Engineers of the chosen store')
  await engineers.getByRole('row', { name: /Hana.*expired/ }).waitFor()
  await region(page, 'Service records of the chosen store').getByText('No records in this period').waitFor()
  await expectNoBarriersOn(page)

  const kenji = engineers.getByRole('row', { name: /Kenji/ })
  await kenji.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Last day' }).fill('')
  await form.getByRole('textbox', { name: 'Last day' }).blur()
  await form.getByText('Required').first().waitFor()
  await form.getByRole('textbox', { name: 'Last day' }).fill(dayIn(20))
  await expectNoBarriersOn(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await engineers.getByRole('row', { name: new RegExp(`Kenji.*${dayIn(20)}`) }).waitFor()

  const hana = engineers.getByRole('row', { name: /Hana/ })
  await hana.getByRole('button', { name: 'Renew' }).click()
  await form.getByRole('textbox', { name: 'Months' }).fill('2')
  await expectNoBarriersOn(page)
  await form.getByRole('button', { name: 'Renew' }).click()
  await form.waitFor({ state: 'detached' })
  await engineers.getByRole('row', { name: /Hana.*on/ }).waitFor()
  const records = region(page, 'Service records of the chosen store')
  await records.getByRole('row', { name: /Renewed until .*Hana/ }).waitFor()
  await records.getByRole('row', { name: /Last day changed from .*Kenji/ }).waitFor()
  expect(watch.complaints()).toEqual([])
})

test('who is on call is planned, changed, handed over and removed', async () => {
  const { page } = site
  await page.goto('/_34_')
  await tab(page, 'On call').click()
  await page.getByText('No one is on call now: messages go to everyone of the department').waitFor()
  await chooseOption(page.getByRole('combobox', { name: 'Organisation' }), 'North')
  await expectNoBarriersOn(page)
  const shifts = region(page, 'Shifts of this week')
  await shifts.getByRole('button', { name: 'Add a shift' }).first().click()
  const form = page.getByRole('dialog')
  await chooseOption(form.getByRole('combobox', { name: 'Person' }), 'Kenji')
  await form.getByRole('textbox', { name: 'From', exact: true }).fill(dayIn(0))
  await form.getByRole('textbox', { name: 'From, time' }).fill('00:00')
  await form.getByRole('textbox', { name: 'Until', exact: true }).fill(dayIn(0))
  await form.getByRole('textbox', { name: 'Until, time' }).fill('00:00')
  await form.getByRole('textbox', { name: 'Until, time' }).blur()
  await form.getByText('The end must be after the start').waitFor()
  await form.getByRole('textbox', { name: 'Until', exact: true }).fill(dayIn(1))
  await expectNoBarriersOn(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText('On call now: Kenji').waitFor()
  await expectNoBarriersOn(page)

  await shifts.getByRole('row', { name: /Kenji/ }).getByRole('button', { name: 'Hand over' }).click()
  await chooseOption(form.getByRole('combobox', { name: 'To' }), 'Hana')
  await expectNoBarriersOn(page)
  await form.getByRole('button', { name: 'Hand over' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText('On call now: Hana').waitFor()

  await shifts.getByRole('row', { name: /Hana/ }).getByRole('button', { name: 'Change' }).click()
  await chooseOption(form.getByRole('combobox', { name: 'Person' }), 'Kenji')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText('On call now: Kenji').waitFor()
  await shifts
    .getByRole('row', { name: /on call now/ })
    .getByRole('button', { name: 'Remove' })
    .click()
  await page.getByRole('alertdialog').or(form).getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No one is on call now: messages go to everyone of the department').waitFor()

  await shifts.getByRole('button', { name: 'Add a rota' }).click()
  await form.getByRole('textbox', { name: 'First day' }).fill(dayIn(0))
  await form.getByRole('combobox', { name: 'People, week by week' }).click()
  await page.getByRole('option', { name: 'Kenji' }).click()
  await page.getByRole('option', { name: 'Hana' }).click()
  await form.getByRole('textbox', { name: 'Weeks' }).click()
  await expectNoBarriersOn(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Week after' }).click()
  await shifts.getByRole('row', { name: /Hana/ }).first().waitFor()
})

for (const language of languages)
  test(`in ${language} both can be read on a phone`, async () => {
    const t = createTranslator(language as Language)
    const page = await pageOf('admin', { ...phone, locale: language === 'en' ? 'en-GB' : language })
    await page.goto('/login')
    await page.evaluate((chosen) => localStorage.setItem('coldkeep.language', chosen), language)
    const { company, north, stores } = site.fleet
    const store = stores.alder.storeId
    await page.goto(`/_34_?dep=${company}.${north}&store=${store}&first=${dayIn(-20)}&last=${dayIn(0)}`)
    await page.getByText(t('amber.engineers')).first().waitFor()
    await page.getByText('Hana').first().waitFor()
    await expectNoBarriersOn(page)
    await expectFits(page)
    await page.goto(`/_34_?dep=${company}.${north}&tab=onCall`)
    await page.getByRole('heading', { name: t('amber.onCall.shifts') }).waitFor()
    await page.getByText('Kenji').first().waitFor()
    await expectNoBarriersOn(page)
    await expectFits(page)
  })

async function expectFits(page: Page): Promise<void> {
  const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(inner).toBeLessThanOrEqual(outer ?? 0)
}
