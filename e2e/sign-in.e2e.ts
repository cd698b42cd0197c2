import { expect } from 'vitest'
import { holdCalls } from './support/hold-calls'
import { fillSignIn, signInByForm } from './support/sign-in'
import { walk } from './support/walk'

walk('signing in leads back to the requested page', async ({ page, server, expectNoBarriers }) => {
  await page.goto('/DeviceConnectionRate?days=7')
  await page.waitForURL('**/login?next=**')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await expect.poll(() => page.title()).toBe('Sign in · Coldkeep')
  await expectNoBarriers()
  await signInByForm(page, server.signIns.visitor)
  expect(new URL(page.url()).pathname).toBe('/DeviceConnectionRate')
  expect(new URL(page.url()).searchParams.get('days')).toBe('7')
})

walk(
  'a wrong password is refused in red, the account stays filled in and the password has the focus',
  async ({ page, server, tolerate, expectNoBarriers }) => {
    tolerate(/status of 401/)
    await page.goto('/login?next=/SystemTasks')
    const { account, password } = server.signIns.visitor
    await fillSignIn(page, account, 'not the password')
    const failure = page.getByRole('alertdialog', { name: 'Cloud connection error' })
    await failure.getByText('POST /api/v2/auth').waitFor()
    await page.locator('button:focus').getByText('Cancel').waitFor()
    await expectNoBarriers()
    await page.keyboard.press('Escape')
    await failure.waitFor({ state: 'detached' })

    await page.getByRole('alert').getByText('The account or the password is wrong.').waitFor()
    await expect.poll(() => page.getByLabel(/^Account/).inputValue()).toBe(account)
    await expectNoBarriers()
    await page.locator('input[name="password"]:focus').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/SystemTasks')
  },
)

walk('the form says what is missing, and shows the password on demand', async ({ page }) => {
  await page.goto('/login')
  const send = page.getByRole('button', { name: 'Sign in', exact: true })
  await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true')
  await page.getByLabel(/^Account/).fill('admin')
  const password = page.getByLabel(/^Password/)
  await password.fill('in the open')
  await expect.poll(() => send.getAttribute('aria-disabled')).toBeNull()
  await expect.poll(() => password.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.poll(() => password.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect.poll(() => password.getAttribute('type')).toBe('password')
})

walk(
  'the page is in the chosen language, keeps what was typed, and remembers the choice',
  async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel(/^Account/).fill('admin')
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: '繁體中文' })
    const title = page.getByRole('heading', { level: 1, name: '登入' })
    await title.waitFor()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('zh-TW')
    await expect.poll(() => page.locator('input[name="account"]').inputValue()).toBe('admin')
    await page.reload()
    await title.waitFor()
  },
)

walk('a place outside of the console is not returned to', async ({ page, server }) => {
  await page.goto('/login?next=//127.0.0.1:1/trap')
  await signInByForm(page, server.signIns.visitor)
  await page.waitForURL('**/home')
  for (const next of ['https://127.0.0.1:1/', '/\\127.0.0.1:1', '/login']) {
    await page.goto(`/login?${new URLSearchParams({ next })}`)
    await page.waitForURL('**/home')
  }
})

walk(
  'a session that has ended leads to the sign-in and from there back to the same place',
  async ({ page, server, tolerate, expectNoBarriers }) => {
    tolerate(/status of 401/)
    await page.goto('/DeviceConnectionRate?days=7')
    await page.waitForURL('**/login?next=**')
    await signInByForm(page, server.signIns.visitor)
    const division = page.getByRole('combobox', { name: 'Division' })
    await division.waitFor()
    // The service forgets the sign-in while no page is open; the page learns of it with its first call.
    await page.goto('about:blank')
    await page.context().request.post('/api/v2/auth/sign-out')
    await page.goto('/DeviceConnectionRate?days=7')
    await page.getByText('Your session has ended. Sign in to continue where you left off.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    await expectNoBarriers()
    await signInByForm(page, server.signIns.visitor)
    await page.waitForURL('**/DeviceConnectionRate?days=7')
    await division.waitFor()
  },
)

walk('signing out is confirmed and applies to every window', async ({ page, server, tolerate }) => {
  // The other window may be making a call at the moment the sign-in ends.
  tolerate(/status of 401/)
  await signInByForm(page, server.signIns.visitor)
  const other = await page.context().newPage()
  await other.goto('/SystemTasks')
  await other.getByRole('heading', { level: 1, name: 'System tasks' }).waitFor()
  await page.getByRole('button', { name: 'Account: Vera' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByText('You have signed out.').waitFor()
  await other.waitForURL('**/login?next=%2FSystemTasks')
})

walk('the page carries the name and the maker of the site', async ({ page, server, expectNoBarriers }) => {
  const config = await (await fetch(`${server.address}/config.json`)).json()
  const look = { title: 'Kühlhaus Nord', color_nav: '#FFE08A' }
  const site = { ...look, vendor_title: 'Polar Service', vendor_icon: '/favicon.svg' }
  await page.route('**/config.json', (route) => route.fulfill({ json: { ...config, ...site } }))
  await page.goto('/login')
  await page.getByText('Kühlhaus Nord').waitFor()
  await page.getByText('Polar Service').waitFor()
  await page.getByRole('img', { name: 'Polar Service' }).waitFor()
  await expect.poll(() => page.title()).toBe('Sign in · Kühlhaus Nord')
  await expectNoBarriers()
})

walk('before its configuration is there the page shows no form', async ({ page }) => {
  const release = await holdCalls(page, '**/config.json')
  const requested = page.waitForRequest('**/config.json')
  await page.goto('/login', { waitUntil: 'commit' })
  await requested
  await page.locator('.splash[aria-busy="true"]').waitFor({ state: 'attached' })
  expect(await page.locator('form').count()).toBe(0)
  release()
  await page.getByLabel(/^Account/).waitFor()
})
