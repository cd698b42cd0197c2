import { expect } from 'vitest'
import { phone, walk } from './support/walk'

walk('the worst device of the buses comes first, and its day is drawn', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/BusHealth')
  const table = page.getByRole('region', { name: 'Devices on the bus' })
  const rows = table.getByRole('row')
  // about 87 intervals of 5 answers to 6 requests, and 8 without any
  await table.getByRole('row', { name: /^Freezer 1.*S001 Cedar_Road.*76\.\d/ }).waitFor()
  await expect.poll(() => rows.nth(1).innerText()).toContain('Freezer 1')
  await expect.poll(() => rows.nth(2).innerText()).toContain('Main meter')
  await rows
    .nth(1)
    .getByText(/^76\.\d$/)
    .click()
  await page.getByRole('region', { name: 'Freezer 1, last 24 hours' }).waitFor()
  await page.getByText('Timeouts on the bus').first().waitFor()
  await page.getByRole('img', { name: /^Freezer 1, last 24 hours/ }).waitFor()
  await expectNoBarriers()
  await page.getByRole('link', { name: 'Freezer 1' }).first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/device/*')
})

walk('a message that was merely old is viewed and released, and another is discarded', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/Quarantine')
  const table = page.getByRole('region', { name: 'Messages that could not be stored' })
  const old = table.getByRole('row', { name: /Impossible time.*TB-N001/ })
  const torn = table.getByRole('row', { name: /Malformed.*TB-S001/ })
  await old.waitFor()
  await torn.waitFor()
  await expectNoBarriers()

  await table.getByRole('searchbox', { name: 'Search' }).fill('cedar')
  await old.waitFor({ state: 'detached' })
  await table.getByRole('searchbox', { name: 'Search' }).fill('')
  await old.waitFor()

  await old.getByRole('button', { name: 'View the message from TB-N001' }).click()
  const message = page.getByRole('dialog', { name: 'Message from TB-N001' })
  await message.getByText('"s":7').waitFor()
  await expectNoBarriers()
  await page.keyboard.press('Escape')
  await message.waitFor({ state: 'detached' })

  await expect
    .poll(() => table.getByRole('button', { name: 'Release' }).getAttribute('aria-disabled'))
    .toBe('true')
  await old.getByRole('checkbox').check()
  await table.getByRole('button', { name: 'Release' }).click()
  const asking = page.getByRole('alertdialog', { name: 'Release 1 message?' })
  await asking.getByRole('button', { name: 'Release' }).click()
  const outcome = page.getByRole('dialog', { name: 'What happened to the messages' })
  await outcome.getByText('Stored: 1', { exact: true }).waitFor()
  await outcome.getByText('Device cycles stored: 1').waitFor()
  await outcome.getByRole('button', { name: 'Close' }).last().click()
  await old.waitFor({ state: 'detached' })

  await torn.getByRole('checkbox').check()
  await table.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await table.getByText('All messages were stored.').waitFor()
  await expectNoBarriers()
})

walk('a terminal reports what happened, and the chart of its device shows the gap', async (walk) => {
  const { page, signIn, open } = walk
  await signIn()
  await open('/Terminals?id=TB-S001')
  const events = page.getByRole('region', { name: 'Events', exact: true })
  await events.getByText('Unit 1 on port p1 is silent and is polled once a minute').waitFor()
  await events.getByText(/192 messages discarded, one cycle per 15 minutes kept$/).waitFor()
  await events.getByText('Program 1.2.0 started with configuration 1').waitFor()

  await open('/BusHealth')
  await page.getByRole('link', { name: 'Freezer 1' }).first().click()
  await page.getByText('Discarded readings: one cycle per 15 minutes kept').first().waitFor()
})

walk(
  'bus health and quarantine fit a phone, in dark and in Chinese',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    for (const path of ['/BusHealth', '/Quarantine']) {
      await open(path)
      await page
        .getByText(/TB-S001|所有訊息都已儲存/)
        .first()
        .waitFor()
      await expectNoBarriers()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      await page.screenshot({
        path: `test-results/field-health${path.replace('/', '-')}.png`,
        fullPage: true,
      })
    }
  },
  { ...phone, locale: 'zh-TW', colorScheme: 'dark' },
)
