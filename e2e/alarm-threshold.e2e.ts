import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseOption } from './support/choose-option'
import { walk } from './support/walk'

const period = (page: Page) => page.getByRole('textbox', { name: 'Observation window' })
const threshold = (page: Page) => page.getByRole('textbox', { name: 'Lost minutes in the window' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** What someone else saves in the meantime, in another window. */
async function saveElsewhere(page: Page, place: object): Promise<void> {
  const status = await page.evaluate(async (body) => {
    const { token } = JSON.parse(localStorage.getItem('coldkeep.session') ?? '{}')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch('/api/v2/util/lost-alarm/cfg', {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return answer.status
  }, place)
  expect(status).toBe(200)
}

walk('the threshold of a store is read, changed, changed by someone else too, and reset', async (walk) => {
  const { page, signIn, open, tolerate, expectNoBarriers } = walk
  tolerate(/status of 409/)
  await signIn()
  await open('/AlarmThresholdSetting')
  expect(await period(page).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Read' }).focus()
  await page.getByText('Choose a department or a store', { exact: true }).last().waitFor()

  await chooseOption(page.getByRole('combobox', { name: 'Division' }), 'North')
  await chooseOption(page.getByRole('combobox', { name: 'Store', exact: true }), /Birch/)
  await press(page, 'Read')
  await page.getByRole('heading', { name: /^Host-lost alarm of N002 Birch/ }).waitFor()
  await page.getByText('Inherited: the default, as no values are set above.').waitFor()
  expect([await period(page).inputValue(), await threshold(page).inputValue()]).toEqual(['60', '30'])
  await expectNoBarriers()

  await threshold(page).fill('61')
  await page.getByText('Changed from 30 min').waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  await page.getByText('No more than the window').first().waitFor()
  await threshold(page).fill('45')
  await page.getByText(/silent for 45 of the last 60 minutes/).waitFor()
  const store = new URL(page.url()).searchParams.get('store')
  await saveElsewhere(page, { store_id: store, alarm_period: 90, alarm_th: 50 })
  await press(page, 'Save')
  await page.getByText('Someone else has saved changes.').waitFor()
  await page.getByText('Current: 50').waitFor()
  expect([await period(page).inputValue(), await threshold(page).inputValue()]).toEqual(['90', '45'])
  await expectNoBarriers()
  await press(page, 'Save')
  await page.getByText('Setting success').first().waitFor()
  await page.getByText(/^Values set for N002 Birch.* Saved by/).waitFor()

  const downloading = page.waitForEvent('download')
  await press(page, 'Export CSV')
  const file = await downloading
  expect(file.suggestedFilename()).toBe('data.csv')
  expect(await text(await file.createReadStream())).toContain('N002,Birch Lane 50%,North,90,45,Store,')

  await press(page, 'Reset to inherited')
  const asking = page.getByRole('alertdialog')
  await asking.getByText(/After that, 30 lost minutes in 60 minutes apply/).waitFor()
  await asking.getByRole('button', { name: 'Reset to inherited' }).click()
  await expect.poll(() => threshold(page).inputValue()).toBe('30')
  await page.getByText('Inherited: the default, as no values are set above.').waitFor()
})

walk('a store is notified of its demand from another stage on, or again as what is above', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/AlarmThresholdSetting')
  await page.getByRole('tab', { name: 'Demand messages' }).click()
  await chooseOption(page.getByRole('combobox', { name: 'Division' }), 'North')
  await chooseOption(page.getByRole('combobox', { name: 'Store', exact: true }), /Birch/)
  await press(page, 'Read')
  await page.getByRole('heading', { name: /^Demand messages of N002 Birch/ }).waitFor()
  const stage = (name: RegExp) => page.getByRole('radio', { name })
  expect(await stage(/^From stage 1/).isChecked()).toBe(true)
  await expectNoBarriers()
  await stage(/^From stage 3/).check()
  await press(page, 'Save')
  await page.getByText(/^Values set for N002 Birch.* Saved by/).waitFor()
  await expect.poll(() => stage(/^From stage 3/).isChecked()).toBe(true)
  await press(page, 'Reset to inherited')
  const asking = page.getByRole('alertdialog')
  await asking.getByText(/applies: From stage 1/).waitFor()
  await asking.getByRole('button', { name: 'Reset to inherited' }).click()
  await page.getByText('Inherited: the default, as no values are set above.').waitFor()
  await expect.poll(() => stage(/^From stage 1/).isChecked()).toBe(true)
})

walk('an insured limit of a store is previewed, chosen, and taken back', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/AlarmThresholdSetting')
  await page.getByRole('tab', { name: 'Limits and weights' }).click()
  await chooseOption(page.getByRole('combobox', { name: 'Division' }), 'North')
  await chooseOption(page.getByRole('combobox', { name: 'Store', exact: true }), /Birch/)
  await press(page, 'Read')
  await page.getByRole('heading', { name: /^Frozen: N002 Birch/ }).waitFor()
  await chooseOption(page.getByRole('combobox', { name: 'Figures of' }), 'Chilled 7 °C')
  await page.getByRole('heading', { name: /^Chilled 7 °C: N002 Birch/ }).waitFor()
  const high = page.getByRole('textbox', { name: 'Insured at most' })
  expect(await high.inputValue()).toBe('7')
  await expectNoBarriers()

  await high.fill('6.55')
  await page.getByText('4.0 to 10.0, in steps of 0.1').first().waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  await high.fill('6.5')
  await page.getByText('Changed from 7.0').waitFor()
  await press(page, 'Preview the changes')
  await page
    .getByText(/insured d(ay|evice-days)/)
    .first()
    .waitFor()
  await expectNoBarriers()
  await press(page, 'Save')
  await page.getByText(/^Values set for N002 Birch.* Saved by/).waitFor()
  await expect.poll(() => high.inputValue()).toBe('6.5')

  await press(page, 'Reset to inherited')
  const asking = page.getByRole('alertdialog')
  await asking.getByText(/Insured at most: 7/).waitFor()
  await asking.getByRole('button', { name: 'Reset to inherited' }).click()
  await page.getByText('Inherited: the default, as no values are set above.').waitFor()
  await expect.poll(() => high.inputValue()).toBe('7')
})
