import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseOption } from './support/choose-option'
import { fillSignIn, signInByForm } from './support/sign-in'
import { phone, walk } from './support/walk'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

walk('one’s own profile is read, refused where it is wrong, and saved', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn('owner')
  await open('/home')
  await page.getByRole('banner').getByText('Coldkeep').waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Olga', exact: true }).click()
  await page.waitForURL('**/Account')
  const profile = region(page, 'Profile')
  await profile.getByText('olga@shop.example').waitFor()
  const department = profile.getByRole('combobox', { name: 'Department' })
  await expect.poll(() => department.inputValue()).toContain('Frostline')
  await expectNoBarriers()

  const save = profile.getByRole('button', { name: 'Save' })
  await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true')
  await profile.getByRole('textbox', { name: 'Cellphone' }).fill('call me')
  await profile.getByRole('textbox', { name: 'Title' }).fill('Quality')
  await profile.getByText('The text does not have the expected format.').waitFor()
  await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true')
  await profile.getByRole('textbox', { name: 'Cellphone' }).fill('+886 912 000 222')
  await save.click()
  await page.getByText('Profile save success').first().waitFor()
  await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true')
  await page.reload()
  await expect.poll(() => profile.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Quality')
  // no one here is an engineer, so there is no empty table of them
  expect(await page.getByRole('region', { name: 'Engineers' }).count()).toBe(0)
})

walk('whoever sets everyone’s permissions edits the company; others only read it', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn('owner')
  await open('/Account')
  const company = region(page, 'Company')
  await company.getByRole('button', { name: 'Edit company' }).click()
  const form = page.getByRole('dialog', { name: 'Edit company' })
  await form.getByRole('textbox', { name: 'Chief executive' }).fill('Li Na')
  await form.getByRole('textbox', { name: 'Address' }).fill('7 Quay Road')
  await form.getByRole('textbox', { name: 'Level names' }).fill('Division, Region')
  await expectNoBarriers()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await company.getByText('Li Na').waitFor()
  await company.getByText('Division, Region', { exact: true }).waitFor()
  await company.getByText('7 Quay Road').waitFor()

  await signIn('region')
  await open('/Account')
  await company.getByText('Li Na').waitFor()
  expect(await company.getByRole('button').count()).toBe(0)
  await open('/DeviceConnectionRate')
  // other walks look for the usual names at the same time, so these are the same
  await page.getByRole('form', { name: 'Filters' }).getByRole('combobox', { name: 'Division' }).waitFor()
})

walk(
  'a password is typed twice, must differ from the current one, and ends the other sign-ins',
  async (walk) => {
    const { page, server, signIn, open, tolerate, expectNoBarriers } = walk
    tolerate(/status of 400/)
    await signIn('owner')
    await page.context().request.post('/api/v2/auth', {
      headers: {
        Authorization: `Basic ${btoa(`olga:${server.signIns.owner.password}`)}`,
        'user-agent': 'curl/8',
      },
      data: {},
    })
    await open('/Account')
    const elsewhere = page.getByRole('region', { name: 'Where you are signed in' })
    await elsewhere
      .getByRole('row', { name: /Another program.*Elsewhere/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Update password' }).click()
    const form = page.getByRole('dialog', { name: 'Update password' })
    const [first, second] = [form.getByLabel(/^New password \*?$/), form.getByLabel(/^New password again/)]
    const present = form.getByLabel(/^Current password/)
    const confirm = form.getByRole('button', { name: 'Confirm' })
    await expect.poll(() => confirm.getAttribute('aria-disabled')).toBe('true')
    await first.fill('colder than before')
    await second.fill('colder than befor')
    await second.blur()
    await form.getByText('The two passwords do not match').first().waitFor()
    await expectNoBarriers()
    await expect.poll(() => confirm.getAttribute('aria-disabled')).toBe('true')
    const { password } = server.signIns.owner
    for (const field of [present, first, second]) await field.fill(password)
    await confirm.click()
    await form.getByText('Choose a password that is neither the current one').waitFor()
    // the same account is used by the other walks, so it gets its password back
    for (const [now, next] of [
      [password, 'colder than before'],
      ['colder than before', password],
    ] as const) {
      await present.fill(now)
      for (const field of [first, second]) await field.fill(next)
      await confirm.click()
      await form.waitFor({ state: 'detached' })
      await elsewhere
        .getByRole('row', { name: /Elsewhere/ })
        .first()
        .waitFor({ state: 'detached' })
      if (next !== password) await page.getByRole('button', { name: 'Update password' }).click()
    }
  },
)

walk('other sign-ins are ended one by one', async ({ page, server, signIn, open, expectNoBarriers }) => {
  await signIn('owner')
  const again = () =>
    fetch(`${server.address}/api/v2/auth`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`olga:${server.signIns.owner.password}`)}`,
        'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6) Version/18.6 Mobile/15E148 Safari/604.1',
      },
    })
  await again()
  await open('/Account')
  const table = page.getByRole('region', { name: 'Where you are signed in' })
  const foreign = table.getByRole('row', { name: /Safari on iPhone/ })
  await foreign.first().waitFor()
  await foreign
    .first()
    .getByRole('button', { name: /^Sign out/ })
    .click()
  const question = page.getByRole('alertdialog', { name: 'Sign out Safari on iPhone?' })
  await expectNoBarriers()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await foreign.waitFor({ state: 'detached' })
  await again()
  await page.reload()
  await foreign.waitFor()
  await table.getByRole('button', { name: 'Sign out elsewhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await foreign.waitFor({ state: 'detached' })
  await table.getByRole('row', { name: /This browser/ }).waitFor()
})

walk(
  'language and appearance follow the account into another browser',
  async ({ page, server, signIn, open }) => {
    await signIn('owner')
    await open('/Account')
    const choose = async (field: string, option: string) => {
      const kept = page.waitForResponse((answer) => answer.url().endsWith('/account/preferences'))
      await chooseOption(page.getByRole('combobox', { name: field }), option)
      expect((await kept).status()).toBe(200)
    }
    await choose('Appearance', 'Dark')
    await choose('Language', '日本語')
    await page.getByRole('heading', { level: 1, name: 'アカウント' }).waitFor()
    await page.evaluate(() => {
      for (const name of ['session', 'language', 'theme']) localStorage.removeItem(`coldkeep.${name}`)
    })
    await page.goto('/login')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await signInByForm(page, server.signIns.owner)
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ja')
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
    await page.goto('/Account')
    await chooseOption(page.getByRole('combobox', { name: '言語' }), 'English')
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
  },
)

walk('a password set by someone else is replaced before anything else', async (walk) => {
  const { page, server, expectNoBarriers } = walk
  await page.goto('/login?next=/Account')
  const { account, password } = server.signIns.novice
  await fillSignIn(page, account, password)
  await page.getByRole('heading', { level: 1, name: 'Choose your password' }).waitFor()
  await expectNoBarriers()
  // whoever goes elsewhere in the meantime is not signed in
  await page.goto('/home')
  await page.waitForURL('**/login**')
  await fillSignIn(page, account, password)
  await page.getByLabel(/^New password \*?$/).fill('chosen by Nils')
  await page.getByLabel(/^New password again/).fill('chosen by Nils')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.waitForURL('**/home')
})

walk(
  'the account page fits a phone, in Chinese and in dark too',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn('region')
    await open('/Account')
    await region(page, '個人資料').getByText('north', { exact: true }).waitFor()
    await page.getByText('目前瀏覽器').first().waitFor()
    await expectNoBarriers()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  },
  { ...phone, locale: 'zh-TW', colorScheme: 'dark' },
)
