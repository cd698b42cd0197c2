import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseOption } from './support/choose-option'
import { phone, walk } from './support/walk'

const COMMANDS = 'New: Commands of Every minute'
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const pane = (page: Page, name: string) =>
  page.locator('[data-pane]').filter({ has: page.getByRole('heading', { name }) })
const add = (page: Page, name: string) =>
  pane(page, name).getByRole('button', { name: 'New', exact: true }).first().click()

async function save(page: Page, form: string): Promise<void> {
  await dialog(page, form).getByRole('button', { name: 'Save' }).click()
  await dialog(page, form).waitFor({ state: 'detached' })
}

async function choose(page: Page, field: string, option: string | RegExp, form?: string): Promise<void> {
  const within = form === undefined ? page : dialog(page, form)
  await chooseOption(
    within.getByRole('combobox', { name: field }),
    page.getByRole('option', { name: option }).first(),
  )
}

walk('a script is written, given a rule, checked against stores and sent', async (walked) => {
  const { page, signIn, expectNoBarriers, tolerate } = walked
  await signIn('administrator')
  await page.goto('/AppendPollingControlExpansion')
  await page.getByRole('heading', { level: 1, name: 'Append-poll management' }).waitFor()
  await page.getByText('Choose a folder.').waitFor()
  await expectNoBarriers()

  await add(page, 'Folders')
  await dialog(page, 'New: Folders').getByRole('textbox', { name: 'Name' }).fill('Walk-in rooms')
  await save(page, 'New: Folders')
  await add(page, 'Script files')
  await dialog(page, 'New: Script files').getByRole('textbox', { name: 'File name' }).fill('Every minute')
  await save(page, 'New: Script files')

  await add(page, 'Commands of Every minute')
  const form = dialog(page, COMMANDS)
  await choose(page, 'Brand', 'Carel', COMMANDS)
  await choose(page, 'Model', /ir33/i, COMMANDS)
  await choose(page, 'Command code', /probes/, COMMANDS)
  const box = (name: string) => form.getByRole('textbox', { name })
  await box('Modbus ID').fill('41')
  await box('Device name').fill('Room 41')
  await box('Retries').fill('10')
  await box('Wait timeout').fill('10000')
  // eleven times ten seconds do not fit in a minute
  tolerate(/409/)
  await form.getByRole('button', { name: 'Save' }).click()
  const refused = page.getByRole('alertdialog').filter({ hasText: 'longer than the period of 60 s' })
  await refused.getByText(/A cycle may take 116 s/).waitFor()
  await refused.getByRole('button').last().click()
  await box('Retries').fill('2')
  await box('Wait timeout').fill('500')
  await expectNoBarriers()
  await save(page, COMMANDS)
  await pane(page, 'Commands of Every minute')
    .getByRole('row', { name: /Room 41/ })
    .waitFor()
  await expectNoBarriers()

  await pane(page, 'Script files').getByRole('button', { name: 'Save as' }).click()
  const copy = dialog(page, 'Save Every minute as')
  await copy.getByRole('textbox', { name: 'File name' }).fill('Every minute, again')
  await copy.getByRole('button', { name: 'Save as' }).click()
  await pane(page, 'Script files')
    .locator('tr[data-selected]')
    .getByText('Every minute, again', { exact: true })
    .waitFor()
  await pane(page, 'Commands of Every minute, again')
    .getByRole('row', { name: /Room 41/ })
    .waitFor()
  await pane(page, 'Script files').getByText('Every minute', { exact: true }).click()
  const crumbs = page.getByRole('navigation', { name: 'You are here' })
  await crumbs.getByText('Every minute', { exact: true }).waitFor()
  await crumbs.getByRole('link', { name: 'Walk-in rooms' }).click()
  await crumbs.getByText('Every minute', { exact: true }).waitFor({ state: 'detached' })
  await page.goBack()
  await walkByKeys(page)
  await expectNoBarriers()

  await page.getByRole('tab', { name: 'Report setting' }).click()
  await choose(page, 'Command', /Room 41/)
  await page.getByRole('button', { name: 'New', exact: true }).first().click()
  const rule = 'New: Alarm rules'
  await chooseOption(
    dialog(page, rule).getByRole('combobox', { name: 'Node' }),
    page.getByRole('option').first(),
  )
  const limit = (name: string) => dialog(page, rule).getByRole('textbox', { name })
  await limit('Low limit').fill('-15')
  await limit('High limit').fill('-30')
  await page.keyboard.press('Tab')
  const reversed = dialog(page, rule).getByText('The high limit must be above the low one.')
  await expect.poll(() => reversed.count()).toBe(2)
  await limit('Low limit').fill('-30')
  await limit('High limit').fill('-15')
  await expectNoBarriers()
  await save(page, rule)
  await page
    .getByRole('region', { name: 'Alarm rules' })
    .getByRole('row', { name: /.30 .15 15 15 30/ })
    .waitFor()
  const shared = page.getByRole('columnheader', { name: 'Report time min' })
  expect(await shared.getAttribute('colspan')).toBe('3')
  await expectNoBarriers()

  await page.getByRole('tab', { name: 'Download' }).click()
  await page.getByRole('button', { name: 'Paste store numbers' }).click()
  const numbers = dialog(page, 'Paste store numbers')
  await numbers.getByRole('textbox').fill('N001 n002, X999')
  await numbers.getByText('1 number not found: X999').filter({ visible: true }).waitFor()
  await numbers.getByRole('textbox').fill('N001 n002')
  await numbers.getByRole('button', { name: 'Choose these' }).click()
  await page.getByText('2 stores chosen').waitFor()
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('0 of 2 ready').waitFor()
  await page
    .getByRole('row', { name: /N001 Alder Street Row 1 The store has no such device: 41 Carel/ })
    .waitFor()
  await expectNoBarriers()
  await page.getByRole('button', { name: 'Start download' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Send Every minute to 2 stores?' })
  await confirmation.getByRole('button', { name: 'Start download' }).click()
  await page
    .getByRole('region', { name: 'By store' })
    .getByRole('row', { name: /N001 Alder Street.*refused.*Row 1/ })
    .waitFor()
  const log = page.getByRole('log', { name: 'Result' })
  await log.getByText('Sent: Walk-in rooms / Every minute · 2 stores').waitFor()
  await log.getByText(/^N001 Alder Street · refused · Row 1/).waitFor()
  await log.getByText('Ended: refused 2').waitFor()
  expect(await log.locator('time').first().textContent()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await page
    .getByRole('region', { name: 'Previously sent' })
    .getByRole('row', { name: /refused 2/ })
    .waitFor()
  await expectNoBarriers()
})

/** From the folder to the commands and back without a mouse; what is selected stays, and so do the widths. */
async function walkByKeys(page: Page): Promise<void> {
  const focused = (name: string) => pane(page, name).locator('tr:focus')
  await page.reload()
  await pane(page, 'Folders')
    .getByRole('row', { name: /Walk-in rooms/ })
    .focus()
  await page.keyboard.press('Enter')
  await focused('Script files').getByText('Every minute', { exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await focused('Script files').getByText('Every minute, again', { exact: true }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await focused('Commands of Every minute').getByText('Room 41').waitFor()
  await page.keyboard.press('F2')
  await dialog(page, 'Edit: Room 41 probes').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Delete')
  const confirmation = page.getByRole('alertdialog', { name: 'Are you sure you want to delete?' })
  await confirmation.getByText('Room 41 probes', { exact: true }).waitFor()
  await page.locator('button:focus').getByText('Cancel').waitFor()
  await page.keyboard.press('Enter')
  await page.goBack()
  await focused('Script files').getByText('Every minute', { exact: true }).press('Delete')
  await confirmation.getByText('1 command is deleted too.').waitFor()
  await page.keyboard.press('Escape')
  await pane(page, 'Folders')
    .getByRole('row', { name: /Walk-in rooms/ })
    .press('Delete')
  await confirmation.getByText('It contains 2 script files. Only an empty folder can be deleted.').waitFor()
  await page.keyboard.press('Escape')

  const edge = page.getByRole('separator', { name: 'Width of Folders' })
  await edge.press('ArrowRight')
  const width = await edge.getAttribute('aria-valuenow')
  expect(width).toBe('27')
  await page.goto('/home')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goBack()
  for (const [name, row] of [
    ['Folders', 'Walk-in rooms'],
    ['Script files', 'Every minute'],
  ] as const) {
    await pane(page, name).locator('tr[data-selected]').getByText(row, { exact: true }).waitFor()
  }
  await pane(page, 'Commands of Every minute')
    .getByRole('row', { name: /Room 41/ })
    .waitFor()
  expect(await edge.getAttribute('aria-valuenow')).toBe(width)
}

walk(
  'on a phone, the script is found pane by pane',
  async ({ page, signIn, expectNoBarriers }) => {
    await signIn('administrator')
    await page.goto('/AppendPollingControlExpansion')
    const panes = page.locator('[data-pane]')
    await panes.first().waitFor()
    expect(await panes.count()).toBe(1)
    await page.getByRole('button', { name: 'New', exact: true }).first().tap()
    await dialog(page, 'New: Folders').getByRole('textbox', { name: 'Name' }).fill('Counters')
    await save(page, 'New: Folders')
    await expectNoBarriers()
    await page.getByRole('button', { name: 'Continue to Script files' }).tap()
    await page.getByRole('heading', { name: 'Script files of Counters' }).waitFor()
    await page.getByText('No script files in this folder yet.').waitFor()
    await page
      .getByRole('button', { name: /^Continue to/ })
      .and(page.locator('[aria-disabled]'))
      .waitFor()
    await expectNoBarriers()
    await page.getByRole('button', { name: 'Back to Folders' }).tap()
    await page.getByRole('heading', { name: 'Folders' }).waitFor()
  },
  phone,
)

walk('a single run requires folder, script file and store', async ({ page, signIn, expectNoBarriers }) => {
  await signIn('administrator')
  await page.goto('/SingleExecutionExpansion')
  await page.getByRole('heading', { level: 1, name: 'Single execution' }).waitFor()
  const start = page.getByRole('button', { name: 'Start download' })
  await expect.poll(() => start.getAttribute('aria-disabled')).toBe('true')
  const store = page.getByRole('combobox', { name: 'Store number' })
  await store.fill('N001')
  await page.getByRole('option', { name: 'N001 Alder Street' }).click()
  await page.waitForURL(/[?&]number=N001/)
  await expectNoBarriers()
  await page.reload()
  await expect.poll(() => store.inputValue()).toBe('N001 Alder Street')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => store.inputValue()).toBe('')
})
