import { expect } from 'vitest'
import { chooseOption } from './support/choose-option'
import { phone, walk } from './support/walk'

walk('the strip and the bell lead to the alarms, the most urgent first', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/home')
  const strip = page.getByRole('region', { name: 'Open alarms by priority' })
  await strip.getByText('Critical').waitFor()
  await strip.getByRole('link', { name: 'Cedar_Road' }).waitFor()
  await page.getByRole('link', { name: /^Alarms: \d+ critical or high/ }).click()
  await page.waitForURL('**/Alarms')
  const table = page.getByRole('region', { name: 'Alarms', exact: true })
  await table.getByRole('link', { name: 'Cedar_Road · Freezer 1' }).waitFor()
  await table.getByText('Late: found in readings that arrived later').waitFor()
  await expectNoBarriers()
  await expect.poll(() => page.title()).toMatch(/^\(\d+\) Alarms · /)
})

walk('a comment is in the history of its alarm, with its author', async (walk) => {
  const { page, signIn, expectNoBarriers } = walk
  await signIn()
  await page.goto('/Alarms')
  const table = page.getByRole('region', { name: 'Alarms', exact: true })
  const birch = table.getByRole('row', { name: /Birch Lane/ })
  await birch.getByRole('checkbox').check()
  await table.getByRole('button', { name: 'Comment' }).click()
  const form = page.getByRole('dialog', { name: 'Comment' })
  await form.getByRole('textbox', { name: 'Comment' }).fill('The door was open during a delivery.')
  await expectNoBarriers()
  await form.getByRole('button', { name: 'Comment' }).click()
  await page.getByRole('region', { name: 'Messages' }).getByText('1 alarm changed').waitFor()
  await birch.getByRole('button', { name: /^History: / }).click()
  const history = page.getByRole('dialog', { name: /^History: Birch Lane/ })
  await history.getByText('The door was open during a delivery.').waitFor()
  await history.getByText('Ada').waitFor()
})

walk('one alarm is acknowledged from its device', async ({ page, server, signIn }) => {
  await signIn()
  await page.goto(`/device/${server.devices.mute}`)
  const alarms = page.getByRole('region', { name: 'Alarms' })
  await alarms.getByRole('button', { name: 'Acknowledge' }).first().click()
  const form = page.getByRole('dialog', { name: 'Acknowledge' })
  await form.getByRole('button', { name: 'Acknowledge' }).click()
  await alarms.getByText(/^Acknowledged · /).waitFor()
})

walk('an alarm is shelved for a while, with a reason', async ({ page, signIn, expectNoBarriers }) => {
  await signIn()
  await page.goto('/Alarms')
  const table = page.getByRole('region', { name: 'Alarms', exact: true })
  const birch = table.getByRole('row', { name: /Birch Lane/ })
  await birch.getByRole('checkbox').check()
  await table.getByRole('button', { name: 'Shelve' }).click()
  const form = page.getByRole('dialog', { name: 'Shelve' })
  await chooseOption(form.getByRole('combobox', { name: 'For how long' }), /^4 h · /)
  await form.getByRole('textbox', { name: 'Reason' }).fill('The case is being cleaned.')
  await expectNoBarriers()
  await form.getByRole('button', { name: 'Shelve' }).click()
  await page.getByRole('region', { name: 'Messages' }).getByText('1 alarm changed').waitFor()
  await birch.getByText('Shelved', { exact: true }).waitFor()
  await birch.getByText(/^until \d{4}-\d{2}-\d{2} \d{2}:\d{2}/).waitFor()
  await birch.getByRole('button', { name: /^History: / }).click()
  const history = page.getByRole('dialog', { name: /^History: Birch Lane/ })
  await history.getByText('The case is being cleaned.').waitFor()
})

walk('an alarm is assigned to oneself or to someone else', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/Alarms')
  const table = page.getByRole('region', { name: 'Alarms', exact: true })
  const birch = table.getByRole('row', { name: /Birch Lane/ })
  await birch.getByRole('checkbox').check()
  const assignTo = async (name: string | null) => {
    await table.getByRole('button', { name: 'Assign', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Assign' })
    const field = form.getByRole('textbox', { name: 'Assigned to' })
    if (name !== null) await field.fill(name)
    await form.getByRole('button', { name: 'Assign' }).click()
    await form.waitFor({ state: 'hidden' })
  }
  await assignTo(null)
  await birch.getByText('Ada', { exact: true }).waitFor()
  await assignTo('Polar Service')
  await birch.getByText('Polar Service', { exact: true }).waitFor()
})

walk('a list that is too long says how much of it is shown', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/Alarms?show=cleared')
  await page.getByText('The first 200 of 201 alarms are shown.').waitFor()
  await page.goto('/Alarms')
  await page.getByRole('region', { name: 'Alarms', exact: true }).getByText('Birch Lane').first().waitFor()
  await expect.poll(() => page.getByText(/^The first \d+ of/).count()).toBe(0)
})

walk('the sound of alarms is off until it is switched on, and stays on', async ({ page, signIn, open }) => {
  await signIn()
  await open('/home')
  const sound = page.getByRole('menuitemcheckbox', { name: 'Sound for new critical alarms' })
  const account = page.getByRole('button', { name: 'Account: Ada' })
  await account.click()
  await expect.poll(() => sound.getAttribute('aria-checked')).toBe('false')
  await sound.click()
  await page.reload()
  await account.click()
  await expect.poll(() => sound.getAttribute('aria-checked')).toBe('true')
  await sound.click()
  await open('/home')
  await account.click()
  await expect.poll(() => sound.getAttribute('aria-checked')).toBe('false')
})

walk(
  'on a phone, the sound of alarms is in the menu',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/home')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const sound = page.getByRole('button', { name: 'Sound for new critical alarms' })
    await sound.click()
    await expect.poll(() => sound.getAttribute('aria-pressed')).toBe('true')
    await expectNoBarriers()
  },
  phone,
)
