import { expect } from 'vitest'
import { connectionPage } from './support/connection-page'
import { holdCalls } from './support/hold-calls'
import { phone, walk } from './support/walk'

const DETAIL_CALL = '**/api/v2/iot-connection/detail?**'
const AFTER_TEN_SECONDS_MS = 10_500

walk('a view is saved by name, shown again with the newest period, and deleted', async (given) => {
  const { page, signIn, expectNoBarriers } = given
  const { filters, devices, choose, inquire } = connectionPage(page)
  const views = filters.getByRole('button', { name: 'Saved views' })
  const saveView = page.getByRole('button', { name: 'Save view' })
  await signIn()
  await page.goto('/DeviceConnectionRate')
  await saveView.press('Enter')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await views.click()
  await page.getByText('No saved views yet').waitFor()
  await page.keyboard.press('Escape')

  await choose('Division', 'South')
  await inquire.click()
  await devices.getByText('4 rows', { exact: true }).waitFor()
  await saveView.click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: 'Name of the view' }).fill('My south')
  await expectNoBarriers()
  await page.keyboard.press('Enter')
  await page.getByText('View saved', { exact: true }).first().waitFor()
  await filters.getByRole('button', { name: 'My south' }).waitFor()

  await choose('Division', 'Frostline')
  await inquire.click()
  await devices.getByText('14 rows', { exact: true }).waitFor()
  await views.click()
  await expectNoBarriers()
  await page.getByRole('button', { name: 'My south', exact: true }).click()
  await devices.getByText('4 rows', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.has('date')).toBe(false)
  const id = new URL(page.url()).searchParams.get('view')

  await page.goto(`/DeviceConnectionRate?view=${id}`)
  await devices.getByText('4 rows', { exact: true }).waitFor()
  await filters.getByRole('button', { name: 'My south' }).click()
  await page.getByRole('button', { name: 'Delete view My south' }).click()
  await page.getByText('No saved views yet').waitFor()
})

walk('a view that keeps its date opens with it', async ({ page, signIn }) => {
  const { filters, devices, inquireAll } = connectionPage(page)
  await signIn()
  await inquireAll()
  const date = new URL(page.url()).searchParams.get('date')
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: 'Name of the view' }).fill('That week')
  await dialog.getByRole('checkbox', { name: `Keep the date ${date}` }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await filters.getByRole('button', { name: 'Previous' }).click()
  await page.waitForURL((url) => url.searchParams.get('date') !== date)
  await filters.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('button', { name: 'That week', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('date') === date)
  await devices.getByText('14 rows', { exact: true }).waitFor()
})

walk(
  'on a phone, views are in the filter sheet',
  async ({ page, signIn, expectNoBarriers }) => {
    await signIn()
    await page.goto('/DeviceConnectionRate')
    await page.getByRole('button', { name: 'Filters' }).tap()
    await page.getByRole('button', { name: 'Saved views' }).tap()
    await page.getByText('No saved views yet').waitFor()
    await expectNoBarriers()
  },
  phone,
)

walk('an inquiry can be stopped after ten seconds, and run again', async (given) => {
  const { page, signIn, expectNoBarriers } = given
  const { filters, devices, choose, inquire } = connectionPage(page)
  const stillLoading = page.getByText('Still loading…')
  await page.clock.install()
  await signIn()
  await page.goto('/DeviceConnectionRate')
  await page.route(DETAIL_CALL, () => undefined)
  await choose('Division', 'Frostline')
  await inquire.click()
  await page.getByRole('status', { name: 'Loading' }).waitFor()
  await expect.poll(() => stillLoading.count()).toBe(0)
  await page.clock.fastForward(AFTER_TEN_SECONDS_MS)
  await stillLoading.waitFor()
  await expectNoBarriers()
  await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Loading was stopped').waitFor()
  await filters.waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Retry' }).click()
  await devices.getByText('14 rows', { exact: true }).waitFor()
})

walk(
  'a store found by its name opens with the period already set on the page',
  async ({ page, signIn, open }) => {
    await signIn()
    await open('/home')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to' }).fill('Cedar')
    await page
      .getByRole('option', { name: /^Cedar_Road/ })
      .first()
      .click()
    await page.waitForURL('**/DeviceConnectionRate?**')
    await page
      .getByRole('region', { name: 'Devices', exact: true })
      .getByText(/^\d+ rows$/)
      .waitFor()
  },
)

walk('Detail waits for its scope and never leads to a page without one', async ({ page, signIn, open }) => {
  const release = await holdCalls(page, '**/api/v2/department-map', '**/api/v2/dashboard/scope**')
  await signIn()
  await open('/home')
  const card = page.getByRole('region', { name: 'Device connection rate' })
  await card.getByText(/%$/).first().waitFor()
  await expect.poll(() => card.getByRole('link', { name: /^Detail/ }).count()).toBe(0)
  release()
  await card.getByRole('link', { name: /^Detail/ }).click()
  await page.waitForURL('**/DeviceConnectionRate?dep=*')
})
