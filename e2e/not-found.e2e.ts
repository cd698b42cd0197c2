import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { walk } from './support/walk'

const gaps = readFileSync(new URL('../docs/spec-gaps.md', import.meta.url), 'utf8')
const openPaths = gaps
  .slice(gaps.indexOf('## Pages that are not built yet'))
  .split('\n')
  .flatMap((line) => /^\| `(\/[^`]+)`/.exec(line)?.[1] ?? [])

walk('an unknown address is named, with links to search and to Home', async (walk) => {
  const { page, signIn, expectNoBarriers } = walk
  await signIn()
  await page.goto('/Nowhere/at/all')
  await page.getByText('There is no page at /Nowhere/at/all').waitFor()
  await expect.poll(() => page.title()).toMatch(/^(\(\d+\) )?Not found · Coldkeep$/)
  await expectNoBarriers()
  const search = page.getByRole('searchbox', { name: 'Search for a page' })
  await search.fill('no such page')
  await page.getByText('Nothing found').waitFor()
  await search.fill('connect')
  await page.getByRole('main').getByRole('link', { name: 'Device connection rate' }).click()
  await page.waitForURL('**/DeviceConnectionRate')
  await page.goBack()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await page.waitForURL('**/home')
})

walk('a page that is not built is in no menu and answers Not found', async ({ page, signIn, open }) => {
  await signIn()
  await open('/home')
  for (const entry of await page.getByRole('navigation').getByRole('button').all()) {
    await entry.click()
    const links = await page.getByRole('link').all()
    const targets = await Promise.all(links.map((link) => link.getAttribute('href')))
    expect(openPaths.filter((path) => targets.includes(path))).toEqual([])
  }
  for (const path of openPaths) {
    // As a link inside the console does it; loading everything again each time would take minutes.
    await page.evaluate((next) => window.history.pushState(null, '', next), path)
    await page.getByText(`There is no page at ${path}`, { exact: true }).waitFor()
  }
})

walk('an address in other capitals leads to the page as it is spelled', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/deviceconnectionrate?days=7')
  await page.waitForURL('**/DeviceConnectionRate?days=7')
  await page.goto('/SYSTEMTASKS/')
  await page.waitForURL('**/SystemTasks')
})
