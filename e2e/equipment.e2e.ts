import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseOption } from './support/choose-option'
import { phone, walk } from './support/walk'

const tableOf = (page: Page) => page.getByRole('region', { name: 'Devices', exact: true })

walk('equipment is listed, searched and filtered, and leads to its page', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/_32_')
  const table = tableOf(page)
  const freezer = table.getByRole('row', { name: /^Freezer 1.*N001/ })
  await freezer.getByText('Online', { exact: true }).waitFor()
  await freezer.getByText('Carel IR33').waitFor()
  await expectNoBarriers()

  await table.getByRole('searchbox', { name: 'Search' }).fill('elm landing')
  await freezer.waitFor({ state: 'detached' })
  await table.getByRole('row', { name: /^Case 1.*N003/ }).waitFor()
  await table.getByRole('searchbox', { name: 'Search' }).fill('nothing is called so')
  await table.getByText('No rows match').waitFor()
  await expectNoBarriers()
  await table.getByRole('button', { name: 'Clear filters' }).click()
  await freezer.waitFor()

  await chooseOption(page.getByRole('combobox', { name: 'Type' }), 'Main meter')
  await freezer.waitFor({ state: 'detached' })
  await table.getByRole('row', { name: /^Main meter.*N001/ }).waitFor()
  await chooseOption(page.getByRole('combobox', { name: 'Type' }), 'All types')
  await freezer.getByRole('link', { name: 'Freezer 1' }).click()
  await page.waitForURL('**/device/*')
  await page.getByText('N001').first().waitFor()
})

walk('terminals of many stores are enrolled from a table', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/Terminals')
  await page.getByRole('button', { name: 'Enrol from CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enrol terminals from a table' })
  const give = (text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await give('store,terminal\nN001,TB-N001\nS002,\n')
  await dialog.getByText('1 row cannot be enrolled').waitFor()
  await dialog.getByText('The store already has this terminal.').waitFor()
  await expectNoBarriers()
  await give('store,terminal\nN001,\nS002,\n')
  await dialog.getByRole('button', { name: 'Create 2 terminals' }).click()
  await dialog.getByText(/^2 terminals were created/).waitFor()
  await expectNoBarriers()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download codes' }).click()
  expect((await downloading).suggestedFilename()).toBe('claim-codes.csv')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
})

walk(
  'on a phone, devices are cards, in Chinese and in dark too',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/_32_')
    await page.getByText('Freezer 1').first().waitFor()
    await expectNoBarriers()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  },
  { ...phone, locale: 'zh-TW', colorScheme: 'dark' },
)
