import type { Download } from 'playwright-core'
import { expect } from 'vitest'
import { connectionPage } from './support/connection-page'
import { walk } from './support/walk'

walk('a column sorts ascending, then descending, then not at all', async ({ page, signIn }) => {
  const { devices, inquireAll, column } = connectionPage(page)
  await signIn()
  await inquireAll()
  const asServed = await column(1)
  const head = devices.getByRole('columnheader', { name: /^Device does not answer/ })
  const sort = head.getByRole('button')
  await sort.click()
  await devices.locator('th[aria-sort="ascending"]').waitFor()
  await sort.click()
  await devices.locator('th[aria-sort="descending"]').waitFor()
  expect((await column())[0]).toBe('Cedar_Road')
  await sort.click()
  await devices.locator('th[aria-sort]').waitFor({ state: 'detached' })
  await expect.poll(() => column(1)).toEqual(asServed)
})

walk('rows can be filtered by value, and the chip removes the filter', async (walk) => {
  const { page, signIn, expectNoBarriers } = walk
  const { devices, inquireAll, column } = connectionPage(page)
  await signIn()
  await inquireAll()
  await devices.getByRole('button', { name: 'Filter by Store. Store: all' }).click()
  const values = page.getByRole('dialog')
  await values.getByRole('checkbox', { name: /^Elm Landing/ }).waitFor()
  await expectNoBarriers()
  await values.getByRole('button', { name: 'None' }).click()
  await devices.getByText('No rows match').waitFor()
  await values.getByRole('checkbox', { name: /^Cedar_Road/ }).check()
  await page.keyboard.press('Escape')
  await values.waitFor({ state: 'detached' })
  await devices.getByText('2 of 14 rows').waitFor()
  await expect.poll(() => column()).toEqual(['Cedar_Road', 'Cedar_Road'])
  await page.reload()
  await devices.getByText('2 of 14 rows').waitFor()
  await devices.getByRole('button', { name: 'Remove Store' }).click()
  await devices.getByText('14 rows', { exact: true }).waitFor()
})

walk('pages can be turned and made larger', async ({ page, signIn }) => {
  const { devices, inquireAll, column } = connectionPage(page)
  await signIn()
  await inquireAll()
  const pages = devices.getByRole('navigation', { name: 'Pages' })
  await expect.poll(() => column()).toHaveLength(10)
  await pages.getByRole('button', { name: 'Next page' }).click()
  await pages.getByRole('button', { name: 'Page 2, current page' }).waitFor()
  await expect.poll(() => column()).toHaveLength(4)
  expect(new URL(page.url()).searchParams.get('t1.page')).toBe('2')
  await devices.getByRole('combobox', { name: 'Rows per page' }).selectOption('Show all')
  await pages.waitFor({ state: 'detached' })
  await expect.poll(() => column()).toHaveLength(14)
})

walk('the file holds every row that matches, in a form that spreadsheets read as is', async (walk) => {
  const { page, signIn } = walk
  const { devices, inquireAll } = connectionPage(page)
  await signIn()
  await inquireAll()
  const csv = devices.getByRole('button', { name: 'Download as CSV: Devices' })
  const [all] = await Promise.all([page.waitForEvent('download'), csv.click()])
  expect(all.suggestedFilename()).toBe('data.csv')
  const text = await textOf(all)
  expect(text.startsWith('\ufeffStore,Device,Expected,')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(15)
  // A name that begins like a formula and holds a comma.
  expect(lines.filter((line) => line.startsWith(`Elm Landing,"'@Case, 6",`))).toHaveLength(1)
  expect(lines[1]).toMatch(/^Alder Street,Freezer 1,\d+,\d+,\d+(\.\d)?,/)

  await devices.getByRole('button', { name: 'Filter by Store. Store: all' }).click()
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /^Elm Landing/ })
    .uncheck()
  await page.keyboard.press('Escape')
  await devices.getByText('8 of 14 rows').waitFor()
  const [some] = await Promise.all([page.waitForEvent('download'), csv.click()])
  expect((await textOf(some)).trimEnd().split('\r\n')).toHaveLength(9)
})

walk('columns can be hidden and moved, and stay so', async ({ page, signIn, expectNoBarriers }) => {
  const { devices, inquireAll } = connectionPage(page)
  await signIn()
  await inquireAll()
  const heads = async () =>
    (await devices.getByRole('columnheader').allInnerTexts()).map((text) => text.trim())
  const menu = devices.getByRole('button', { name: 'Columns' })
  await menu.click()
  await page.getByRole('checkbox', { name: 'Expected' }).uncheck()
  await page.getByRole('button', { name: 'Move Received left' }).click()
  await page.getByRole('button', { name: 'Move Received left' }).click()
  await expectNoBarriers()
  await page.keyboard.press('Escape')
  const chosen = await heads()
  expect(chosen.slice(0, 3)).toEqual(['Store', 'Received', 'Device'])
  await page.reload()
  await devices.getByText('14 rows', { exact: true }).waitFor()
  await expect.poll(() => heads()).toEqual(chosen)
  await menu.click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await devices.getByRole('columnheader', { name: 'Expected' }).waitFor()
  expect((await heads()).slice(0, 3)).toEqual(['Store', 'Device', 'Expected'])
})

walk('a row leads to its device, and Back to the same rows', async ({ page, signIn }) => {
  const { devices, inquireAll, column } = connectionPage(page)
  await signIn()
  await inquireAll()
  await devices.getByRole('button', { name: 'Page 2' }).click()
  await devices.getByRole('button', { name: 'Page 2, current page' }).waitFor()
  const [view, rows] = [page.url(), await column(1)]
  await devices.getByRole('link', { name: 'Case 5' }).click()
  await page.waitForURL('**/device/*')
  await page.getByRole('heading', { level: 2, name: 'Case 5' }).waitFor()
  await page.goBack()
  await devices.getByRole('button', { name: 'Page 2, current page' }).waitFor()
  expect(page.url()).toBe(view)
  await expect.poll(() => column(1)).toEqual(rows)
})

async function textOf(download: Download): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
