import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoBarriersOn } from './support/check-accessible'
import { openContext } from './support/launch-browser'
import { openQuietRepairs } from './support/quiet-repairs'
import { signIn } from './support/sign-in'
import { phone } from './support/walk'

let site: Awaited<ReturnType<typeof openQuietRepairs>>
beforeAll(async () => {
  site = await openQuietRepairs()
})
afterAll(() => site.close())

async function onPage(options: BrowserContextOptions, steps: (page: Page) => Promise<void>): Promise<void> {
  const context = await openContext({
    ...{ baseURL: site.server.address, locale: 'en-GB', timezoneId: 'Asia/Taipei', reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    ...options,
  })
  try {
    const page = await context.newPage()
    await signIn(page, { account: 'admin', password: PASSWORD })
    await steps(page)
  } finally {
    await context.close()
  }
}

test('a case that has been quiet proposes to close and shows why, and a person closes it', async () => {
  await onPage({}, async (page) => {
    await page.goto('/_44_?proposal=proposed')
    const table = page.getByRole('region', { name: 'Repair cases' })
    const row = table.getByRole('row', { name: /Alder Street.*Proposes to close/ })
    await row.getByRole('link', { name: /^R-\d{6}$/ }).click()
    const proposal = page.getByRole('region', { name: 'Proposes to close' })
    await proposal.getByText(/^Quiet since \d{4}-\d\d-\d\d \d\d:\d\d$/).waitFor()
    const figures = proposal.getByRole('table', { name: 'Figures before and after' })
    await figures
      .getByRole('row', { name: /Duty: run time.*93.%.*out of band.*51.%.*48.%.*at most/ })
      .waitFor()
    const record = page.getByRole('region', { name: /^Repair record R-/ })
    await record.getByText('No. 2 within 14 days, before:').waitFor()
    for (const name of ['Before the repair', 'After the repair'])
      await record
        .getByRole('region', { name })
        .getByRole('img', { name: /Air −.*Reported|Air −/ })
        .waitFor()
    await expectNoBarriersOn(page)
    const history = record.getByRole('list', { name: 'History' })
    await history.getByText('Proposes to close').waitFor()
    await proposal.getByRole('button', { name: 'Close: Repaired' }).click()
    await page.getByRole('region', { name: 'Why the case proposed to close' }).waitFor()
    await history.getByText('Repaired').waitFor()
    expect(await record.getByRole('combobox', { name: 'Current progress' }).inputValue()).toBe('Repaired')
    await row.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('region', { name: 'Why the case proposed to close' }).waitFor()
    await expectNoBarriersOn(page)
  })
})

test('on a phone, in Japanese and dark, the reasons stand below each other', async () => {
  await onPage({ ...phone, locale: 'ja-JP', colorScheme: 'dark' }, async (page) => {
    await page.goto('/_44_?proposal=proposed')
    await page.getByText('完了を提案中').first().waitFor()
    await page
      .getByRole('link', { name: /^R-\d{6}$/ })
      .first()
      .click()
    const proposal = page.getByRole('region', { name: '完了を提案中' })
    await proposal.getByText('負荷：圧縮機の運転率').waitFor()
    await proposal.getByRole('button', { name: '完了にする：修理完了' }).waitFor()
    await page.getByRole('region', { name: '修理後' }).getByRole('img').waitFor()
    await expectNoBarriersOn(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
