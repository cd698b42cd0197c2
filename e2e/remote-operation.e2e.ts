import { readFileSync } from 'node:fs'
import { PASSWORD, type TinyStore } from '@coldkeep/server/testing/tiny-fleet'
import { writeTo } from '@coldkeep/server/testing/write-server'
import type { LiveTerminal } from '@coldkeep/terminal/terminal'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { expectNoBarriersOn } from './support/check-accessible'
import { chooseOption } from './support/choose-option'
import { openContext } from './support/launch-browser'
import { callsOf, makeOperable, startBox } from './support/operable-site'
import { type OwnSite, openOwnSite } from './support/own-site'
import { signIn } from './support/sign-in'
import { startThermostat, type Thermostat } from './support/thermostat'

const SETPOINT = 0x0355
const LIGHT = 0x0356
/** Tenths of a degree in two's complement: −22.0, −20.0 and −10.0. */
const [MINUS_22, MINUS_20, MINUS_10] = [0xff24, 0xff38, 0xff9c]

let site: OwnSite
let store: TinyStore
let thermostat: Thermostat
let box: LiveTerminal | null = null
let page: Page

beforeAll(async () => {
  thermostat = await startThermostat({})
  site = await openOwnSite()
  store = site.fleet.stores.alder
  page = site.page
  await makeOperable(site, store, thermostat.port)
  await signIn(page, { account: 'admin', password: PASSWORD })
})

/** Nothing was ever written, the store is online, and the page of the freezer is open. */
beforeEach(async () => {
  thermostat.reset({ [SETPOINT]: MINUS_22, [LIGHT]: 0, 855: 0 })
  const db = site.server.database.kysely
  await db.deleteFrom('command').where('op', '=', 'write').execute()
  await db.deleteFrom('notice').where('subjectKind', '=', 'write').execute()
  for (const table of ['writeLine', 'writeRequest'] as const) await db.deleteFrom(table).execute()
  box ??= await startBox(site, store)
  await page.goto(`/_31_?store=${store.storeId}&device=${store.freezer.deviceId}`)
  await page.getByText('Online').first().waitFor()
})

afterAll(async () => {
  await box?.stop()
  await site?.close()
  await thermostat?.close()
})

/** What admin writes without the console, until it has ended. */
async function writeByCall(code: string, value: number | null, state: string): Promise<void> {
  const call = await callsOf(site.server.address, 'admin')
  const id = crypto.randomUUID()
  await call('POST', '/api/v2/remote/writes', { id, ...writeTo(store, code, value) })
  const stateNow = async () => {
    const { lines } = (await call('GET', `/api/v2/remote/writes/${id}`)) as { lines: { state: string }[] }
    return lines.map((line) => line.state)
  }
  await expect.poll(stateNow).toEqual([state])
}

const records = () => page.getByRole('region', { name: 'Writes' })
const record = (name: RegExp) => records().getByRole('row', { name }).first()

/** Opens the form of a control. */
async function open(control: string): Promise<void> {
  await page.getByRole('button', { name: `Set ${control}`, exact: true }).click()
}

async function review(): Promise<void> {
  await page.getByRole('button', { name: 'Review' }).click()
}

test('a set point is chosen, reviewed, written, read back and undone', async () => {
  await page.goto('/_31_')
  await page.getByRole('combobox', { name: 'Store' }).fill('N001')
  await page.getByRole('option', { name: 'N001 Alder Street' }).click()
  await chooseOption(page.getByRole('combobox', { name: 'Device' }), /^Freezer 1/)
  await page.getByText('Online').first().waitFor()
  await expectNoBarriersOn(page)

  await open('Temperature')
  const form = page.getByRole('dialog', { name: 'Set Temperature' })
  const value = form.getByRole('textbox', { name: /^New value/ })
  await value.fill('-20.05')
  await form.getByText('Use steps of 0.1 °C.').first().waitFor()
  await value.fill('-45')
  await form.getByText('Allowed range: −40.0 °C to 20.0 °C.').first().waitFor()
  await value.fill('-20')
  await expectNoBarriersOn(page)
  await review()
  const confirmation = page.getByRole('alertdialog', { name: 'Write to Freezer 1?' })
  await confirmation.getByText('Medium: sent once you have reviewed it.').waitFor()
  await expectNoBarriersOn(page)
  await confirmation.getByRole('button', { name: 'Write', exact: true }).click()

  await record(/Temperature → −20.0 °C −22.0 °C −20.0 °C confirmed/).waitFor()
  expect(thermostat.registers.get(SETPOINT)).toBe(MINUS_20)
  expect(thermostat.writes).toEqual([[SETPOINT, MINUS_20]])

  await record(/confirmed/)
    .getByRole('button', { name: /^Proof of/ })
    .click()
  const proof = page.getByRole('dialog', { name: 'Proof' })
  await proof.getByText('Packets').click()
  // as in the published example of a write to the Dixell: unit 1, register 0x0355, −20.0
  await expect.poll(() => proof.getByText('01 06 03 55 FF 38 D9 BC').count()).toBe(2)
  await expectNoBarriersOn(page)
  await proof.getByRole('button', { name: 'Close' }).last().click()

  await record(/confirmed/)
    .getByRole('button', { name: /^Undo/ })
    .click()
  const undo = page.getByRole('alertdialog', { name: 'Restore the previous values?' })
  await undo.getByRole('button', { name: 'Undo', exact: true }).click()
  await record(/Temperature → −22.0 °C −20.0 °C −22.0 °C confirmed/).waitFor()
  expect(thermostat.registers.get(SETPOINT)).toBe(MINUS_22)
})

test('a value outside the usual range has to be typed, and approved by someone else, who is notified', async () => {
  const other = await openContext({ baseURL: site.server.address })
  const second = await other.newPage()
  await signIn(second, { account: 'second', password: PASSWORD })
  await second.goto('/home')

  await open('Temperature')
  await page.getByRole('textbox', { name: /^New value/ }).fill('-10')
  await review()
  const confirmation = page.getByRole('alertdialog', { name: 'Write to Freezer 1?' })
  await confirmation.getByText('The value is outside the usual range of this device.').waitFor()
  await confirmation.getByRole('textbox', { name: 'Type N001 to continue' }).fill('N001')
  await confirmation.getByRole('button', { name: 'Request approval' }).click()
  await record(/Temperature → −10.0 °C.*waiting for approval/).waitFor()
  expect(thermostat.registers.get(SETPOINT)).toBe(MINUS_22)
  // the requester cannot approve
  expect(
    await records()
      .getByRole('button', { name: /^Approve/ })
      .count(),
  ).toBe(0)

  // without a reload, on any page
  await second.getByRole('button', { name: /1 unread message$/ }).click()
  const notification = second.getByRole('link', { name: /^Approval needed: Alder Street, Freezer 1/ })
  await notification.getByText('Requested by Ada.').waitFor()
  await expectNoBarriersOn(second)
  await notification.click()
  await second.waitForURL(/\/_31_\?write=/)
  const proof = second.getByRole('dialog', { name: 'Proof' })
  await proof.getByText('1 person was notified.').waitFor()
  await expectNoBarriersOn(second)
  await proof.getByRole('button', { name: 'Approve' }).click()
  const question = second.getByRole('alertdialog', { name: 'Approve the write by Ada?' })
  await question.getByRole('button', { name: 'Approve', exact: true }).click()
  await proof.getByText('confirmed', { exact: true }).waitFor()
  await record(/Temperature → −10.0 °C −22.0 °C −10.0 °C confirmed/).waitFor()
  expect(thermostat.registers.get(SETPOINT)).toBe(MINUS_10)
  await other.close()

  await page.getByRole('button', { name: /1 unread message$/ }).click()
  const answer = page.getByRole('link', { name: /^Approved: Alder Street, Freezer 1/ })
  await answer.getByText('Approved by Sven.').waitFor()
  await page.keyboard.press('Escape')
})

test('the records are searched, and downloaded as a file with the reasons', async () => {
  await writeByCall('light-on', null, 'confirmed')
  await writeByCall('set', -20, 'confirmed')
  await page.reload()
  await records().getByRole('searchbox').fill('no such device')
  await records().getByText('No rows match', { exact: true }).waitFor()
  await records().getByRole('searchbox').fill('freezer')
  await record(/Temperature → −20.0 °C/).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    records().getByRole('button', { name: /CSV/ }).click(),
  ])
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  // the newest first, under a header
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(
    /N001 Alder Street,Freezer 1 · Temperature → −20\.0\u202f°C,.*,confirmed,medium,Ada$/,
  )
  await records().getByRole('searchbox').fill('')
  await page.waitForURL((url) => !url.searchParams.has('q'))
})

test('a device that refuses, and one that accepts but keeps the old value, are distinguished', async () => {
  thermostat.refuses.add(LIGHT)
  await open('Switch light on')
  await review()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Write', exact: true }).click()
  await record(/Switch light on Off Off failed.*The device refused: E_EXCEPTION\(3\)/).waitFor()
  await record(/Switch light on/)
    .getByRole('button', { name: /^Proof of/ })
    .click()
  await page.getByRole('dialog').getByText('The device refused: E_EXCEPTION(3)').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  thermostat.refuses.clear()

  thermostat.keeps.add(LIGHT)
  await open('Switch light on')
  await review()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Write', exact: true }).click()
  await expect.poll(() => thermostat.writes.filter(([address]) => address === LIGHT).length).toBe(2)
  await expect
    .poll(() =>
      records()
        .getByRole('row', { name: /Switch light on Off Off failed/ })
        .count(),
    )
    .toBe(2)
  await record(/Switch light on/)
    .getByRole('button', { name: /^Proof of/ })
    .click()
  await page
    .getByRole('dialog')
    .getByText('The device answered, but a different value was read back.')
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  expect(thermostat.registers.get(LIGHT)).toBe(0)
})

test('what devices answered is offered on the test bench of the instruction tables', async () => {
  await writeByCall('set', -20, 'confirmed')
  thermostat.refuses.add(LIGHT)
  await writeByCall('light-on', null, 'failed')
  await page.goto('/InstructionListExpansion?tab=writes&brand=Nordwind')
  const bench = page.getByRole('region', { name: 'Test bench' })
  const choose = async (row: RegExp, reply: RegExp) => {
    await page.getByRole('row', { name: row }).click()
    await chooseOption(bench.getByRole('combobox', { name: 'Captured reply' }), reply)
    await bench.getByRole('button', { name: 'Read reply' }).click()
  }
  await choose(/T3 set Temperature/, /^N001 Alder Street · Freezer 1 \(1\) · → −20 · /)
  await bench.getByText('The write succeeded').waitFor()
  await bench.getByText('01 06 03 55 FF 38 D9 BC').first().waitFor()
  await expectNoBarriersOn(page)
  await choose(/T3 light-on/, /^N001 Alder Street · Freezer 1 \(1\) · /)
  await bench.getByText('The device refused with exception 3: it does not accept this value.').waitFor()
})

test('while the store is offline a write stays queued, and goes out when it is back online', async () => {
  await box?.stop()
  box = null
  await page.getByText(/The store has been offline since/).waitFor()
  const before = thermostat.writes.length
  await open('Switch light on')
  await chooseOption(page.getByRole('combobox', { name: 'Give up after' }), '10 minutes')
  await review()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Write', exact: true }).click()
  await record(/Switch light on.*queued offline since/).waitFor()
  await record(/queued/)
    .getByRole('button', { name: /^Proof of/ })
    .click()
  const steps = page.getByRole('dialog').getByRole('listitem')
  // only what has happened has a time
  await steps.filter({ hasText: /^Delivered to the terminal—$/ }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  expect(thermostat.writes.length).toBe(before)
  box = await startBox(site, store)
  await record(/Switch light on Off On confirmed/).waitFor()
  expect(thermostat.registers.get(LIGHT)).toBe(1)
})

test('the page of the device leads there; an account without permission is refused with the reason and writes nothing', async () => {
  await page.goto(`/device/${store.freezer.deviceId}`)
  await page.getByRole('link', { name: 'Operate' }).click()
  await page.waitForURL(/\/_31_\?store=/)
  await page.getByRole('button', { name: 'Set Temperature' }).waitFor()
  const { company } = site.fleet
  const db = site.server.database.kysely
  const permissions = await db.selectFrom('devicePermission').selectAll().execute()
  onTestFinished(async () => void (await db.insertInto('devicePermission').values(permissions).execute()))
  await db.deleteFrom('devicePermission').execute()
  await page.reload()
  await page
    .getByRole('status')
    .filter({ hasText: 'You have no permission to write to this device.' })
    .waitFor()
  const call = await callsOf(site.server.address, 'second')
  const body = {
    id: crypto.randomUUID(),
    store: String(store.storeId),
    devices: [String(store.freezer.deviceId)],
    code: 'light-off',
  }
  await expect(call('POST', '/api/v2/remote/writes', body)).rejects.toThrow('access.equipment')
  expect(company).toBeGreaterThan(0)
})
