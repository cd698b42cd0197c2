import type { Page } from 'playwright-core'

/** Signs in through the form, wherever the page stands, and waits for what follows. */
export async function signIn(
  page: Page,
  { account, password }: { account: string; password: string },
): Promise<void> {
  const isThere = page.url() !== 'about:blank' && new URL(page.url()).pathname === '/login'
  if (!isThere) await page.goto('/login')
  await fillSignIn(page, account, password)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.locator('#page-title').waitFor()
}

/** Fills the form and sends it. Labels of required fields end in a star. */
export async function fillSignIn(page: Page, account: string, password: string): Promise<void> {
  await page.getByLabel(/^Account/).fill(account)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
