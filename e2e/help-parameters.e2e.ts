import { PASSWORD, type TinyStore } from '@coldkeep/server/testing/tiny-fleet'
import type { LiveTerminal } from '@coldkeep/terminal/terminal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoBarriersOn } from './support/check-accessible'
import { makeOperable, startBox } from './support/operable-site'
import { type OwnSite, openOwnSite } from './support/own-site'
import { PageWatch } from './support/page-watch'
import { signIn } from './support/sign-in'
import { startThermostat, type Thermostat } from './support/thermostat'

const SETPOINT = 0x0355
/** Tenths of a degree in two's complement: −22.0 and −20.5. */
const [MINUS_22, MINUS_20_5] = [0xff24, 0xff33]

let site: OwnSite
let store: TinyStore
let thermostat: Thermostat
let box: LiveTerminal

beforeAll(async () => {
  thermostat = await startThermostat({})
  thermostat.reset({ [SETPOINT]: MINUS_22, 854: 0, 855: 0 })
  site = await openOwnSite()
  store = site.fleet.stores.alder
  await makeOperable(site, store, thermostat.port)
  box = await startBox(site, store)
})
afterAll(async () => {
  await box?.stop()
  await site?.close()
  await thermostat?.close()
})

test('parameters are typed as a text, checked, written with proof, and saved as a file', async () => {
  const { page } = site
  const watch = new PageWatch(page)
  await signIn(page, { account: 'admin', password: PASSWORD })
  await page.goto(`/_42_?store=${store.storeId}`)
  const begin = page.getByRole('form', { name: 'Equipment and case' })
  await begin.getByRole('checkbox', { name: 'Freezer 1' }).check()
  await begin.getByRole('textbox', { name: 'What is wrong' }).fill('Too cold')
  await begin.getByRole('button', { name: 'Begin to help' }).click()
  const step = page.getByRole('region', { name: 'Adjust parameters', exact: true })
  await step.getByRole('button', { name: /Adjust parameters/ }).click()

  // what the controller has
  const text = step.getByRole('textbox', { name: 'Parameters of the refrigerator' })
  await expect
    .poll(
      async () => {
        await step.getByRole('button', { name: 'Read again at the device' }).click()
        await step.getByRole('button', { name: 'Fill in what was read' }).click()
        return text.inputValue()
      },
      { interval: 2_000, timeout: 90_000 },
    )
    .toContain('set = -22')
  const write = step.getByRole('button', { name: 'Write to the device' })
  expect(await write.getAttribute('aria-disabled')).toBe('true')

  // what is wrong is said by the number of its line
  await text.fill('# by telephone\nset = -99\ncolour = 1\nset -20.5')
  await step.getByText('Line 2: The value is out of bounds.').waitFor()
  await step.getByText('Line 3: The device has no such parameter.').waitFor()
  expect(await text.getAttribute('aria-invalid')).toBe('true')
  expect(await write.getAttribute('aria-disabled')).toBe('true')
  await expectNoBarriersOn(page)
  expect(thermostat.writes).toEqual([])

  // written, and read back
  await text.fill('set = -20.5 # by telephone')
  await write.click()
  const question = page.getByRole('alertdialog', { name: 'Write these values?' })
  await question.getByText('-22 °C → -20.5 °C').or(question.getByText('−22 °C → −20.5 °C')).waitFor()
  await expectNoBarriersOn(page)
  await question.getByRole('button', { name: 'Write to the device' }).click()
  const written = step.getByRole('region', { name: 'Written in this session' })
  await written.getByText('Confirmed').waitFor()
  expect(thermostat.writes).toEqual([[SETPOINT, MINUS_20_5]])
  const summary = page.getByRole('region', { name: 'Store and connection', exact: true })
  await summary.getByText(/^Freezer 1: set .22\s°C → .20\.5\s°C$/).waitFor()

  // saved for this device
  await step.getByRole('button', { name: 'Save as parameter file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as parameter file' })
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await dialog.getByRole('paragraph').filter({ hasText: 'Required' }).waitFor()
  await dialog.getByRole('textbox', { name: 'Name of the file' }).fill('Freezer of Alder Street')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await summary.getByText('Parameter file Freezer of Alder Street saved, values: 1').waitFor()
  expect(watch.complaints()).toEqual([])
})
