import { chooseOption } from './support/choose-option'
import { phone, walk } from './support/walk'

walk('a weekly report for a department is scheduled, changed and ended', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/ScheduledReports')
  const table = page.getByRole('region', { name: 'Scheduled reports' })
  await table.getByText('No report is scheduled yet.').waitFor()
  await expectNoBarriers()

  await table.getByRole('button', { name: 'New' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('Temperatures of the week')
  await chooseOption(form.getByRole('combobox', { name: 'Department' }), page.getByRole('option').first())
  await chooseOption(form.getByRole('combobox', { name: 'Every' }), 'Week')
  await expectNoBarriers()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  const row = table.getByRole('row', {
    name: /Temperatures of the week.*Temperature.*Week.*Kept in the record/,
  })
  await row.waitFor()

  await table.getByRole('button', { name: 'Edit' }).click()
  await chooseOption(page.getByRole('dialog').getByRole('combobox', { name: 'Every' }), 'Month')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await table.getByRole('row', { name: /Temperatures of the week.*Month/ }).waitFor()
  await table.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await table.getByText('No report is scheduled yet.').waitFor()
})

walk(
  'scheduled reports fit a phone, in dark and in Japanese',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/ScheduledReports')
    await page.getByText('定期レポートはまだありません。').waitFor()
    await expectNoBarriers()
  },
  { ...phone, colorScheme: 'dark', locale: 'ja-JP' },
)
