import { expect } from 'vitest'
import { connectionPage } from './support/connection-page'
import { holdCalls } from './support/hold-calls'
import { openContext } from './support/launch-browser'
import { walk } from './support/walk'

const DETAIL_CALL = '**/api/v2/iot-connection/detail?**'

walk('Inquire waits for what is missing and names it', async ({ page, signIn, expectNoBarriers }) => {
  const { filters, select, choose, inquire } = connectionPage(page)
  await signIn()
  await page.goto('/DeviceConnectionRate')
  await page.getByText('Choose a department and a date, then press Inquire').waitFor()
  await filters.getByText('Choose a department', { exact: true }).last().waitFor()
  await filters.getByText('Choose a department first').waitFor()
  await expect.poll(() => select('Store').isDisabled()).toBe(true)
  await expect.poll(() => inquire.getAttribute('aria-disabled')).toBe('true')
  await expectNoBarriers()
  expect(await filters.getByText('Required', { exact: true }).count()).toBe(0)
  await inquire.press('Enter')
  await filters.getByText('Required', { exact: true }).first().waitFor()
  await filters.locator('[aria-invalid="true"]:focus').waitFor()

  await choose('Division', 'Frostline')
  await filters.getByText('Choose a department first').waitFor({ state: 'detached' })
  await expect.poll(() => inquire.getAttribute('aria-disabled')).toBeNull()
  await filters.getByRole('textbox', { name: 'Date' }).fill('')
  await filters.getByText('Choose a date', { exact: true }).last().waitFor()
  await filters.getByText('Required', { exact: true }).waitFor()
  await filters.getByRole('textbox', { name: 'Date' }).fill('2026-11-31')
  await filters.getByText('This date does not exist').waitFor()
  await expect.poll(() => inquire.getAttribute('aria-disabled')).toBe('true')
})

walk('levels open one after another, and a change clears what is below', async ({ page, signIn }) => {
  const { select, choose } = connectionPage(page)
  await signIn()
  await page.goto('/DeviceConnectionRate')
  await choose('Division', 'North')
  await expect.poll(() => select('Area').count()).toBe(0)
  await choose('Region', 'Harbour')
  await choose('Area', 'Quay')
  await choose('Store', 'N003 Elm Landing')
  await choose('Vendor', 'Glacier Works')

  await choose('Division', 'South')
  await select('Area').waitFor({ state: 'detached' })
  await expect.poll(() => select('Region').count()).toBe(0)
  await page.getByText('2 lower levels cleared').waitFor({ state: 'attached' })
  await expect.poll(() => select('Vendor').inputValue()).toBe('All vendors')
  await select('Store').click()
  const stores = page.getByRole('option')
  await expect
    .poll(() => stores.allInnerTexts())
    .toEqual(['All stores (2)', 'S001 Cedar_Road', 'S002 Dogwood Alley'])
})

walk('a level opened while the departments load shows them when they arrive', async ({ page, signIn }) => {
  const { select } = connectionPage(page)
  await signIn()
  const release = await holdCalls(page, '**/api/v2/department-map*')
  await page.goto('/DeviceConnectionRate')
  await select('Division').click()
  release()
  await page.getByRole('option', { name: 'North', exact: true }).click()
  await select('Region').waitFor()
})

walk('a choice made before the page proposes its day does not prevent that', async ({ page, signIn }) => {
  const { choose, inquire, devices } = connectionPage(page)
  await signIn()
  const release = await holdCalls(page, '**/api/v2/iot-connection/detail/pageinfo*')
  await page.goto('/DeviceConnectionRate')
  await choose('Division', 'Frostline')
  release()
  await inquire.click()
  await devices.getByText('14 rows', { exact: true }).waitFor()
})

walk('Find department fills every level, and offers it again under recent', async ({ page, signIn }) => {
  const { filters, select, choose } = connectionPage(page)
  await signIn()
  await page.goto('/DeviceConnectionRate')
  await select('Find department').fill('qua')
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['North › Harbour › Quay'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await select('Area').waitFor()
  const levels = await Promise.all(['Division', 'Region', 'Area'].map((name) => select(name).inputValue()))
  expect(levels).toEqual(['North', 'Harbour', 'Quay'])

  await choose('Division', 'South')
  await filters.getByRole('group', { name: 'Recent' }).getByRole('button', { name: 'Quay' }).click()
  await select('Area').waitFor()
  await expect.poll(() => select('Area').inputValue()).toBe('Quay')
})

walk(
  'Inquire shows charts over a table; other filters wait for Inquire',
  async ({ page, signIn, expectNoBarriers }) => {
    const { byStore, devices, choose, inquire, inquireAll, column } = connectionPage(page)
    await signIn()
    await inquireAll()
    await byStore.getByRole('group', { name: /^Connection rate \d.*; lowest .+ with / }).waitFor()
    const lost = page.getByRole('region', { name: 'Lost time by cause' })
    await lost.getByRole('list', { name: 'Legend' }).getByText('Host lost').waitFor()
    await page.getByText(/^Data time \d\d:\d\d:\d\d · query .+ s/).waitFor()
    await expect.poll(() => column()).toHaveLength(10)
    await expectNoBarriers()

    await choose('Vendor', 'Polar Service')
    await page.getByText('Filters changed. Press Inquire to update.').waitFor()
    await expect.poll(() => devices.getByText('14 rows', { exact: true }).isVisible()).toBe(true)
    await inquire.click()
    await devices.getByText('4 rows', { exact: true }).waitFor()
    expect(new Set(await column())).toEqual(new Set(['Alder Street', 'Birch Lane 50%']))
  },
)

walk(
  'the previous and the next period are one press away, and none is in the future',
  async ({ page, signIn }) => {
    const { filters, devices, inquireAll } = connectionPage(page)
    await signIn()
    await inquireAll()
    const chosen = new URL(page.url()).searchParams.get('date') ?? ''
    const next = filters.getByRole('button', { name: 'Next', exact: true })
    await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true')
    await next.hover()
    await page.getByText('That period is in the future').filter({ visible: true }).waitFor()

    await filters.getByRole('button', { name: 'Previous', exact: true }).click()
    // Nothing had been polled by then.
    await devices.getByText('No rows in this period. Choose another period.').waitFor()
    await page.getByRole('region', { name: 'Lost time by cause' }).getByText('No data').waitFor()
    expect(daysBetween(new URL(page.url()).searchParams.get('date') ?? '', chosen)).toBe(7)
    await page.locator('h1').click()
    await page.keyboard.press(']')
    await devices.getByText('14 rows', { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('date')).toBe(chosen)
  },
)

walk('the address holds the whole view', async ({ page, server, signIn }) => {
  const { devices, choose, inquire, inquireAll, column } = connectionPage(page)
  await signIn()
  await inquireAll()
  await choose('Division', 'North')
  await inquire.click()
  await devices.getByText('10 rows', { exact: true }).waitFor()
  await page.goBack()
  await devices.getByText('14 rows', { exact: true }).waitFor()
  await devices.getByRole('button', { name: /^Device rate/ }).click()
  await devices.getByRole('button', { name: 'Page 2' }).click()
  await devices.getByRole('button', { name: 'Page 2, current page' }).waitFor()
  const [view, rows] = [page.url(), await column(1)]
  expect(rows).toHaveLength(4)

  await page.reload()
  await devices.getByRole('button', { name: 'Page 2, current page' }).waitFor()
  await expect.poll(() => column(1)).toEqual(rows)

  const elsewhere = await openContext({ baseURL: server.address })
  const other = await elsewhere.newPage()
  await other.goto(view)
  await other.waitForURL('**/login?next=**')
  const { account, password } = server.signIns.administrator
  await other.locator('input[name="account"]').fill(account)
  await other.locator('input[name="password"]').fill(password)
  await other.keyboard.press('Enter')
  await other.waitForURL(view)
  const there = connectionPage(other)
  await there.devices.getByRole('button', { name: 'Page 2, current page' }).waitFor()
  await expect.poll(() => there.column(1)).toEqual(rows)
  await elsewhere.close()
})

walk('invalid parts of a link are left out, and the page says so', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/DeviceConnectionRate?dep=1&store=-4&date=2026-11-14')
  await page.getByText('Some filters in this link no longer exist').waitFor()
})

walk('a department outside one’s own is refused with a message', async ({ page, signIn, tolerate }) => {
  tolerate(/status of 404/)
  const { inquireAll } = connectionPage(page)
  await signIn()
  await inquireAll()
  const theirs = page.url()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await signIn('region')
  await page.goto(theirs)
  const refusal = page.getByRole('alertdialog')
  await refusal.getByText('Department not found.').first().waitFor()
})

walk(
  'a failed inquiry opens the error window, from which it can be tried again',
  async ({ page, signIn, tolerate, expectNoBarriers }) => {
    tolerate(/net::ERR_FAILED/)
    const { devices, choose, inquire } = connectionPage(page)
    await signIn()
    await page.goto('/DeviceConnectionRate')
    await page.route(DETAIL_CALL, (route) => route.abort())
    await choose('Division', 'Frostline')
    await inquire.click()
    const failure = page.getByRole('alertdialog', { name: 'Cloud connection error' })
    await failure.getByText('GET /api/v2/iot-connection/detail').waitFor()
    await failure.getByText('No response from the service').waitFor()
    await expectNoBarriers()
    await failure.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('This part could not be loaded').waitFor()
    await page.getByRole('button', { name: 'Retry' }).click()
    await failure.waitFor()
    await page.unroute(DETAIL_CALL)
    await failure.getByRole('button', { name: 'Retry' }).click()
    await devices.getByText('14 rows', { exact: true }).waitFor()
  },
)

walk('a chart can be read as a table, and a bar leads to its store', async (walk) => {
  const { page, signIn, expectNoBarriers } = walk
  const { byStore, devices, inquireAll } = connectionPage(page)
  await signIn()
  await inquireAll()
  await byStore.getByRole('button', { name: 'View as table' }).click()
  await byStore.getByRole('cell', { name: 'Cedar_Road' }).waitFor()
  await expect.poll(() => byStore.getByRole('row').count()).toBe(6)
  await expectNoBarriers()
  await byStore.getByRole('button', { name: 'View as chart' }).click()

  const bars = byStore.getByRole('link')
  await bars.first().focus()
  await page.keyboard.press('ArrowRight')
  await page.locator('a:focus[aria-label^="Birch Lane 50%: Connection rate"]').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Connection rate by day' }).waitFor()
  await page.getByRole('main').getByText('N002 Birch Lane 50%', { exact: true }).waitFor()
  await devices.getByText('2 rows', { exact: true }).waitFor()
  await page.goBack()
  await devices.getByText('14 rows', { exact: true }).waitFor()
})

walk('keys inquire and collapse the filters', async ({ page, signIn }) => {
  const { filters, devices, choose } = connectionPage(page)
  await signIn()
  await page.goto('/DeviceConnectionRate')
  await choose('Division', 'Frostline')
  await page.keyboard.press('Control+Enter')
  await devices.getByText('14 rows', { exact: true }).waitFor()
  await page.locator('h1').click()
  await page.keyboard.press('f')
  await filters.waitFor({ state: 'detached' })
  await page.reload()
  await devices.getByText('14 rows', { exact: true }).waitFor()
  await expect.poll(() => filters.count()).toBe(0)
  await page.getByRole('button', { name: 'Show filters' }).click()
  await filters.waitFor()
})

function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / 86_400_000
}
