import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone, walk } from './support/walk'

const BUTTON = 'Sign in with Frostline'

/** On the provider's own page, which is at another origin. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.locator('input[name="login"]').fill(login)
  await page.locator('input[name="password"]').fill('known there alone')
  await page.getByRole('button', { name: 'Enter' }).click()
}

walk('signing in with the provider leads back to the requested page', async (walked) => {
  const { page, server, expectNoBarriers } = walked
  await page.goto('/SystemTasks?state=done')
  await page.waitForURL('**/login?next=**')
  const button = page.getByRole('button', { name: BUTTON })
  await button.waitFor()
  await expectNoBarriers()
  await button.click()
  await page.waitForURL((url) => url.origin !== server.address)
  const shown: string[] = []
  page.on('framenavigated', (frame) => shown.push(frame.url()))
  await signInThere(page, 'paula')
  await page.waitForURL(`${server.address}/SystemTasks?state=done`)
  await page.getByRole('button', { name: 'Account: Paula' }).waitFor()
  // neither a token nor a session was ever in an address
  for (const address of shown) expect(address).not.toMatch(/eyJ|token=/)
  // the cookie for renewal was kept: only the token is gone
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('coldkeep.session') ?? '{}')
    const [head, body, end] = kept.token.split('.')
    const ended = btoa(JSON.stringify({ ...JSON.parse(atob(body)), exp: 1 })).replaceAll('=', '')
    localStorage.setItem('coldkeep.session', JSON.stringify({ ...kept, token: [head, ended, end].join('.') }))
  })
  await page.goto('/Account')
  const here = page.getByRole('region', { name: 'Where you are signed in' })
  await here.getByText('This browser, via Frostline').waitFor()

  // an administrator may remove the link of the account to the provider; the next sign-in there links it again
  await walked.signIn('administrator')
  await page.goto('/UserRoleSetting?tab=accounts&q=paula')
  const link = page.getByRole('button', { name: 'Remove the provider link of paula' })
  await link.click()
  const confirmation = page.getByRole('alertdialog', { name: 'Remove the provider link of paula' })
  await confirmation.getByRole('button', { name: 'Remove provider link' }).click()
  await link.waitFor({ state: 'detached' })
})

walk(
  'someone who cancels there, or has no account here, gets a message in their language',
  async (walked) => {
    const { page, server, expectNoBarriers, tolerate } = walked
    tolerate(/status of 403/)
    await page.goto('/login?next=/SystemTasks')
    await page.getByRole('button', { name: BUTTON }).click()
    await page.waitForURL((url) => url.origin !== server.address)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(`${server.address}/login?next=%2FSystemTasks`)
    const alert = page.getByRole('alert')
    await alert.getByText('Frostline did not sign you in: it was cancelled or not allowed there.').waitFor()
    await expectNoBarriers()
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: '日本語' })
    await page.getByRole('button', { name: 'Frostline でサインイン' }).click()
    await page.waitForURL((url) => url.origin !== server.address)
    await signInThere(page, 'someone else')
    await alert
      .getByText('Frostline でサインインした方に対応するアカウントがありません。管理者に連絡してください。')
      .waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Frostline でサインイン' }).waitFor()
    await expect.poll(() => alert.allInnerTexts()).toEqual(['', ''])
  },
)

walk(
  'on a phone, the page stays as wide as the phone',
  async ({ page, expectNoBarriers }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: BUTTON }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectNoBarriers()
  },
  phone,
)
