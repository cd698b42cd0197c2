import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoBarriersOn } from './support/check-accessible'
import { chooseOption } from './support/choose-option'
import { type OwnSite, openOwnSite } from './support/own-site'
import { PageWatch } from './support/page-watch'
import { signInByForm } from './support/sign-in'

// on a server of its own: other walks count the devices of theirs
let site: OwnSite
beforeAll(async () => {
  site = await openOwnSite()
})
afterAll(() => site?.close())

const tableOf = (page: Page) => page.getByRole('region', { name: 'Devices', exact: true })

async function choose(form: ReturnType<Page['getByRole']>, field: string, option: string | RegExp) {
  await chooseOption(form.getByRole('combobox', { name: field, exact: true }), option)
}

/** A terminal without any configuration. */
async function newTerminal(page: Page, store: RegExp): Promise<string> {
  await page.goto('/Terminals')
  await page.getByRole('button', { name: 'New terminal' }).click()
  const form = page.getByRole('dialog', { name: 'New terminal' })
  await form.getByRole('searchbox', { name: 'Store name or number' }).fill('alder')
  await form.getByRole('radio', { name: store }).check()
  await form.getByRole('button', { name: 'Create terminal' }).click()
  const name = page.getByRole('heading', { level: 2, name: /^TB-[0-9A-Z]{8}$/ })
  await name.waitFor()
  return name.innerText()
}

test('a port and a device on it are added, changed, replaced and retired', async () => {
  const { page } = site
  const expectNoBarriers = () => expectNoBarriersOn(page)
  const watch = new PageWatch(page)
  watch.tolerate(/409/)
  await signInByForm(page, { account: 'admin', password: PASSWORD })
  const id = await newTerminal(page, /^N001 Alder/)
  await page.goto(`/_32_?tab=ports&terminal=${id}`)
  const ports = page.getByRole('region', { name: `Ports of ${id}` })
  await ports.getByText('No ports yet').waitFor()
  await expectNoBarriers()
  await ports.getByRole('button', { name: 'New' }).first().click()
  const portForm = page.getByRole('dialog')
  await portForm.getByRole('textbox', { name: 'Port' }).fill('com1')
  await portForm.getByRole('textbox', { name: 'Serial device' }).fill('/dev/ttyUSB0')
  await expectNoBarriers()
  await portForm.getByRole('button', { name: 'Save' }).click()
  const com = ports.getByRole('row', { name: /^com1.*9600 8N1/ })
  await com.waitFor()
  await ports.getByRole('button', { name: 'Edit' }).click()
  await choose(portForm, 'Kind', 'Modbus TCP')
  await portForm.getByRole('textbox', { name: 'Host' }).fill('192.168.1.40')
  await portForm.getByRole('button', { name: 'Save' }).click()
  await ports.getByRole('row', { name: /^com1.*192\.168\.1\.40:502/ }).waitFor()

  await page.getByRole('tab', { name: 'Devices' }).click()
  const table = tableOf(page)
  await table.getByRole('button', { name: 'New', exact: true }).click()
  const form = page.getByRole('dialog')
  await choose(form, 'Store', /^N001 /)
  await choose(form, 'Terminal', id)
  await choose(form, 'Port', 'com1')
  await form.getByRole('textbox', { name: 'Unit ID' }).fill('5')
  await form.getByRole('textbox', { name: 'Device' }).fill('Island 5')
  await choose(form, 'Type', 'Open case')
  await choose(form, 'Brand', 'Carel')
  await choose(form, 'Model', 'IR33')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await form.getByText('Required').waitFor()
  await expectNoBarriers()
  await choose(form, 'Zone', 'Chilled 4 °C')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })

  await table.getByRole('searchbox', { name: 'Search' }).fill('Island 5')
  const island = table.getByRole('row', { name: /^Island 5.*N001/ })
  await island.getByText('Never seen').waitFor()
  await table.getByRole('button', { name: 'New', exact: true }).click()
  await choose(form, 'Store', /^N001 /)
  await choose(form, 'Terminal', id)
  await form.getByRole('textbox', { name: 'Unit ID' }).fill('5')
  await form.getByRole('textbox', { name: 'Device' }).fill('Another')
  await choose(form, 'Type', 'Main meter')
  expect(await form.getByRole('combobox', { name: 'Zone' }).count()).toBe(0)
  await form.getByRole('textbox', { name: 'Contracted demand' }).fill('60')
  await choose(form, 'Brand', 'Eastron')
  await choose(form, 'Model', 'SDM630')
  await form.getByRole('button', { name: 'Save' }).click()
  const refused = page.getByRole('alertdialog', { name: 'Cloud connection error' })
  await refused.getByText('Unit ID 5 is already in use there.').waitFor()
  await refused.getByRole('button', { name: 'Cancel' }).click()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button').last().click()

  await table.getByRole('button', { name: 'Edit' }).click()
  await form.getByRole('textbox', { name: 'Device' }).fill('Island 5 north')
  await form.getByRole('button', { name: 'Save' }).click()
  await table.getByRole('row', { name: /^Island 5 north/ }).waitFor()

  await table.getByRole('button', { name: 'Replace controller' }).click()
  await choose(form, 'Brand', 'Eastron')
  await choose(form, 'Model', 'SDM630')
  await form.getByRole('textbox', { name: 'Reason' }).fill('Relay stuck')
  await expectNoBarriers()
  await form.getByRole('button', { name: 'Save' }).click()
  await table.locator('tr[data-marked]').getByText('Eastron SDM630').waitFor()

  await table.getByRole('row', { name: /^Island 5 north.*Eastron SDM630/ }).press('Delete')
  const question = page.getByRole('alertdialog', { name: 'Retire Island 5 north?' })
  await question.getByText('No script of its terminal polls it.').waitFor()
  await page.locator('button:focus').getByText('Cancel').waitFor()
  await expectNoBarriers()
  await question.getByRole('button', { name: 'Retire' }).click()
  await table.getByText('No rows match').waitFor()
  await page.getByRole('checkbox', { name: 'Include retired' }).check()
  const retired = table.getByRole('row', { name: /^Island 5 north.*Retired/ })
  await retired.waitFor()
  await table.getByRole('button', { name: 'Restore' }).click()
  await page
    .getByRole('alertdialog', { name: 'Restore Island 5 north?' })
    .getByRole('button', { name: 'Restore' })
    .click()
  await table.getByRole('row', { name: /^Island 5 north.*Never seen/ }).waitFor()
  expect(watch.complaints(), 'what the page complained of').toEqual([])
})
