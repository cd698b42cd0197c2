import type { Page } from 'playwright-core'

interface SignIn {
  readonly account: string
  readonly password: string
}

/** Signs in by the service and keeps it in the browser, as the form does; no page of the console is open yet. */
export async function signIn(page: Page, { account, password }: SignIn): Promise<void> {
  const answer = await page.context().request.post('/api/v2/auth', {
    headers: { Authorization: `Basic ${Buffer.from(`${account}:${password}`).toString('base64')}` },
    data: {},
  })
  if (!answer.ok()) throw new Error(`The sign-in was answered with ${answer.status()}`)
  await page.addInitScript(keepOnce, await answer.text())
}

/** Runs before each page; a sign-in that has ended or was renewed since is left as it is. */
function keepOnce(session: string): void {
  const known = `walk.${JSON.parse(session).token.slice(-24)}`
  if (localStorage.getItem(known) !== null) return
  localStorage.setItem(known, 'signed in')
  localStorage.setItem('coldkeep.session', session)
}

/** Signs in through the form, whatever page is open, and waits for what follows. */
export async function signInByForm(page: Page, { account, password }: SignIn): Promise<void> {
  const isThere = page.url() !== 'about:blank' && new URL(page.url()).pathname === '/login'
  if (!isThere) await page.goto('/login')
  await fillSignIn(page, account, password)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.locator('#page-title').waitFor()
}

/**
 * Fills the form and sends it, as soon as it is there: the account button of the page before has a label like the
 * field's. Labels of required fields end in a star.
 */
export async function fillSignIn(page: Page, account: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Account/ }).fill(account)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
