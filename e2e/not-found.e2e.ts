import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { walk } from './support/walk'

const gaps = readFileSync(new URL('../docs/spec-gaps.md', import.meta.url), 'utf8')
const openPaths = gaps
  .slice(gaps.indexOf('## Pages that are not built yet'))
  .split('\n')
  .flatMap((line) => /^\| `(\/[^`]+)`/.exec(line)?.[1] ?? [])

walk(
  'a page that is not built is in no menu and answers Not found',
  async ({ page, signIn, expectNoBarriers }) => {
    await signIn()
    const links = await page
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(openPaths.filter((path) => links.includes(path))).toEqual([])
    for (const path of openPaths) {
      await page.goto(path)
      await page.getByText(`There is no page at ${path}`).waitFor()
    }
    if (openPaths.length > 0) await expectNoBarriers()
  },
)

walk('an address in other capitals leads to the page as it is spelled', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/deviceconnectionrate?days=7')
  await page.waitForURL('**/DeviceConnectionRate?days=7')
})
