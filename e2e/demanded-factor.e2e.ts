import type { FactorDemand } from '@coldkeep/domain/access/factor-demand'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appCode } from './support/app-code'
import { expectNoBarriersOn } from './support/check-accessible'
import { type OwnSite, openOwnSite } from './support/own-site'
import { PageWatch } from './support/page-watch'
import { fillSignIn } from './support/sign-in'

let site: OwnSite
beforeAll(async () => {
  site = await openOwnSite()
})
afterAll(() => site.close())

/** Sets whose one-time codes the company requires from now on. */
const setDemand = (factorDemand: FactorDemand) =>
  site.server.database.kysely
    .insertInto('company')
    .values({ name: 'Frostline', serviceEndsOn: null, factorDemand })
    .onConflict((conflict) => conflict.column('companyId').doUpdateSet({ factorDemand }))
    .execute()

test('where the company requires one-time codes, they are set up before any other call', async () => {
  const { page } = site
  await setDemand('everybody')
  const watch = new PageWatch(page)
  await page.goto('/Alarms')
  await fillSignIn(page, 'north', PASSWORD)
  await page.getByText('Your company requires one-time codes').waitFor()
  await expectNoBarriersOn(page)
  await page.getByRole('button', { name: 'Switch on' }).click()
  const enrolling = page.getByRole('dialog', { name: 'Switch on one-time codes' })
  await enrolling.getByLabel(/^Current password/).fill(PASSWORD)
  await enrolling.getByRole('button', { name: 'Continue' }).click()
  const secret = await enrolling.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  await enrolling
    .getByRole('textbox', { name: /^Code from the app/ })
    .fill(appCode(secret.replaceAll(' ', ''), 0))
  await enrolling.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('heading', { level: 1, name: 'Alarms' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/Alarms')
  // no call was refused on the way
  expect(watch.complaints()).toEqual([])
})

test('someone already signed in when codes become required is led there by the next refusal', async () => {
  const { page } = site
  await setDemand('nobody')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await fillSignIn(page, 'admin', PASSWORD)
  await page.locator('#page-title').waitFor()
  await setDemand('everybody')
  await page.reload()
  await page.getByText('Your company requires one-time codes').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login**')
})
