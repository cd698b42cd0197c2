import { expect } from 'vitest'
import { walk } from './support/walk'

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
  await table.getByText('Late: found in readings that came afterwards').waitFor()
  await expectNoBarriers()
  expect(await page.title()).toMatch(/^\(\d+\) Alarms · /)
})

walk('a comment stands in the history of its alarm, with who wrote it', async (walk) => {
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
