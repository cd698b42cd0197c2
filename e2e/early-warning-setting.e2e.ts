import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { chooseOption } from './support/choose-option'
import { walk } from './support/walk'

const rulesFile = (content: string) => ({
  name: 'rules.json',
  mimeType: 'application/json',
  buffer: Buffer.from(content),
})

walk('a rule is changed for a department, and reset', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/EarlyWarningSetting')
  const card = page.getByRole('article', { name: 'Threshold release' })
  await card.getByText('Warns when the score stays below 70 points for 1 h.').waitFor()
  await page.getByText('No department or store below has its own rules.').waitFor()
  // the defaults are those of everyone
  expect(await page.getByRole('form', { name: 'Rules for' }).locator('[aria-required="true"]').count()).toBe(
    0,
  )
  await chooseOption(page.getByRole('combobox', { name: 'Division' }), 'South')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await page.getByRole('heading', { name: 'Effective rules: South' }).waitFor()
  await card.getByText('Inherited: the default').waitFor()
  await expectNoBarriers()

  await card.getByRole('button', { name: 'Edit Threshold release' }).click()
  const dialog = page.getByRole('dialog', { name: 'Threshold release: South' })
  await dialog.getByRole('textbox', { name: 'Score below' }).fill('99')
  await dialog.getByRole('textbox', { name: 'For' }).fill('90')
  await dialog.getByRole('button', { name: 'Save' }).focus()
  await dialog.locator('.mantine-InputWrapper-error').first().waitFor()
  await dialog.getByRole('textbox', { name: 'Score below' }).fill('65')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await card.getByText('Warns when the score stays below 65 points for 1 h 30 min.').waitFor()
  await card.getByText('Custom rule of South.').waitFor()

  await card.getByRole('button', { name: 'Threshold release: reset to inherited' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset to inherited' }).click()
  await card.getByText('Warns when the score stays below 70 points for 1 h.').waitFor()
})

walk('a file is previewed before it is imported, and refused as a whole', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/EarlyWarningSetting')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export JSON' }).click()
  const exported = JSON.parse(await text(await (await downloading).createReadStream()))
  expect(exported.rules).toHaveLength(3)

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import rules' })
  const take = dialog.getByLabel('Configuration file (JSON)')
  await take.setInputFiles(rulesFile('{"version":1,"rules":[{"sco'))
  const alert = dialog.getByRole('alert')
  await alert.getByText(/^This file is not valid JSON/).waitFor()
  await take.setInputFiles(rulesFile(' '.repeat(11 * 1024 * 1024)))
  await alert.getByText('The file is too large: 11 MB. The limit is 10 MB.').waitFor()
  const [rule] = exported.rules
  await take.setInputFiles(rulesFile(JSON.stringify({ version: 1, rules: [rule, { ...rule, x: 120 }] })))
  await dialog.getByRole('row', { name: /^2 x Outside the allowed range/ }).waitFor()
  await expectNoBarriers()
  await take.setInputFiles(rulesFile(JSON.stringify({ ...exported, rules: [{ ...rule, x: 69 }] })))
  await dialog.getByText('1 rule changes; 0 stay unchanged.').waitFor()
  await expectNoBarriers()
  await dialog.getByRole('button', { name: 'Import' }).click()
  await dialog.waitFor({ state: 'detached' })
  const card = page.getByRole('article', { name: 'Threshold release' })
  await card.getByText('stays below 69 points').waitFor()
  await card.getByRole('button', { name: 'Threshold release: reset to inherited' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset to inherited' }).click()
  await card.getByText('stays below 70 points').waitFor()
})
