import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseOption } from './support/choose-option'
import { phone, walk } from './support/walk'

const table = (page: Page) => page.getByRole('region', { name: 'Maintenance cycles', exact: true })

/** The bar has a search of its own. */
const search = (page: Page) =>
  page.getByRole('form', { name: 'Organisation' }).getByRole('button', { name: 'Search' })

/** A day so many days from now on the clock of Taipei. */
const dayIn = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

async function searchNorth(page: Page): Promise<void> {
  await chooseOption(page.getByRole('combobox', { name: 'Division' }), 'North')
  await search(page).click()
  await table(page).waitFor()
}

async function fillPlan(page: Page, { item, startsOn }: { item: string; startsOn: string }): Promise<void> {
  const form = page.getByRole('dialog')
  await chooseOption(form.getByRole('combobox', { name: 'Store number and name' }), /Alder Street/)
  await form.getByRole('textbox', { name: 'Item' }).fill(item)
  await form.getByRole('textbox', { name: 'Cycle', exact: true }).fill('30')
  await form.getByRole('textbox', { name: 'Start date' }).fill(startsOn)
  await form.getByRole('textbox', { name: 'Note' }).fill('from behind')
}

walk('a cycle is planned for a store, changed and ended', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/_43_')
  await page.getByText('Choose an organisation, then press Search').waitFor()
  expect(await search(page).getAttribute('aria-disabled')).toBe('true')
  await expectNoBarriers()
  await searchNorth(page)
  await table(page).getByText('No maintenance cycles yet. Add one with New.').waitFor()

  await table(page).getByRole('button', { name: 'New' }).first().click()
  const form = page.getByRole('dialog')
  expect(await form.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  await fillPlan(page, { item: 'Clean condenser', startsOn: dayIn(-5) })
  await form.getByRole('textbox', { name: 'Tasks' }).fill('Switch off\nBrush the fins')
  await expectNoBarriers()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  const row = table(page).getByRole('row', { name: /N001.*Alder Street.*Clean condenser.*Every 30 days/ })
  await row.getByText('5 days overdue').waitFor()

  await table(page).getByRole('button', { name: 'Edit' }).click()
  await form.getByRole('textbox', { name: 'Cycle', exact: true }).fill('0')
  await form.getByRole('textbox', { name: 'Item' }).click()
  await form.getByText('At least 1', { exact: true }).waitFor()
  await form.getByRole('textbox', { name: 'Cycle', exact: true }).fill('2')
  await chooseOption(form.getByRole('combobox', { name: 'Unit of the cycle' }), 'weeks')
  await form.getByRole('textbox', { name: 'Start date' }).fill(dayIn(6))
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await table(page)
    .getByRole('row', { name: /Every 2 weeks/ })
    .getByText('due in 6 days')
    .waitFor()
  await expectNoBarriers()

  const downloading = page.waitForEvent('download')
  await table(page).getByRole('button', { name: 'Calendar file' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('upkeep.ics')
  expect(await text(await file.createReadStream())).toContain(
    `DTSTART;VALUE=DATE:${dayIn(6).replaceAll('-', '')}`,
  )

  await chooseOption(table(page).getByRole('combobox', { name: 'State' }), 'Overdue')
  await expect.poll(() => table(page).getByText('Clean condenser').count()).toBe(0)
  await chooseOption(table(page).getByRole('combobox', { name: 'State' }), 'Due within 7 days')
  await table(page).getByText('Clean condenser').first().waitFor()

  // it is still selected
  await table(page).getByRole('button', { name: 'Delete' }).click()
  const asking = page.getByRole('alertdialog')
  await asking.getByText('N001 Clean condenser').waitFor()
  await asking.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => table(page).getByText('Clean condenser').count()).toBe(0)
})

walk('work is completed with its tasks and a note, and stands below its cycle', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/_43_')
  await searchNorth(page)
  await table(page).getByRole('button', { name: 'New' }).first().click()
  const form = page.getByRole('dialog')
  await fillPlan(page, { item: 'Check door seals', startsOn: dayIn(-1) })
  await form.getByRole('textbox', { name: 'Tasks' }).fill('Wipe\nPress')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })

  await table(page).getByRole('button', { name: 'Complete: Check door seals' }).click()
  await form.getByText(/^N001 Alder Street, due on/).waitFor()
  await form.getByRole('checkbox', { name: 'Wipe' }).check()
  // a task is left: that needs words
  const done = form.getByRole('button', { name: 'Complete', exact: true })
  expect(await done.getAttribute('aria-disabled')).toBe('true')
  await form.getByRole('textbox', { name: 'Note' }).fill('Seal of door 2 is torn')
  await form.getByRole('radio', { name: 'Something was found' }).check()
  await expectNoBarriers()
  await done.click()
  await form.waitFor({ state: 'detached' })
  const row = table(page).getByRole('row', { name: /Check door seals/ })
  await expect.poll(() => row.innerText()).toContain(dayIn(29))

  // a new row is selected
  const records = page.getByRole('region', { name: 'Records: N001 Check door seals' })
  await records.getByText('Seal of door 2 is torn').waitFor()
  await records.getByText('Something was found').waitFor()
  await records.getByText('Not done').waitFor({ state: 'attached' })
  await expectNoBarriers()
})

walk(
  'on a phone work is completed with photos, which can be looked at, added to and removed',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/_43_')
    await searchNorth(page)
    await table(page).getByRole('button', { name: 'New' }).first().tap()
    const form = page.getByRole('dialog')
    await fillPlan(page, { item: 'Photograph fans', startsOn: dayIn(0) })
    await form.getByRole('textbox', { name: 'Least photos' }).fill('2')
    await form.getByRole('button', { name: 'Save' }).tap()
    await form.waitFor({ state: 'detached' })

    await table(page).getByRole('button', { name: 'Complete: Photograph fans' }).tap()
    await form.getByText('At least 2 photos are needed.').first().waitFor()
    const picture = { mimeType: 'image/png', buffer: await page.screenshot() }
    const files = [1, 2].map((n) => ({ ...picture, name: `fan ${n}.png` }))
    await form.locator('input[type="file"]').setInputFiles(files)
    await form.getByText('2 / 10').waitFor()
    await form.getByRole('img', { name: /^Photo 2 of 2, \d\d:\d\d$/ }).waitFor()
    await form.getByRole('button', { name: 'Complete', exact: true }).tap()
    await form.waitFor({ state: 'detached' })

    // a new row is selected
    const records = page.getByRole('region', { name: 'Records: N001 Photograph fans' })
    const photos = records.getByRole('region', { name: /^Photos of/ })
    await photos.getByText('2 / 10').waitFor()
    await expect.poll(() => photos.locator('img[src^="/api/v2/photos/"]').count()).toBe(2)
    await photos.locator('input[type="file"]').setInputFiles([{ ...picture, name: 'third.png' }])
    await expect.poll(() => photos.locator('img[src^="/api/v2/photos/"]').count()).toBe(3)
    await expectNoBarriers()

    await photos.getByRole('button', { name: /^Enlarge Photo 1 of 3/ }).tap()
    await page
      .getByRole('dialog')
      .getByRole('img', { name: /^Photo 1 of 3/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await photos.getByRole('button', { name: /^Remove Photo 3 of 3/ }).tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).tap()
    await photos.getByText('2 / 10').waitFor()
  },
  phone,
)

walk(
  'upkeep fits a phone, in dark and in Japanese',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/_43_')
    await page.getByText('組織を選び、検索を押してください').waitFor()
    await expectNoBarriers()
  },
  { ...phone, colorScheme: 'dark', locale: 'ja-JP' },
)
