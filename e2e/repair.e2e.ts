import { expect } from 'vitest'
import { chooseOption } from './support/choose-option'
import { phone, walk } from './support/walk'

walk('an alarm becomes a case in one step, which is renewed until it is repaired', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/Alarms')
  const alarms = page.getByRole('region', { name: 'Alarms', exact: true })
  await alarms
    .getByRole('row', { name: /Birch Lane/ })
    .getByRole('checkbox')
    .check()
  await alarms.getByRole('link', { name: 'Report a repair' }).click()
  await page.waitForURL('**/_44_?report=*')
  const report = page.getByRole('dialog', { name: 'Report a repair' })
  await report.getByRole('textbox', { name: 'Fault description' }).fill('Too warm, ice on the coil')
  await report.getByText('One alarm joins the case.').waitFor()
  expect(await report.getByRole('combobox', { name: 'Equipment' }).inputValue()).toBe('Freezer 1')
  await expectNoBarriers()
  await report.getByRole('button', { name: 'Report a repair' }).click()
  const record = page.getByRole('region', { name: /^Repair record R-\d{6}$/ })
  await record.getByText('Too warm, ice on the coil').first().waitFor()
  const table = page.getByRole('region', { name: 'Repair cases' })
  await table
    .getByRole('row', {
      name: /R-\d{6}.*N002.*Birch Lane.*Freezer 1.*Frozen.*Too warm.*TB-N002 \/ 1.*Reported/,
    })
    .waitFor()
  await chooseOption(record.getByRole('combobox', { name: 'Current progress' }), 'On site')
  await chooseOption(record.getByRole('combobox', { name: 'Assigned to' }), 'Ada')
  await record.getByRole('textbox', { name: 'Note' }).fill('Coil is being cleaned')
  await expectNoBarriers()
  await record.getByRole('button', { name: 'Renew' }).click()
  const history = record.getByRole('list', { name: 'History' })
  await history.getByText('Coil is being cleaned').waitFor()
  await history.getByText('On site').waitFor()

  await record.getByRole('button', { name: 'Add work' }).click()
  const work = page.getByRole('dialog', { name: 'Add work' })
  await work.getByRole('textbox', { name: 'Day' }).fill('2026-11-20')
  await work.getByRole('textbox', { name: 'From' }).fill('900')
  await work.getByRole('button', { name: 'Add work' }).press('Enter')
  await work.getByText('Required').waitFor()
  await work.getByRole('textbox', { name: 'Until' }).fill('10:30')
  await expectNoBarriers()
  await work.getByRole('button', { name: 'Add work' }).click()
  await history.getByText(/^Ada: 2026-11-20 09:00 – 10:30/).waitFor()
  await record.getByRole('button', { name: 'Add part' }).click()
  const part = page.getByRole('dialog', { name: 'Add part' })
  await part.getByRole('textbox', { name: 'Part', exact: true }).fill('Drain heater')
  await part.getByRole('button', { name: 'Add part' }).click()
  await history.getByText('1 × Drain heater').waitFor()

  await chooseOption(record.getByRole('combobox', { name: 'Current progress' }), 'Repaired')
  await record.getByRole('button', { name: 'Renew' }).click()
  await table.getByText('No open repair cases.').waitFor()
  // it is found by when it was reported, and what it has become
  const filters = page.getByRole('form', { name: 'Filters' })
  await chooseOption(filters.getByRole('combobox', { name: 'Show' }), 'Reported in a period')
  const from = filters.getByRole('textbox', { name: 'From', exact: true })
  const before = await from.inputValue()
  await from.fill('')
  await filters.getByRole('button', { name: 'Search' }).press('Enter')
  await filters.getByText('Required').waitFor()
  await from.fill(before)
  await chooseOption(filters.getByRole('combobox', { name: 'Current progress' }), 'Repaired')
  await filters.getByRole('button', { name: 'Search' }).click()
  await table.getByRole('row', { name: /Too warm.*Repaired/ }).waitFor()
  await expectNoBarriers()
})

walk(
  'on a phone, in Japanese and dark, a case is reported by hand and opened from its card',
  async ({ page, signIn, open, expectNoBarriers }) => {
    const widthPx = () => page.evaluate(() => document.documentElement.scrollWidth)
    await signIn()
    await open('/_44_')
    await page.getByRole('button', { name: '修理を依頼' }).click()
    const report = page.getByRole('dialog', { name: '修理を依頼' })
    await report.getByRole('button', { name: '修理を依頼' }).press('Enter')
    await report.getByText('必須').first().waitFor()
    await report.getByRole('combobox', { name: '店舗' }).fill('dog')
    await page.getByRole('option', { name: /Dogwood/ }).click()
    await report.getByRole('textbox', { name: '故障内容' }).fill('扉が閉まらない')
    await expectNoBarriers()
    await report.getByRole('button', { name: '修理を依頼' }).click()
    const record = page.getByRole('region', { name: /^修理記録 R-/ })
    await record.getByText('扉が閉まらない').first().waitFor()
    await expectNoBarriers()
    expect(await widthPx()).toBeLessThanOrEqual(390)
    await record.getByRole('button', { name: '修理案件' }).click()
    await page.getByText('扉が閉まらない').waitFor()
    await expectNoBarriers()
    expect(await widthPx()).toBeLessThanOrEqual(390)
    await page
      .getByRole('link', { name: /^R-\d{6}$/ })
      .first()
      .click()
    await record.waitFor()
  },
  { ...phone, locale: 'ja-JP', colorScheme: 'dark' },
)
