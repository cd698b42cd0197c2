import { expect } from 'vitest'
import { phone, walk } from './support/walk'

walk('a key is created, shown once, opens a call, and ends when it is revoked', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/ApiKeys')
  await page.getByText('No machine has a key yet.').waitFor()
  await expectNoBarriers()
  await page.getByRole('button', { name: 'New key' }).first().click()
  const form = page.getByRole('dialog', { name: 'New key' })
  await expect
    .poll(() => form.getByRole('button', { name: 'Create key' }).getAttribute('aria-disabled'))
    .toBe('true')
  await form.getByRole('button', { name: 'Create key' }).press('Enter')
  // the department is filled in once the list of departments has arrived
  await expect.poll(() => form.getByText('Required').count()).toBe(2)
  await page.locator('input[name="name"]:focus').waitFor()
  await form.getByRole('textbox', { name: 'Name' }).fill('Weather board')
  await form
    .getByLabel(/^Pages/)
    .first()
    .click()
  await page.getByRole('option', { name: /^1-1/ }).click()
  await form.getByRole('textbox', { name: 'Name' }).click()
  await expectNoBarriers()
  await form.getByRole('button', { name: 'Create key' }).click()

  const shown = page.getByRole('dialog', { name: 'Key of Weather board' })
  const key = await shown.getByText(/^ck_/).innerText()
  await expectNoBarriers()
  await shown.getByRole('button', { name: 'Close' }).last().click()
  const callStatus = async () =>
    (
      await page.request.get('/api/v2/department-map', { headers: { authorization: `Bearer ${key}` } })
    ).status()
  expect(await callStatus()).toBe(200)

  const row = page.getByRole('row', { name: /^Weather board.*Active/ })
  await row.getByRole('button', { name: 'Revoke Weather board' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('row', { name: /^Weather board.*Revoked/ }).waitFor()
  expect(await callStatus()).toBe(401)
})

walk(
  'API keys fit a phone, in dark and in Chinese',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/ApiKeys')
    await page.getByRole('region').first().waitFor()
    await expectNoBarriers()
  },
  { ...phone, colorScheme: 'dark', locale: 'zh-TW' },
)
