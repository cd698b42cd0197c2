import { expect } from 'vitest'
import { appCode } from './support/app-code'
import { fillSignIn } from './support/sign-in'
import { walk } from './support/walk'

walk('one-time codes are switched on, required at sign-in, and switched off again', async (walk) => {
  const { page, server, signIn, open, tolerate, expectNoBarriers } = walk
  tolerate(/status of 40[13]/)
  await signIn('coded')
  await open('/Account')
  const security = page.getByRole('region', { name: 'Security', exact: true })
  await security.getByRole('button', { name: 'Switch on' }).click()
  const enrolling = page.getByRole('dialog', { name: 'Switch on one-time codes' })
  await enrolling.getByLabel(/^Current password/).fill(server.signIns.coded.password)
  await enrolling.getByRole('button', { name: 'Continue' }).click()
  await enrolling.getByRole('img', { name: 'QR code of the secret' }).waitFor()
  const secret = (await enrolling.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '')
  await expectNoBarriers()
  const code = enrolling.getByRole('textbox', { name: /^Code from the app/ })
  await code.fill('12345')
  await enrolling.getByRole('button', { name: 'Switch on' }).click()
  await enrolling.getByText('This code is wrong or has already been used.').waitFor()
  await code.fill(appCode(secret, -1))
  await enrolling.getByRole('button', { name: 'Switch on' }).click()
  const kept = page.getByRole('dialog', { name: 'Recovery codes' })
  await kept.waitFor()
  const recovery = await kept.getByRole('listitem').allInnerTexts()
  expect(recovery).toHaveLength(10)
  await expectNoBarriers()
  await kept.getByRole('button', { name: 'I have saved them' }).click()
  await security.getByText(/^On since .* · 10 recovery codes left$/).waitFor()

  await page.getByRole('button', { name: 'Account: Cora' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const { account, password } = server.signIns.coded
  await fillSignIn(page, account, password)
  await page.getByRole('heading', { level: 1, name: 'Enter the code' }).waitFor()
  await expectNoBarriers()
  const field = page.getByLabel(/^Code/)
  await field.fill('12345')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('This code is wrong or has already been used.').waitFor()
  await field.fill(recovery[0] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/Account')
  await security.getByText(/9 recovery codes left$/).waitFor()

  await security.getByRole('button', { name: 'Switch off' }).click()
  const ending = page.getByRole('dialog', { name: 'Switch off one-time codes' })
  await ending.getByRole('textbox').fill(recovery[1] ?? '')
  await ending.getByRole('button', { name: 'Switch off' }).click()
  await security.getByRole('button', { name: 'Switch on' }).waitFor()
})

walk(
  'a forgotten password is reset where the server sends mail, and a used link is refused',
  async (walk) => {
    const { page, tolerate, expectNoBarriers } = walk
    tolerate(/status of 4(?:09|10)/)
    await page.goto('/login')
    const forgot = page.getByRole('button', { name: 'Forgot password?' })
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(await forgot.count()).toBe(0)
    // this server sends none, which shows only on request
    await page.route('**/api/v2/auth/options', (route) =>
      route.fulfill({ json: { mail: true, provider: null } }),
    )
    await page.reload()
    await forgot.click()
    await page.getByLabel(/^Account/).fill('cora')
    await expectNoBarriers()
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByRole('alert').getByText('This server does not send email.').waitFor()

    await page.goto('about:blank')
    await page.goto('/login#link=used-before')
    await page.getByRole('heading', { level: 1, name: 'Choose your password' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await page.getByLabel(/^New password \*?$/).fill('chosen by Cora')
    await page.getByLabel(/^New password again/).fill('chosen by Cora')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('This link has expired or has already been used.').waitFor()
    await expectNoBarriers()
    await page.getByRole('button', { name: 'Back to sign-in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  },
)
