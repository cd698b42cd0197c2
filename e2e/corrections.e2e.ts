import { days, epochMs, hours } from '@coldkeep/domain/time/instant'
import { insertPerson } from '@coldkeep/server/testing/insert-person'
import { plantBreach } from '@coldkeep/server/testing/plant/plant-breach'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoBarriersOn } from './support/check-accessible'
import { chooseOption } from './support/choose-option'
import { openContext } from './support/launch-browser'
import { type OwnSite, openOwnSite } from './support/own-site'
import { signIn } from './support/sign-in'
import { phone } from './support/walk'

/** Ten in the morning of yesterday in Taipei. */
const BEGAN = epochMs(Math.floor((Date.now() + hours(8)) / days(1)) * days(1) - days(1) + hours(2))

let site: OwnSite
beforeAll(async () => {
  site = await openOwnSite()
  const db = site.server.database.kysely
  const clock = { now: () => epochMs(Date.now()), set: () => {}, advance: () => {} }
  await insertPerson({ db, clock }, 'Ben', site.fleet.north)
})
afterAll(() => site?.close())

const others: (() => Promise<void>)[] = []
/** A page of another person in a browser of their own. */
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
afterAll(async () => {
  for (const close of others) await close()
})

test('a breach is found from its alarm, what was done is entered, and a second person closes it on a phone', async () => {
  const { page } = site
  const db = site.server.database.kysely
  // what a try before has left
  for (const table of ['breachEvent', 'breachDay', 'breach', 'alarmEvent', 'alarm'] as const)
    await db.deleteFrom(table).execute()
  await plantBreach(db, site.fleet.stores.alder, 'Asia/Taipei', BEGAN)
  await signIn(page, { account: 'admin', password: PASSWORD })
  await page.goto('/home')
  await page.getByText('1 breach without a checked corrective action').waitFor()
  await page.goto('/TemperatureAssuranceManagement')
  await page.getByText('1 breach is open').waitFor()
  await expectNoBarriersOn(page)

  // from the alarm that belongs to it
  await page.goto('/Alarms')
  const alarms = page.getByRole('region', { name: 'Alarms', exact: true })
  await alarms
    .getByRole('row', { name: /Alder Street/ })
    .getByRole('button', { name: /^History/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'Corrective action' }).click()
  const record = page.getByRole('region', { name: /^Breach B-\d{6}$/ })
  await record.getByText('No corrective action yet').first().waitFor()
  await record.getByText('−10.0 °C').or(record.getByText('-10.0 °C')).first().waitFor()
  await expectNoBarriersOn(page)

  await record.getByRole('button', { name: 'Enter a corrective action' }).click()
  const form = page.getByRole('dialog', { name: 'Enter a corrective action' })
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await form.getByText('Required').first().waitFor()
  await form.getByRole('textbox', { name: 'What was done' }).fill('Food moved to the cold room')
  await chooseOption(form.getByRole('combobox', { name: 'Product' }), 'Discarded')
  await form.getByRole('textbox', { name: 'Cause' }).fill('Door was left open')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await form.getByText('Required').waitFor()
  await form.getByText('Of what was moved or discarded: kg, words or both').waitFor()
  await form.getByRole('textbox', { name: 'How much, kg' }).fill('12.5')
  await form.getByRole('textbox', { name: 'How much, in words or value' }).fill('30 boxes')
  await expectNoBarriersOn(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await record.getByText('To be checked').first().waitFor()
  await record
    .getByText(/Discarded, 12\.5.kg, 30 boxes/)
    .first()
    .waitFor()
  // the one who has entered it is no second person
  expect(await record.getByRole('button', { name: 'Check' }).getAttribute('aria-disabled')).toBe('true')

  const other = await pageOf('Ben', { ...phone, locale: 'ja-JP', colorScheme: 'dark' })
  const isNarrow = async () =>
    expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await other.goto('/TemperatureAssuranceManagement?tab=corrections&show=check')
  await expectNoBarriersOn(other)
  await isNarrow()
  await other.getByRole('link', { name: /^B-\d{6}$/ }).click()
  const seen = other.getByRole('region', { name: /^保証逸脱 B-/ })
  await seen.getByText('確認待ち').first().waitFor()
  await expectNoBarriersOn(other)
  await isNarrow()
  await seen.getByRole('button', { name: '確認', exact: true }).click()
  const check = other.getByRole('dialog', { name: /の確認$/ })
  await check.getByText('Food moved to the cold room').waitFor()
  await check.getByRole('radio', { name: '問題あり：差し戻す' }).click()
  await check.getByRole('button', { name: '確認', exact: true }).press('Enter')
  await check.getByText('必須').first().waitFor()
  await check.getByRole('radio', { name: '問題なし：完了する' }).click()
  await expectNoBarriersOn(other)
  await isNarrow()
  await check.getByRole('button', { name: '確認', exact: true }).click()
  await seen.getByText('完了', { exact: true }).first().waitFor()

  await page.reload()
  const history = record.getByRole('list', { name: 'History' })
  await history.getByText('Checked and closed').waitFor()
  await history.getByText('Ben').waitFor()
  await page.goto('/TemperatureAssuranceManagement?tab=corrections')
  await page.getByText('No open breaches.').waitFor()
  await expectNoBarriersOn(page)
})

const words = {
  'en-GB': { title: 'Breaches', none: 'Show' },
  ja: { title: '保証逸脱', none: '表示' },
  'zh-CN': { title: '未达标事件', none: '显示' },
  'zh-TW': { title: '未達標事件', none: '顯示' },
}
for (const [locale, { title, none }] of Object.entries(words)) {
  test(`breaches on a phone, ${locale}`, async () => {
    const page = await pageOf('Ben', { ...phone, locale, colorScheme: 'dark' })
    await page.goto('/TemperatureAssuranceManagement?tab=corrections&show=period')
    await page.getByRole('combobox', { name: none }).waitFor()
    await page.getByText(title).first().waitFor()
    await expectNoBarriersOn(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
}
