import { text } from 'node:stream/consumers'
import { createTranslator } from '@coldkeep/phrases/phrases'
import { languages } from '@coldkeep/phrases/translate'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseOption } from './support/choose-option'
import { phone, type Walk, walk } from './support/walk'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

async function applyFor(page: Page, points: string): Promise<void> {
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Telephone' }).fill('02-2555-0100')
  await chooseOption(form.getByRole('combobox', { name: 'Service' }), 'Training')
  await form.getByRole('textbox', { name: 'Points' }).fill(points)
  await form.getByRole('button', { name: 'Apply', exact: true }).click()
  await form.waitFor({ state: 'detached' })
}

walk('points are applied for, approved by somebody else, and stand in the month', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn('visitor')
  await open('/ServicePoints')
  await page.getByRole('heading', { name: 'Points of the whole chain, by service' }).waitFor()
  await expectNoBarriers()
  await page.getByRole('button', { name: 'Apply', exact: true }).first().click()
  const form = page.getByRole('dialog')
  await expectNoBarriers()
  await form.getByRole('textbox', { name: 'Telephone' }).fill('')
  await form.getByRole('textbox', { name: 'Contact' }).click()
  await form.getByText('Required').first().waitFor()
  await applyFor(page, '24')
  await tab(page, 'Applications').click()
  const own = page.getByRole('row', { name: /Waiting.*Training/ }).first()
  await own.waitFor()
  expect(await own.getByRole('button', { name: 'Approve' }).count()).toBe(0)

  await signIn('administrator')
  await open('/ServicePoints?tab=applications')
  const row = page.getByRole('row', { name: /Waiting.*Training.*24/ })
  await row.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Can be used until' }).waitFor()
  await expectNoBarriers()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('row', { name: /Approved.*Training.*24/ }).waitFor()
  await expectNoBarriers()

  await tab(page, 'Grants').click()
  await page.getByRole('row', { name: /Training.*24.*24.*In use/ }).waitFor()
  await expectNoBarriers()
  await tab(page, 'Statement').click()
  await page.getByRole('row', { name: /Training.*24/ }).waitFor()
  await expectNoBarriers()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download as CSV: Statement/ }).click()
  const file = await (await saved).createReadStream()
  expect(await text(file)).toContain('Training,Training session')
  await tab(page, 'Prices').click()
  await page.getByRole('textbox', { name: 'Online repair session' }).waitFor()
  await expectNoBarriers()
})

walk(
  'the step of services of a store shows what it used',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn('administrator')
    await open('/StoreSettings')
    await page.goto('/StoreSettings?storeid=1&step=services')
    await page.getByRole('region', { name: 'Service points used by this store' }).waitFor()
    await expectNoBarriers()
  },
)

for (const language of languages)
  walk(
    `in ${language} the points can be read on a phone`,
    async ({ page, signIn, open, expectNoBarriers }: Walk) => {
      await signIn('administrator')
      await page.goto('/login')
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
      await open('/ServicePoints')
      const t = createTranslator(language)
      await page.getByRole('heading', { name: t('servicePoints.intro') }).waitFor()
      await expectNoBarriers()
      const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect(inner).toBeLessThanOrEqual(outer ?? 0)
    },
    { ...phone, locale: language === 'en' ? 'en-GB' : language },
  )
