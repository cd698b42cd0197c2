import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone, walk } from './support/walk'

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const openMenu = (page: Page) => page.getByRole('button', { name: 'Open menu' }).tap()

walk(
  'the menu is a drawer that holds everything from the bar',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/home')
    await openMenu(page)
    await drawer(page).getByText('Ada').waitFor()
    await drawer(page).getByRole('button', { name: 'Data analysis' }).tap()
    await expectNoBarriers()
    const heights = await drawer(page)
      .getByRole('navigation')
      .locator('a, button')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(46)
    await drawer(page).getByRole('link', { name: 'Device connection rate' }).tap()
    await page.waitForURL('**/DeviceConnectionRate')
    await drawer(page).waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Device connection rate' }).waitFor()
  },
  phone,
)

walk(
  'the drawer closes by Esc, by its button and by Back, and leaves the page as it was',
  async ({ page, signIn, open }) => {
    await signIn()
    await open('/home')
    await openMenu(page)
    await drawer(page).waitFor()
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'detached' })
    await openMenu(page)
    await drawer(page).getByRole('button', { name: 'Close menu' }).tap()
    await drawer(page).waitFor({ state: 'detached' })
    await openMenu(page)
    await drawer(page).waitFor()
    await page.goBack()
    await drawer(page).waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/home')
  },
  phone,
)

walk(
  'language and appearance are chosen in the drawer',
  async ({ page, signIn, open }) => {
    await signIn()
    await open('/home')
    await openMenu(page)
    await drawer(page)
      .getByRole('button', { name: /^Appearance/ })
      .tap()
    await drawer(page).getByRole('button', { name: 'Dark' }).tap()
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
    await drawer(page)
      .getByRole('button', { name: /^Language/ })
      .tap()
    await drawer(page).getByRole('button', { name: '简体中文' }).tap()
    await page.locator('html[lang="zh-CN"]').waitFor()
  },
  phone,
)

walk(
  'filters are a sheet, and rows are cards',
  async ({ page, signIn, expectNoBarriers }) => {
    await signIn()
    await page.goto('/DeviceConnectionRate')
    const filters = page.getByRole('form', { name: 'Filters' })
    await page.getByRole('button', { name: 'Filters' }).tap()
    await filters.getByRole('combobox', { name: 'Division' }).tap()
    await page.getByRole('option', { name: 'South', exact: true }).tap()
    await expectNoBarriers()
    await filters.getByRole('button', { name: 'Inquire' }).tap()
    await filters.waitFor({ state: 'hidden' })
    const cards = page.getByRole('list', { name: 'Devices' })
    const card = cards.getByRole('listitem').filter({ hasText: 'Cedar_Road' }).first()
    await card.getByText('Connection rate').waitFor()
    await expectNoBarriers()
    await page.getByRole('button', { name: /^Filters \(\d\)$/ }).waitFor()
    await card.getByRole('link', { name: 'Freezer 1' }).tap()
    await page.waitForURL('**/device/*')
    await page.getByRole('heading', { level: 2, name: 'Freezer 1' }).waitFor()
  },
  phone,
)

walk(
  'a subpage has a back button instead of the menu',
  async ({ page, server, signIn, expectNoBarriers }) => {
    await signIn()
    await page.goto(`/device/${server.devices.freezer}`)
    await page.getByRole('region', { name: 'Last 7 days · °C' }).getByRole('img').waitFor()
    await expectNoBarriers()
    await page.getByRole('link', { name: 'Back to Home' }).tap()
    await page.waitForURL('**/home')
  },
  phone,
)

walk(
  'search and page actions are in the bar',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/home')
    await page.getByRole('button', { name: 'Page actions' }).tap()
    await page.getByRole('menuitem', { name: 'Share view' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Search' }).tap()
    await page.getByRole('combobox', { name: 'Go to' }).fill('system')
    await expectNoBarriers()
    await page.getByRole('option', { name: /^System tasks/ }).tap()
    await page.waitForURL('**/SystemTasks')
  },
  phone,
)
