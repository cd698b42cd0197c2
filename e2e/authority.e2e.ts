import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseOption } from './support/choose-option'
import { walk } from './support/walk'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const save = (page: Page, name: string | RegExp) =>
  dialog(page, name).getByRole('button', { name: 'Save' }).click()

async function choose(page: Page, within: string | RegExp, field: string, option: string | RegExp) {
  await chooseOption(dialog(page, within).getByRole('combobox', { name: field }), option)
}

walk('an account is created, given pages and equipment, explained, and disabled', async (walk) => {
  const { page, signIn, tolerate, expectNoBarriers } = walk
  tolerate(/status of 4(03|09)/)
  await signIn('administrator')
  await page.goto('/UserRoleSetting?tab=accounts')
  await page.getByRole('heading', { level: 1, name: 'Authority setting' }).waitFor()
  await page.getByRole('row', { name: /^admin / }).waitFor()
  await expectNoBarriers()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await dialog(page, 'New: Accounts')
    .getByRole('textbox', { name: /^Account/ })
    .fill('walker')
  await dialog(page, 'New: Accounts').getByRole('textbox', { name: /^Name/ }).fill('Wal Ker')
  await choose(page, 'New: Accounts', 'Department', 'North')
  await save(page, 'New: Accounts')
  const given = dialog(page, 'Password of walker')
  expect(await given.locator('[data-password]').innerText()).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
  await given.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('tab', { name: 'Page permission' }).click()
  await page.getByRole('button', { name: 'Edit permission categories' }).click()
  const categories = dialog(page, 'Edit permission categories')
  await categories.getByRole('button', { name: 'New', exact: true }).click()
  const form = 'New: Permission type'
  await dialog(page, form)
    .getByRole('textbox', { name: /^Name of/ })
    .fill('Alarms only')
  await choose(page, form, 'Pages it opens', /^1-7 /)
  await page.keyboard.press('Tab')
  await save(page, form)
  await categories.getByRole('row', { name: /^Alarms only/ }).waitFor()
  await categories.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'New', exact: true }).click()
  await choose(page, 'New: Page permission', 'Account', /walker/)
  await choose(page, 'New: Page permission', 'Permission type', 'Alarms only')
  await save(page, 'New: Page permission')
  await dialog(page, 'New: Page permission').waitFor({ state: 'detached' })
  // after those of all others
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50')
  await page.getByRole('row', { name: /^walker Wal Ker Alarms only/ }).waitFor()
  await expectNoBarriers()
  await page.getByRole('button', { name: 'Read current setting' }).click()
  await dialog(page, 'Read current setting').getByText('"walker"').waitFor()
  await page.keyboard.press('Escape')

  await page.goto('/UserRoleSetting?tab=why&account=walker&page=1-2')
  await page.getByText('None of its permission types opens page 1-2: Alarms only.').waitFor()
  await page.getByRole('status').getByText('This account cannot').waitFor()
  await expectNoBarriers()

  await page.goto('/UserRoleSetting?tab=accounts')
  await page.getByRole('row', { name: /^admin / }).dblclick()
  await dialog(page, /^Edit: admin/)
    .getByRole('checkbox', { name: 'The account can sign in' })
    .uncheck()
  await save(page, /^Edit: admin/)
  const refused = page.getByRole('alertdialog', { name: 'Cloud connection error' })
  await refused.getByText(/the last administrator of the whole organisation/).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page, /^Edit: admin/)
    .getByRole('button', { name: 'Cancel' })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  // the service searches, sorts and filters: 5,000 stores have more accounts than a page
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('walker')
  await page.getByText('1 row', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('t4.q')).toBe('walker')
  await page.getByRole('columnheader', { name: 'Last sign-in' }).getByRole('button').click()
  await page
    .getByRole('columnheader', { name: 'Last sign-in' })
    .and(page.locator('[aria-sort="ascending"]'))
    .waitFor()
  expect(await page.getByRole('columnheader', { name: 'Page permission' }).getByRole('button').count()).toBe(
    0,
  )
  await chooseOption(page.getByRole('combobox', { name: 'State' }), 'Disabled')
  await page.getByText('No rows match').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('walker')
  await page.getByText('1 row', { exact: true }).waitFor()
  await page.getByRole('row', { name: /^walker / }).dblclick()
  await dialog(page, /^Edit: walker/)
    .getByRole('checkbox', { name: 'The account is an engineer' })
    .check()
  await dialog(page, /^Edit: walker/)
    .getByRole('textbox', { name: 'Alert service until' })
    .fill('2027-02-28')
  await page.keyboard.press('Tab')
  await expectNoBarriers()
  await save(page, /^Edit: walker/)
  await page.getByRole('row', { name: /^walker .*Yes, alert service until 2027-02-28/ }).waitFor()
  await page.getByRole('row', { name: /^walker / }).dblclick()
  await dialog(page, /^Edit: walker/)
    .getByRole('checkbox', { name: 'The account can sign in' })
    .uncheck()
  await save(page, /^Edit: walker/)
  await page.getByRole('row', { name: /^walker .*Disabled/ }).waitFor()

  await page.getByRole('tab', { name: 'Page permission' }).click()
  await page.getByRole('button', { name: 'Tidy' }).click()
  const tidy = dialog(page, 'Tidy: Page permission')
  await tidy.getByRole('row', { name: /^walker Alarms only The account is disabled/ }).waitFor()
  await tidy.getByRole('button', { name: /^Remove \d+ rows?$/ }).click()
  await tidy.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /^walker / }).waitFor({ state: 'detached' })
})

walk('equipment permissions are next to those for pages', async (walk) => {
  const { page, signIn, expectNoBarriers } = walk
  await signIn('administrator')
  await page.goto('/UserRoleSetting?tab=equipment')
  await page.getByRole('heading', { level: 1, name: 'Authority setting' }).waitFor()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const form = 'New: Equipment permission'
  await dialog(page, form).getByRole('checkbox', { name: 'Walk-in rooms' }).waitFor()
  await expectNoBarriers()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Example' }).click()
  await dialog(page, 'Example').getByText('"data"').first().waitFor()
})

walk(
  'an account that cannot sign in is invited again, or let in without phone and recovery codes',
  async (walk) => {
    const { page, signIn, tolerate, expectNoBarriers } = walk
    tolerate(/status of 409/)
    await signIn('administrator')
    await page.goto('/UserRoleSetting?tab=accounts')
    await page.getByRole('row', { name: /^forgetful / }).waitFor()
    const invite = page.getByRole('button', { name: 'Send invitation to forgetful' })
    expect(await invite.count()).toBe(0)
    // this server sends none, which shows only on request
    await page.route('**/api/v2/auth/options', (route) =>
      route.fulfill({ json: { mail: true, provider: null } }),
    )
    await page.reload()
    await invite.click()
    await page.getByRole('alertdialog').getByText('This server does not send email.').waitFor()
    await page.keyboard.press('Escape')
    await page.route('**/api/v2/accounts/*/invitation', (route) => route.fulfill({ json: {} }))
    await invite.click()
    await page.getByText('Invitation for forgetful sent to forgetful@shop.example').first().waitFor()
    const end = page.getByRole('button', { name: /^Remove one-time codes of/ })
    expect(await end.count()).toBe(1)
    await end.click()
    const confirmation = page.getByRole('alertdialog', { name: 'Remove one-time codes of forgetful' })
    await confirmation.getByText(/^For someone who has lost both phone and recovery codes/).waitFor()
    await expectNoBarriers()
    await confirmation.getByRole('button', { name: 'Remove one-time codes' }).click()
    await page.getByText('One-time codes of forgetful removed').first().waitFor()
    await end.waitFor({ state: 'detached' })
  },
)
