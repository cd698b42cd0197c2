import { join } from 'node:path'
import { loadFieldKeys } from '@coldkeep/server/commands/keys'
import { PASSWORD, type TinyStore } from '@coldkeep/server/testing/tiny-fleet'
import { announce, Peer, whyNotRun } from '@coldkeep/terminal/peers/peer'
import { readSetup } from '@coldkeep/terminal/settings/read-setup'
import { type LiveTerminal, startTerminal } from '@coldkeep/terminal/terminal'
import { systemTime } from '@coldkeep/terminal/time/system-time'
import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseOption } from './support/choose-option'
import { writeBoxSettings } from './support/own-box'
import { type OwnSite, openOwnSite } from './support/own-site'
import { signInByForm } from './support/sign-in'

/** Three registers of unit 5: 47, 12 and −3 tenths of a degree. */
const registers = { '5': { holding: { 2529: 0x002f, 2530: 0x000c, 2531: 0xfffd } } }
const reason = whyNotRun('pymodbus', [], 'import pymodbus')
if (reason !== null) announce(`A new controller: left out, ${reason}`)

let site: OwnSite
let store: TinyStore
let terminal: LiveTerminal
let peer: Peer
let page: Page

beforeAll(async () => {
  if (reason !== null) return
  peer = await Peer.python('pymodbus_server.py', ['mbtcp', '0'], registers)
  site = await openOwnSite()
  const { folder, place, fleet } = site
  page = site.page
  store = fleet.stores.alder
  const keys = loadFieldKeys(place.dataFolder)
  if (!keys.ok) throw new Error(keys.problem)
  const settingsPath = writeBoxSettings(folder, store, { ...place, keys: keys.value.publicKeys() })
  const read = await readSetup({ settingsPath, dataFolder: join(folder, 'box'), isInsecureAllowed: false })
  if (!read.ok) throw new Error(read.problem.why)
  const log = pino({ level: 'silent' })
  terminal = await startTerminal({ setup: read.value, time: systemTime, log, random: () => 0 })
})

afterAll(async () => {
  await terminal?.stop()
  await site?.close()
  await peer?.[Symbol.asyncDispose]()
})

test.skipIf(reason !== null)(
  'a controller that the product has never seen is described, run once and polled, using the console alone',
  async () => {
    await signInByForm(page, { account: 'admin', password: PASSWORD })
    await describeModel()
    await givePort()
    await writeScript()

    await page.goto('/SingleExecutionExpansion')
    await choose('Folder', 'Cold rooms')
    await choose('Script file', 'Every five seconds')
    await page.getByRole('combobox', { name: 'Store number' }).fill('N001')
    await page.getByRole('option', { name: 'N001 Alder Street' }).click()
    await page.getByRole('button', { name: 'Start download' }).click()
    const values = page.getByRole('region', { name: 'Values' })
    // 47 and −3 tenths, in the frame that the other side sent
    await values.getByRole('row', { name: /probes 5 Cold room 5 Air 4.7 °C good/ }).waitFor()
    await values.getByRole('row', { name: /probes 5 Cold room 5 Coil .0.3 °C good/ }).waitFor()
    await values
      .getByText(/^05 03 06 00 2F 00 0C FF FD/)
      .first()
      .waitFor()

    const saved = page.waitForEvent('download')
    await values.getByRole('button', { name: 'Download as CSV: Values' }).click()
    expect((await saved).suggestedFilename()).toBe('data.csv')

    await readOnBench()
    await sendToStore()
    const { deviceId } = await site.server.database.kysely
      .selectFrom('device')
      .select('deviceId')
      .where('name', '=', 'Cold room 5')
      .executeTakeFirstOrThrow()
    await page.goto(`/device/${deviceId}`)
    await page.getByRole('row', { name: /Air 4.7/ }).waitFor()
    await page.getByRole('row', { name: /Coil .0.3/ }).waitFor()
  },
)

/** The reply just received is read on the test bench, without anyone typing it. */
async function readOnBench(): Promise<void> {
  await page.goto('/InstructionListExpansion?brand=Nordwind&model=T3')
  await page.getByRole('row', { name: /Nordwind T3 probes/ }).click()
  await page.getByRole('tab', { name: 'Node table (UID)' }).click()
  const bench = page.getByRole('region', { name: 'Test bench' })
  await chooseOption(
    bench.getByRole('combobox', { name: 'Captured reply' }),
    /^N001 Alder Street · Cold room 5 \(5\)/,
  )
  await bench.getByRole('button', { name: 'Read reply' }).click()
  await bench.getByText('The reply is complete.').waitFor()
  await bench.getByRole('row', { name: /^Air .*4\.7/ }).waitFor()
}

async function fill(form: string | RegExp, fields: Readonly<Record<string, string>>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: form })
  for (const [name, text] of Object.entries(fields)) {
    await dialog.getByRole('textbox', { name }).or(dialog.getByRole('combobox', { name })).fill(text)
  }
}

async function save(form: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name: form })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Chooses in a field of the page, or of a dialog. */
async function choose(field: string, option: string | RegExp, form?: string | RegExp): Promise<void> {
  const within = form === undefined ? page : page.getByRole('dialog', { name: form })
  await chooseOption(within.getByRole('combobox', { name: field }), option)
}

async function describeModel(): Promise<void> {
  await page.goto('/InstructionListExpansion')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await fill('New: Poll directive table (MID)', {
    Brand: 'Nordwind',
    Model: 'T3',
    'Command code': 'probes',
    'Command (hex)': '03 09 E1 00 03',
    'Reply bytes': '11',
  })
  await page
    .getByRole('dialog', { name: 'New: Poll directive table (MID)' })
    .getByRole('textbox', { name: 'Note' })
    .fill('Probes')
  await page.getByRole('checkbox', { name: 'A new model' }).check()
  await save('New: Poll directive table (MID)')
  await page.getByRole('row', { name: /Nordwind T3 probes/ }).click()
  await page.getByRole('tab', { name: 'Node table (UID)' }).click()
  await page.getByRole('button', { name: 'Paste rows' }).click()
  const paste = page.getByRole('dialog', { name: /^Paste/ })
  const lines = [
    'Air\t°C\t1\ti16\t0\t4\t10\t1\tair_temperature',
    'Coil\t°C\t2\ti16\t4\t0\t10\t1\tevaporator_temperature',
  ]
  await paste.getByRole('textbox').fill(lines.join('\n'))
  await paste.getByRole('button', { name: /2/ }).click()
  await paste.waitFor({ state: 'detached' })
  await page.goto('/InstructionListExpansion?brand=Nordwind&model=T3&tab=versions')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Publish Nordwind T3?' })
  await confirmation.getByRole('button', { name: 'Publish', exact: true }).click()
  await confirmation.waitFor({ state: 'detached' })
}

async function givePort(): Promise<void> {
  await page.goto(`/Terminals?id=${store.terminalId}`)
  await page.getByRole('button', { name: 'New configuration' }).click()
  const ports = [{ id: 'p1', kind: 'mbtcp', host: '127.0.0.1', port: peer.port }]
  const form = page.getByRole('dialog', { name: 'New configuration' })
  await form.getByRole('textbox', { name: /^Document/ }).fill(JSON.stringify({ ports, scripts: [] }))
  await form.getByRole('button', { name: 'Check' }).click()
  await form.getByRole('button', { name: 'Send to terminal' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText('Running revision 2').waitFor()
}

async function writeScript(): Promise<void> {
  await page.goto('/AppendPollingControlExpansion')
  const pane = (name: string | RegExp) =>
    page.locator('[data-pane]').filter({ has: page.getByRole('heading', { name }) })
  await pane('Folders').getByRole('button', { name: 'New' }).first().click()
  await fill('New: Folders', { Name: 'Cold rooms' })
  await save('New: Folders')
  await pane('Script files').getByRole('button', { name: 'New' }).first().click()
  await fill('New: Script files', { 'File name': 'Every five seconds', 'Sync period': '5' })
  await save('New: Script files')
  const commands = 'New: Commands of Every five seconds'
  await pane('Commands of Every five seconds').getByRole('button', { name: 'New' }).first().click()
  await choose('Brand', 'Nordwind', commands)
  await choose('Model', 'T3', commands)
  await choose('Command code', /^probes/, commands)
  await fill(commands, { 'Modbus ID': '5', 'Device name': 'Cold room 5' })
  await save(commands)
  await pane('Commands of Every five seconds')
    .getByRole('row', { name: /Cold room 5/ })
    .waitFor()
}

async function sendToStore(): Promise<void> {
  await page.goto('/AppendPollingControlExpansion?tab=download')
  await choose('Folder', 'Cold rooms')
  await choose('Script file', 'Every five seconds')
  await page.getByRole('checkbox', { name: 'N001 Alder Street' }).check()
  await page.getByRole('checkbox', { name: /^Add devices/ }).check()
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('1 of 1 ready').waitFor()
  await page.getByRole('button', { name: 'Start download' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Send Every five seconds to 1 store?' })
  await confirmation.getByRole('button', { name: 'Start download' }).click()
  const result = page.getByRole('region', { name: 'By store' })
  await result.getByRole('row', { name: /N001 Alder Street.*active/ }).waitFor()
}
