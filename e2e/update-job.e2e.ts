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
import { type FirmwareFile, firmwareFile, UpdatePage } from './support/update-page'

const TYPE = 'terminal-simulated'

let site: OwnSite
let signers: TestSigners
let live: LiveFleet
let page: Page
let watch: PageWatch
let updates: UpdatePage

/** The real server and its own broker; the simulator is the terminal of one store, and installs what it is sent. */
beforeAll(async () => {
  const nowMs = Date.now()
  signers = testSigners(epochMs(nowMs))
  site = await openOwnSite(signers.root)
  page = site.page
  watch = new PageWatch(page)
  updates = new UpdatePage(page, TYPE)
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
function build(
  version: string,
  behaviour: object = {},
  by: 'current' | 'stranger' = 'current',
): FirmwareFile {
  const buffer = Buffer.from(JSON.stringify({ program: 'simulated-terminal', version, behaviour }))
  const release = signers.sign(buffer, { type: TYPE, version, by })
  return firmwareFile(`simulated-${version}.json`, buffer, release)
}

test('a firmware file is uploaded with its release, brought to a store, and runs there', async () => {
  await page.goto('/UpdateOperation')
  await page.getByRole('heading', { level: 1, name: 'Update job' }).waitFor()
  await page.getByText('No update jobs yet.').waitFor()
  await expectNoBarriersOn(page)
  // the key of the release is not one that the server knows of
  watch.tolerate(/400/)
  await updates.upload(build('1.1.0', {}, 'stranger'))
  await page.getByText('This release is not valid').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  await updates.upload(build('1.1.0'))
  await updates.release('1.1.0')
  await updates.start('1.1.0')
  // the chip in the bar leads back from wherever one is
  await page.getByRole('link', { name: 'Update to 1.1.0' }).waitFor()
  await updates.row(/N001 Alder Street .* done 1\.1\.0/).waitFor()
  await page.getByRole('progressbar', { name: `${TYPE} to 1.1.0` }).waitFor()
  await page.getByRole('button', { name: 'Stop watching' }).waitFor({ state: 'detached' })
  await expectNoBarriersOn(page)
  // the link to it is all that is needed
  await page.reload()
  await updates.row(/N001 Alder Street .* done 1\.1\.0/).waitFor()
  expect(watch.complaints()).toEqual([])
})

test('a store puts an update off, and the job says until when', async () => {
  await page.goto('/UpdateOperation')
  await updates.upload(build('1.2.0'))
  await updates.release('1.2.0')
  await updates.choosePlaces()
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
  await updates.row(/waiting .*Postponed by the store to/).waitFor()
  await page.getByRole('button', { name: 'Cancel job' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel job' }).click()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  expect(watch.complaints()).toEqual([])
})

test('a version that does not start is given up by the terminal, and can be started again', async () => {
  await page.goto('/UpdateOperation')
  await updates.upload(build('1.3.0', { startsNot: true }))
  await updates.release('1.3.0')
  await updates.start('1.3.0')
  await updates.row(/back to the old version 1\.1\.0 The new version did not run as it must/).waitFor()
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
  await chooseOption(page.getByRole('combobox', { name: 'Version', exact: true }), '1.1.0 (1)')
  await page.waitForURL(/\/Terminals\?(?=.*behind=2)(?=.*version=1\.1\.0)/)
  await expectNoBarriersOn(page)
  await page.reload()
  await alder.waitFor()
  expect(await birch.count()).toBe(0)
  expect(watch.complaints()).toEqual([])
})
