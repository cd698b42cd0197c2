import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { deviceSeries } from '@coldkeep/contract/areas/devices'
import { addressOf } from '@coldkeep/contract/call'
import { loadFieldKeys } from '@coldkeep/server/commands/keys'
import { PASSWORD, type TinyDevice } from '@coldkeep/server/testing/tiny-fleet'
import { countingSlave } from '@coldkeep/terminal/testing/counting-slave'
import { OddSlave } from '@coldkeep/terminal/testing/odd-slave'
import { ProgramPackage } from '@coldkeep/terminal/testing/program-package'
import { OWN_TYPE, ReleaseMaker } from '@coldkeep/terminal/testing/release-maker'
import { airCommand, airNode, modbusTcp } from '@coldkeep/terminal/testing/settings'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calls, callsOf } from './support/operable-site'
import { writeBoxSettings } from './support/own-box'
import { type OwnSite, openOwnSite } from './support/own-site'
import { PageWatch } from './support/page-watch'
import { signIn } from './support/sign-in'
import { firmwareFile, UpdatePage } from './support/update-page'

const maker = new ReleaseMaker()
const device = countingSlave()

const startedAt = Date.now()
let site: OwnSite
let program: ProgramPackage
let slave: OddSlave
let box: ChildProcess
let freezer: TinyDevice
let page: Page
let updates: UpdatePage
let calls: Calls

/** The real server, and the real program under its supervisor that polls a thermometer once a second. */
beforeAll(async () => {
  site = await openOwnSite(maker.root.trusted)
  page = site.page
  updates = new UpdatePage(page, OWN_TYPE)
  program = await ProgramPackage.bundle(maker.root)
  slave = await OddSlave.start(device.behaviour)
  freezer = site.fleet.stores.alder.freezer
  box = startBox()
  calls = await callsOf(site.server.address, 'admin')
  await signIn(page, { account: 'admin', password: PASSWORD })
})

afterAll(async () => {
  await stopBox()
  await site?.close()
  await slave?.[Symbol.asyncDispose]()
})

function startBox(): ChildProcess {
  const { folder, place, fleet } = site
  const keys = loadFieldKeys(place.dataFolder)
  if (!keys.ok) throw new Error(keys.problem)
  const [air] = freezer.pointIds
  if (air === undefined) throw new Error('the freezer has no points')
  const command = airCommand({ nodes: [airNode(air)] })
  const { supervise } = program.install(join(folder, 'package'))
  const settingsPath = writeBoxSettings(
    folder,
    fleet.stores.alder,
    { ...place, keys: keys.value.publicKeys() },
    {
      revision: 1,
      ports: [modbusTcp(slave.port)],
      scripts: [{ name: 'cases', periodSeconds: 1, commands: [command] }],
    },
  )
  return spawn(process.execPath, [supervise, settingsPath], { stdio: ['ignore', 'ignore', 'inherit'] })
}

async function stopBox(): Promise<void> {
  if (box === undefined || box.exitCode !== null) return
  const ended = once(box, 'exit')
  box.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
}

/** Brings a build to the terminal as the people who release do. */
async function update(version: string, script?: string): Promise<void> {
  const image = await program.image(version, script)
  const release = maker.release(image, { manifest: { version } })
  await page.goto('/UpdateOperation')
  await updates.upload(firmwareFile(`terminal-${version}.tgz`, image, release))
  await updates.release(version)
  await updates.start(version)
}

/** Waits until the device has answered further times. */
async function polledOn(): Promise<void> {
  const before = device.answered()
  await expect.poll(device.answered).toBeGreaterThan(before + 2)
}

/** What the server keeps of the device: which of its answers, in their order of time. */
async function kept(): Promise<number[]> {
  const query = { points: String(freezer.pointIds[0]), start: startedAt, end: Date.now() }
  const path = addressOf(deviceSeries, { deviceId: freezer.deviceId }, query)
  const { series } = (await calls('GET', path)) as { series: { values: (number | null)[] }[] }
  return (series[0]?.values ?? []).flatMap((value) => (value === null ? [] : [Math.round(10 * value)]))
}

test('a terminal is updated from the page and comes back from a build that does not start, and no reading is lost or kept twice', async () => {
  const watch = new PageWatch(page)
  await expect.poll(kept).not.toHaveLength(0)
  await update('99.1.0')
  await updates.row(/N001 Alder Street .* done 99\.1\.0/).waitFor()
  await polledOn()

  await update('99.2.0', 'process.exit(1)')
  await updates.row(/back to the old version 99\.1\.0 The new version did not run as it must/).waitFor()
  await page.getByText(/^Paused: 1 of 1 terminals of this wave failed/).waitFor()
  await polledOn()

  await stopBox()
  const answered = Array.from({ length: device.answered() }, (_, index) => index + 1)
  await expect.poll(kept).toEqual(answered)
  expect(watch.complaints()).toEqual([])
})
