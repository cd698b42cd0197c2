import { epochMs } from '@coldkeep/domain/time/instant'
import { addDays } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { insertColdDays, judgeSavingsNow } from '@coldkeep/server/testing/cold-days'
import { insertPerson } from '@coldkeep/server/testing/insert-person'
import { PASSWORD, type TinyStore } from '@coldkeep/server/testing/tiny-fleet'
import type { LiveTerminal } from '@coldkeep/terminal/terminal'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoBarriersOn } from './support/check-accessible'
import { chooseOption } from './support/choose-option'
import { openContext } from './support/launch-browser'
import { callsOf, startBox } from './support/operable-site'
import { type OwnSite, openOwnSite } from './support/own-site'
import { PageWatch } from './support/page-watch'
import { giveParameters, registers } from './support/parameter-site'
import { signIn } from './support/sign-in'
import { startThermostat, type Thermostat } from './support/thermostat'
import { phone } from './support/walk'

/** As the controller stands: −20.0 °C, 2.0 K, 6 h, 8.0 °C, 5 min, and no alarm limit in its firmware 5.9. */
const PRESENT = {
  [registers.setpoint]: 0xff38,
  [registers.difference]: 20,
  [registers.interval]: 6,
  [registers.defrostEnd]: 16,
  [registers.fanDelay]: 5,
  [registers.firmware]: 59,
}

let site: OwnSite
let store: TinyStore
let thermostat: Thermostat
let box: LiveTerminal | null = null
let page: Page

beforeAll(async () => {
  thermostat = await startThermostat(PRESENT)
  site = await openOwnSite()
  store = site.fleet.stores.alder
  page = site.page
  await giveParameters(site, store, thermostat.port)
  const clock = { now: () => epochMs(Date.now()), set: () => {}, advance: () => {} }
  await insertPerson({ db: site.server.database.kysely, clock }, 'Una', site.fleet.north)
  await signIn(page, { account: 'admin', password: PASSWORD })
})
afterAll(async () => {
  await box?.stop()
  await site?.close()
  await thermostat?.close()
})

const files = () => page.getByRole('region', { name: 'Parameter files', exact: true })
const editor = () => page.getByRole('form', { name: /^Edit / })
const valueField = (name: string) => editor().getByRole('textbox', { name: `Value of ${name}`, exact: true })
const versions = () => page.getByRole('region', { name: 'Versions' })

test('what could be saved becomes a parameter file for its devices, and its plan is shown', async () => {
  const watch = new PageWatch(page)
  box ??= await startBox(site, store)
  const db = site.server.database.kysely
  const { storeId, freezer } = store
  const call = await callsOf(site.server.address, 'admin')
  const known = async () => {
    await call('POST', '/api/v2/tc/device/read', { device: String(freezer.deviceId) }).catch(() => null)
    const query = db.selectFrom('parameterValue').select('value').where('code', '=', 'set')
    return (await query.executeTakeFirst())?.value
  }
  await expect.poll(known, { timeout: 180_000, interval: 5_000 }).toBe(-20)
  await page.goto('/_33_?tab=savings')
  await page.getByText('Nothing to save was found').waitFor()
  await expectNoBarriersOn(page)

  const now = epochMs(Date.now())
  const yesterday = addDays(localDateOf('Asia/Taipei', now), -1)
  await insertColdDays(db, { storeId, deviceId: freezer.deviceId }, yesterday, 10)
  await judgeSavingsNow(db, now)
  await page.reload()
  // at −24 °C, where −18 °C are allowed: 2 K at once, 4 to 8 % of 10 kWh · 365
  const found = page.getByRole('region', { name: 'What could be saved' })
  const row = found.getByRole('row', {
    name: /Colder than the food needs.*−20 °C.*−18 °C.*Nordwind T5.*146 to 292/,
  })
  await row.waitFor()
  await expectNoBarriersOn(page)
  await row.dblclick()
  const devices = page.getByRole('region', { name: 'Devices', exact: true })
  await devices
    .getByRole('row', { name: /Freezer 1.*at most −24\.0 °C in 20 days; up to −18\.0 °C is allowed/ })
    .waitFor()
  await page.getByText('At most 2 K at a time', { exact: false }).waitFor()
  await expectNoBarriersOn(page)
  await devices.getByRole('button', { name: 'Make a parameter file for 1 device' }).click()
  await page.waitForURL(/plan=\d+/)
  const plan = page.getByRole('region', { name: 'What will change' })
  await plan.getByRole('row', { name: /Freezer 1.*N001 Alder Street.*−20.*−18/ }).waitFor()
  await page.goto('/_33_')
  await files()
    .getByRole('row', { name: /Set point −20 → −18.°C.*1 chosen device/ })
    .click()
  expect(await files().getByRole('button', { name: 'Copy' }).getAttribute('aria-disabled')).toBe('true')
  await files().getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await files().getByText('No parameter files yet').waitFor()
  expect(watch.complaints()).toEqual([])
})

test('a parameter file is added, refuses what a controller cannot keep, is saved in versions and compared', async () => {
  const watch = new PageWatch(page)
  await page.goto('/_33_')
  await files().getByText('No parameter files yet').waitFor()
  await page.getByText('Choose a parameter file in step 2, or add one.').waitFor()
  expect(await files().getByRole('button', { name: 'Copy' }).getAttribute('aria-disabled')).toBe('true')
  await expectNoBarriersOn(page)

  await files().getByRole('button', { name: 'New', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await form.getByText('Required').first().waitFor()
  await form.getByRole('textbox', { name: 'Name' }).fill('Freezers of the north')
  await chooseOption(form.getByRole('combobox', { name: 'Model' }), 'Nordwind T5 (1 device)')
  await form.getByRole('radio', { name: 'Factory values' }).check()
  await expectNoBarriersOn(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await page.waitForURL(/_33_\?file=\d+$/)
  await editor().getByRole('heading', { name: 'Edit Freezers of the north' }).waitFor()
  await expect.poll(() => valueField('Set point').inputValue()).toBe('-18')
  expect(await valueField('High temperature alarm').inputValue()).toBe('')
  await expectNoBarriersOn(page)

  // tenths of a degree, and between −40 and 20
  await valueField('Set point').fill('-19.55')
  await editor().getByText('In steps of 0.1 °C').waitFor()
  await valueField('Defrost end').fill('111')
  await editor().getByText('Between −50.0 °C and 110.0 °C').waitFor()
  await editor().getByRole('textbox', { name: 'What was changed, and why' }).fill('Colder in summer')
  const save = editor().getByRole('button', { name: 'Save', exact: true })
  await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true')
  await expectNoBarriersOn(page)
  await valueField('Set point').fill('-19.5')
  await valueField('Defrost end').fill('8')
  await editor().getByRole('textbox', { name: 'Firmware from' }).fill('5.9')
  await editor().getByRole('textbox', { name: 'Firmware to' }).fill('5')
  await editor().getByText('Ends below where it begins').waitFor()
  await editor().getByRole('textbox', { name: 'Firmware to' }).fill('')
  await editor().getByRole('textbox', { name: 'Reason for Set point' }).fill('Ice cream')
  await editor().getByRole('checkbox', { name: 'Lock Set point' }).check()

  // what is typed is still there after another tab, and leaving asks once
  await page.getByRole('tab', { name: 'Devices' }).click()
  await page.getByRole('tab', { name: 'Parameter files' }).click()
  await expect.poll(() => valueField('Set point').inputValue()).toBe('-19.5')
  await editor().getByText('Not saved yet').waitFor()
  await save.click()
  await editor()
    .getByText(/Version 2/)
    .waitFor()
  await editor().getByText('Not saved yet').waitFor({ state: 'detached' })
  await versions()
    .getByRole('row', { name: /Version 2.*Colder in summer.*Ada/ })
    .waitFor()

  await versions().getByRole('button', { name: 'Compare with version 1' }).click()
  const compared = page.getByRole('dialog', { name: 'Compare Freezers of the north' })
  await compared.getByRole('row', { name: /Set point.*−19\.5.°C.*−18\.0.°C.*Different/ }).waitFor()
  expect(await compared.getByRole('row', { name: /Differential/ }).count()).toBe(0)
  await compared.getByRole('switch', { name: 'Only differences' }).click()
  await compared.getByRole('row', { name: /Differential.*2\.0.K.*2\.0.K.*The same/ }).waitFor()
  await expectNoBarriersOn(page)
  await compared.getByRole('button', { name: 'Take over the values of the right side' }).click()
  await compared.waitFor({ state: 'detached' })
  await expect.poll(() => valueField('Set point').inputValue()).toBe('-18')
  await editor().getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(() => valueField('Set point').inputValue()).toBe('-19.5')

  await files().getByRole('button', { name: 'Copy' }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill('Islands')
  await expectNoBarriersOn(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await editor().getByRole('heading', { name: 'Edit Islands' }).waitFor()
  await expect.poll(() => valueField('Set point').inputValue()).toBe('-19.5')
  await files().getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Islands').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await files()
    .getByRole('row', { name: /Islands/ })
    .waitFor({ state: 'detached' })
  await page.waitForURL(/_33_$/)
  expect(watch.complaints()).toEqual([])
})

test('devices show how they stand against the files, what changed by itself, and are read at once', async () => {
  const watch = new PageWatch(page)
  box ??= await startBox(site, store)
  await page.goto('/_33_?tab=devices')
  const table = page.getByRole('region', { name: 'Devices', exact: true })
  const row = table.getByRole('row', { name: /Freezer 1.*N001 Alder Street.*Nordwind T5/ })
  await row.getByRole('link', { name: 'Freezer 1' }).click()
  await page.waitForURL(/device=\d+$/)
  const head = page.getByRole('region', { name: 'Freezer 1' }).first()
  await head.getByRole('button', { name: 'Read now' }).click()
  await head.getByText(/^Read at /).waitFor()
  await head.getByText('5.9', { exact: true }).waitFor()
  const values = page.getByRole('region', { name: 'Parameters of Freezer 1' })
  // the file says −19.5 and the controller has −20.0
  await values
    .getByRole('row', { name: /Set point.*Different.*−19\.5.°C.*−20\.0.°C.*Freezers of the north/ })
    .waitFor()
  await values.getByRole('row', { name: /Differential.*As set.*2\.0.K.*2\.0.K/ }).waitFor()
  await values.getByRole('row', { name: /Fan delay.*0 today, 0 in a year/ }).waitFor()
  await page.getByText('Nothing has changed since the first reading.').waitFor()
  await expectNoBarriersOn(page)

  // at the keypad: 12 hours between defrosts
  thermostat.registers.set(registers.interval, 12)
  await head.getByRole('button', { name: 'Read now' }).click()
  await page.getByText('At the keypad, or by another system on its bus').waitFor()
  await page.getByText(/^Time between defrosts: 6.h → 12.h$/).waitFor()
  await expectNoBarriersOn(page)
  await page.getByRole('button', { name: 'Devices', exact: true }).click()
  await table.getByText('Keypad or other system').first().waitFor()
  await chooseOption(page.getByRole('combobox', { name: 'State' }), 'Different (1)')
  await page.waitForURL(/state=differs/)
  await row.waitFor()
  await expectNoBarriersOn(page)
  await chooseOption(page.getByRole('combobox', { name: 'State' }), 'Out of bounds (0)')
  await table.getByText(/^No rows match/).waitFor()

  await page.goto(`/_33_?device=${store.freezer.deviceId}`)
  await page.getByRole('button', { name: /^Seen: At the keypad/ }).click()
  await page.getByText(/^Seen by Ada/).waitFor()

  // another controller in its place: −18.0 °C and 6 h, as are all five that are known, are as it leaves the factory
  thermostat.registers.set(registers.setpoint, 0xff4c).set(registers.interval, 6)
  await head.getByRole('button', { name: 'Read now' }).click()
  await page.getByText('Controller reset or replaced').waitFor()
  thermostat.registers.set(registers.setpoint, 0xff38).set(registers.interval, 12)
  await head.getByRole('button', { name: 'Read now' }).click()
  await page.getByRole('button', { name: /^Seen: At the keypad/ }).waitFor()

  // a device that is set well fills a file
  await page.goto('/_33_')
  await files()
    .getByRole('row', { name: /Freezers of the north/ })
    .click()
  await editor().getByRole('button', { name: 'Fill from device' }).click()
  const compared = page.getByRole('dialog', { name: 'Compare Freezers of the north' })
  await chooseOption(compared.getByRole('combobox', { name: 'A device' }), /Freezer 1/)
  await compared.getByRole('row', { name: /Set point.*−19\.5.°C.*−20\.0.°C.*Different/ }).waitFor()
  await compared.getByRole('button', { name: 'Fill from this device' }).click()
  await expect.poll(() => valueField('Time between defrosts').inputValue()).toBe('12')
  await editor().getByRole('button', { name: 'Discard changes' }).click()
  expect(watch.complaints()).toEqual([])
})

test('a file is planned for its devices, waits for a second person, and is put into the first one', async () => {
  const watch = new PageWatch(page)
  box ??= await startBox(site, store)
  await page.goto('/_33_')
  await files()
    .getByRole('row', { name: /Freezers of the north/ })
    .click()
  await editor().getByRole('button', { name: 'Apply to devices' }).click()
  await page.waitForURL(/plan=\d+/)
  const plan = page.getByRole('region', { name: 'What will change' })
  // −20.0 as it stands, and nothing is written that is as it should be
  await plan.getByRole('row', { name: /Freezer 1.*N001 Alder Street.*−20.*−19\.5/ }).waitFor()
  expect(await plan.getByText(/Hy|Differential/).count()).toBe(0)
  await expectNoBarriersOn(page)
  const head = page.getByRole('region', { name: 'Freezers of the north' })
  await head.getByRole('button', { name: 'Apply', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Apply Freezers of the north' })
  await form.getByText('A second person approves it.').waitFor()
  await form.getByRole('textbox', { name: 'Reason' }).fill('Summer')
  await expectNoBarriersOn(page)
  await form.getByRole('button', { name: 'Request approval' }).click()
  await page.waitForURL(/apply=\d+/)
  await page.getByText('Waiting for approval').first().waitFor()
  await expectNoBarriersOn(page)

  const context = await openContext({ baseURL: site.server.address, locale: 'en-GB' })
  try {
    const una = await context.newPage()
    await signIn(una, { account: 'Una', password: PASSWORD })
    await una.goto('/_33_?tab=changes')
    await una.getByText('Freezers of the north').first().dblclick()
    await una.getByRole('button', { name: 'Approve' }).click()
    const question = una.getByRole('alertdialog')
    await question.getByText('Approve what Ada requests?').waitFor()
    await question.getByRole('button', { name: 'Approve' }).click()
    await una.getByText('Decided by Una').waitFor()
  } finally {
    await context.close()
  }
  // −19.5 in tenths of a degree
  await expect.poll(() => thermostat.registers.get(registers.setpoint), { timeout: 240_000 }).toBe(0xff3d)
  await page.getByText('First device is watched').waitFor()
  await page.getByText('read back').first().waitFor()
  await expectNoBarriersOn(page)
  expect(watch.complaints()).toEqual([])
})

test('the service note is in red, and whoever may edits it', async () => {
  await page.goto('/_33_')
  const note = page.getByRole('region', { name: 'Service note' })
  await note.getByText('There is no service note.').waitFor()
  await note.getByRole('button', { name: 'Edit the service note' }).click()
  const form = page.getByRole('dialog', { name: 'Edit the service note' })
  await form.getByRole('textbox', { name: 'Service note' }).fill('Only after a call to the hotline.')
  await expectNoBarriersOn(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await note.getByText('Only after a call to the hotline.').waitFor()
  const colour = await note.evaluate((element) => getComputedStyle(element).color)
  expect(colour).toBe('rgb(196, 39, 27)')
  await expectNoBarriersOn(page)
})

test('on a phone, in Japanese and in the dark, files and devices are whole', async () => {
  const context = await openContext({
    ...{ baseURL: site.server.address, timezoneId: 'Asia/Taipei', reducedMotion: 'reduce' },
    ...phone,
    ...{ locale: 'ja-JP', colorScheme: 'dark' },
  })
  try {
    const una = await context.newPage()
    await signIn(una, { account: 'Una', password: PASSWORD })
    await una.goto('/_33_')
    await una.getByText('Only after a call to the hotline.').waitFor()
    await una.getByText('Freezers of the north').first().click()
    await una.getByRole('heading', { name: 'Freezers of the north を編集' }).waitFor()
    // it belongs to the department above
    await una
      .getByRole('status')
      .getByText(/^Frostline のものです/)
      .waitFor()
    await expectNoBarriersOn(una)
    expect(await una.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await una.goto(`/_33_?device=${store.freezer.deviceId}`)
    await una.getByText('操作パネル、または同じ通信線の別のシステム').first().waitFor()
    await expectNoBarriersOn(una)
    expect(await una.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  } finally {
    await context.close()
  }
})
