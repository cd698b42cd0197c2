import { epochMs, hours } from '@coldkeep/domain/time/instant'
import { timeParts } from '@coldkeep/phrases/format'
import { type TestSigners, testSigners } from '@coldkeep/server/testing/make-release'
import { PASSWORD, type TinyStore } from '@coldkeep/server/testing/tiny-fleet'
import { makeFleet } from '@coldkeep/simulator/fleet/make-fleet'
import { LiveFleet } from '@coldkeep/simulator/live'
import { startStore } from '@coldkeep/simulator/store-run'
import { modelFiles } from '@coldkeep/simulator/testing/model-files'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { expectNoBarriersOn } from './support/check-accessible'
import { chooseOption } from './support/choose-option'
import { type OwnSite, openOwnSite } from './support/own-site'
import { PageWatch } from './support/page-watch'
import { PATIENCE_MS } from './support/patience'
import { signIn } from './support/sign-in'

const TYPE = 'terminal-simulated'

let site: OwnSite
let signers: TestSigners
let live: LiveFleet
let page: Page
let watch: PageWatch

/** The real server and its own broker; the simulator is the terminal of one store, and installs what it is sent. */
beforeAll(async () => {
  const nowMs = Date.now()
  signers = testSigners(epochMs(nowMs))
  site = await openOwnSite(signers.root)
  page = site.page
  watch = new PageWatch(page)
  live = simulate(site.fleet.stores.alder, nowMs)
  live.start()
  const { kysely } = site.server.database
  const reported = () =>
    kysely.selectFrom('terminalState').select('firmwareType').where('firmwareType', '=', TYPE).execute()
  await vi.waitFor(async () => expect(await reported()).toHaveLength(1), PATIENCE_MS)
  await signIn(page, { account: 'admin', password: PASSWORD })
})

afterAll(async () => {
  await live?.stop()
  await site?.close()
})

function simulate({ terminalId }: TinyStore, nowMs: number): LiveFleet {
  const fleet = makeFleet({ seed: 4, storeCount: 1, nowMs, models: modelFiles(), withFaults: false })
  const [drawn] = fleet.stores
  if (drawn === undefined) throw new Error('the fleet is empty')
  const run = startStore(fleet, { ...drawn, terminalId }, nowMs)
  return new LiveFleet({
    brokerUrl: `mqtt://127.0.0.1:${site.place.mqttPort}`,
    stores: [{ run, secret: terminalId.slice(3), pointIds: [], revision: 1 }],
    clock: { now: () => epochMs(Date.now()) },
    spreadMs: 0,
    tickMs: 20,
    updates: { serverUrl: site.server.address, root: signers.root },
  })
}

/** A build for simulated terminals, and its release. */
function build(version: string, behaviour: object = {}, by: 'current' | 'stranger' = 'current') {
  const buffer = Buffer.from(JSON.stringify({ program: 'simulated-terminal', version, behaviour }))
  const release = Buffer.from(JSON.stringify(signers.sign(buffer, { type: TYPE, version, by })))
  const name = `simulated-${version}.json`
  return {
    image: { name, mimeType: 'application/json', buffer },
    release: { name: `${name}.release.json`, mimeType: 'application/json', buffer: release },
  }
}

async function upload({ image, release }: ReturnType<typeof build>): Promise<void> {
  const files = page.getByRole('region', { name: 'Upload a firmware file' }).locator('input[type=file]')
  await files.first().setInputFiles(image)
  await files.last().setInputFiles(release)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
}

async function release(version: string): Promise<void> {
  await page.getByText(`Chosen: ${version}`).waitFor()
  await page.getByRole('button', { name: `Release ${version}`, exact: true }).click()
  const question = page.getByRole('alertdialog', { name: `Release ${version} for update jobs?` })
  await question.getByRole('button', { name: 'Release' }).click()
  await question.waitFor({ state: 'detached' })
}

/** Checks the only place that has such a terminal, and takes all of it at once. */
async function choosePlaces(): Promise<void> {
  const north = page.getByRole('treeitem', { name: 'North, 1 terminal' })
  await north.focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('treeitem', { name: 'N001 Alder Street' }).waitFor()
  await page.keyboard.press('Space')
  await page.getByRole('treeitem', { name: 'Frostline, 1 terminal', checked: true }).waitFor()
  await page.getByText('1 store · 1 terminal · 2 devices').first().waitFor()
  await page.getByText(/terminals?: program too old for updates/).waitFor()
  await page.getByRole('button', { name: 'Remove wave 2' }).click()
  await page.getByRole('button', { name: 'Remove wave 1' }).click()
}

/** Without waiting for a window. */
async function start(version: string): Promise<void> {
  await choosePlaces()
  await page.getByRole('checkbox', { name: 'Only in a time window' }).uncheck()
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: `Update 1 terminal to ${version}?` })
  await question.getByText('North: 1 store · 1 terminal · 2 devices').waitFor()
  await question.getByText('in 1 wave of 1 terminal · at any time').waitFor()
  await question.getByRole('button', { name: 'Start update' }).click()
  await page.getByRole('heading', { name: `${TYPE} to ${version}` }).waitFor()
}

const row = (name: RegExp) => page.getByRole('region', { name: 'By terminal' }).getByRole('row', { name })

test('a firmware file is uploaded with its release, brought to a store, and runs there', async () => {
  await page.goto('/UpdateOperation')
  await page.getByRole('heading', { level: 1, name: 'Update job' }).waitFor()
  await page.getByText('No update jobs yet.').waitFor()
  await expectNoBarriersOn(page)
  // the key of the release is not one that the server knows of
  watch.tolerate(/400/)
  await upload(build('1.1.0', {}, 'stranger'))
  await page.getByText('This release is not valid').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  await upload(build('1.1.0'))
  await release('1.1.0')
  await start('1.1.0')
  // the chip in the bar leads back from wherever one is
  await page.getByRole('link', { name: 'Update to 1.1.0' }).waitFor()
  await row(/N001 Alder Street .* done 1\.1\.0/).waitFor()
  await page.getByRole('progressbar', { name: `${TYPE} to 1.1.0` }).waitFor()
  await page.getByRole('button', { name: 'Stop watching' }).waitFor({ state: 'detached' })
  await expectNoBarriersOn(page)
  // the link to it is all that is needed
  await page.reload()
  await row(/N001 Alder Street .* done 1\.1\.0/).waitFor()
  expect(watch.complaints()).toEqual([])
})

test('a store puts an update off, and the job says until when', async () => {
  await page.goto('/UpdateOperation')
  await upload(build('1.2.0'))
  await release('1.2.0')
  await choosePlaces()
  // an hour that begins in two, by the clock of the store
  const clock = (aheadMs: number) => timeParts(Date.now() + aheadMs, 'Asia/Taipei').minute
  await page.getByRole('textbox', { name: 'From' }).fill(clock(hours(2)))
  await page.getByRole('textbox', { name: 'To', exact: true }).fill(clock(hours(3)))
  await page.getByRole('checkbox', { name: 'Stores may postpone it' }).waitFor()
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start update' }).click()
  await page.getByText(/Expected end about/).waitFor()
  const job = page.url()

  await page.goto('/home')
  const planned = page.getByText(/^Alder Street: the terminal is to be updated to 1\.2\.0 on/)
  await planned.waitFor()
  await expectNoBarriersOn(page)
  await page.getByRole('button', { name: 'Not today: Alder Street' }).click()
  const question = page.getByRole('alertdialog', { name: 'Not today: Alder Street?' })
  await question.getByRole('button', { name: 'Not today' }).click()
  await page.getByText(/Postponed once\.$/).waitFor()

  await page.goto(job)
  await row(/waiting .*Postponed by the store to/).waitFor()
  await page.getByRole('button', { name: 'Cancel job' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel job' }).click()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  expect(watch.complaints()).toEqual([])
})

test('a version that does not start is given up by the terminal, and can be started again', async () => {
  await page.goto('/UpdateOperation')
  await upload(build('1.3.0', { startsNot: true }))
  await release('1.3.0')
  await start('1.3.0')
  await row(/back to the old version 1\.1\.0 The new version did not run as it must/).waitFor()
  // all of the wave has failed, so the service begins with no other
  await page.getByText(/^Paused: 1 of 1 terminals of this wave failed/).waitFor()
  await expectNoBarriersOn(page)
  await page.getByRole('button', { name: 'Start again for 1 failed terminal' }).click()
  const question = page.getByRole('alertdialog', { name: 'Start again for 1 failed terminal?' })
  await question.getByRole('button', { name: 'Start again' }).click()
  await page.getByRole('button', { name: 'Cancel job' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel job' }).click()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await page.getByText('cancelled').first().waitFor()
  expect(watch.complaints()).toEqual([])
})

test('terminals are found by what they run and how far it is behind, and the address keeps it', async () => {
  await page.goto('/Terminals')
  const table = page.getByRole('region', { name: 'Terminals', exact: true })
  const alder = table.getByRole('row', { name: /^TB-N001/ })
  const birch = table.getByRole('row', { name: /N002 Birch Lane/ })
  await birch.waitFor()
  // it has gone back to 1.1.0, and 1.2.0 and 1.3.0 are released
  await alder.getByText('2 versions behind').waitFor()
  await chooseOption(page.getByRole('combobox', { name: 'Behind' }), 'By two or more versions')
  await birch.waitFor({ state: 'detached' })
  await alder.waitFor()
  await chooseOption(page.getByRole('combobox', { name: 'Program version' }), '1.1.0 (1)')
  await page.waitForURL(/\/Terminals\?(?=.*behind=2)(?=.*version=1\.1\.0)/)
  await expectNoBarriersOn(page)
  await page.reload()
  await alder.waitFor()
  expect(await birch.count()).toBe(0)
  expect(watch.complaints()).toEqual([])
})
