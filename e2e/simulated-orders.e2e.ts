import { type CommandOperation, commandOperations } from '@coldkeep/contract/mqtt/command'
import { epochMs } from '@coldkeep/domain/time/instant'
import { makeCommand } from '@coldkeep/server/commands/make-command'
import { PASSWORD, type TinyStore } from '@coldkeep/server/testing/tiny-fleet'
import { newWriteId } from '@coldkeep/server/testing/write-rig'
import { makeFleet } from '@coldkeep/simulator/fleet/make-fleet'
import { LiveFleet } from '@coldkeep/simulator/live'
import { startStore } from '@coldkeep/simulator/store-run'
import { modelFiles } from '@coldkeep/simulator/testing/model-files'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Calls, callsOf, makeOperable } from './support/operable-site'
import { type OwnSite, openOwnSite } from './support/own-site'
import { PATIENCE_MS } from './support/patience'
import { signIn } from './support/sign-in'

/** The message about an order to a simulated store in each language. */
const words = {
  en: /store is simulated: nothing was done/,
  ja: /店舗はシミュレーション.*何も行われていません/,
  'zh-CN': /模拟门店.*未做任何操作/,
  'zh-TW': /模擬門市.*未進行任何動作/,
}
/** Installations alone are carried out, with a release. */
const refusedOperations = commandOperations.filter((op) => op !== 'fw.install')
const SCRIPTS = '/api/v2/append-poll-mgr'

let site: OwnSite
let store: TinyStore
let live: LiveFleet
let call: Calls

/** The real server and its own broker; the simulator is the terminal of one store. */
beforeAll(async () => {
  site = await openOwnSite()
  store = site.fleet.stores.alder
  const nowMs = Date.now()
  const fleet = makeFleet({ seed: 4, storeCount: 1, nowMs, models: modelFiles(), withFaults: false })
  const [drawn] = fleet.stores
  if (drawn === undefined) throw new Error('the fleet is empty')
  const { terminalId } = store
  const run = startStore(fleet, { ...drawn, terminalId }, nowMs)
  live = new LiveFleet({
    brokerUrl: `mqtt://127.0.0.1:${site.place.mqttPort}`,
    stores: [{ run, secret: terminalId.slice(3), pointIds: [], revision: 1 }],
    clock: { now: () => epochMs(Date.now()) },
    spreadMs: 0,
    tickMs: 20,
  })
  live.start()
  await makeOperable(site, store, 502)
  call = await callsOf(site.server.address, 'admin')
  const program = () =>
    site.server.database.kysely
      .selectFrom('terminalState')
      .select('program')
      .where('terminalId', '=', terminalId)
      .executeTakeFirst()
  await vi.waitFor(async () => expect(await program()).toEqual({ program: 'simulator' }), PATIENCE_MS)
})

afterAll(async () => {
  await live.stop()
  await site.close()
})

const pathOf = (rest: string) => `/api/v2/terminals/${store.terminalId}/${rest}`

// biome-ignore lint/suspicious/noExplicitAny: the test looks at the wire as it is
const read = async (path: string): Promise<any> => call('GET', path)

const newest = async (op: CommandOperation) =>
  (await read(pathOf('commands'))).commands.find((one: { op: string }) => one.op === op)

/** With any content: no one reads it. A configuration is ordered by its own call. */
async function order(op: CommandOperation): Promise<string> {
  const { storeId, terminalId } = store
  if (op === 'cfg.apply') {
    const ports = [{ id: 'p1', kind: 'mbtcp', host: '127.0.0.1', port: 503 }]
    await call('POST', pathOf('configurations'), { document: { ports, scripts: [] }, is_check: false })
    return (await newest(op)).id
  }
  const draft = {
    ...{ terminalId, storeId, op, by: { accountId: null, name: 'Ada' } },
    arg: () => ({ text: 'x'.repeat(2_000) }) as never,
  }
  const { kysely } = site.server.database
  return kysely.transaction().execute((trx) => makeCommand(trx, draft, epochMs(Date.now())))
}

describe.each(refusedOperations)('%s', (op) => {
  test('ends as refused, since the store is simulated, and has no outcome', async () => {
    const id = await order(op)
    const listed = async () =>
      (await read(pathOf('commands'))).commands.find((one: { id: string }) => one.id === id)
    await expect.poll(async () => (await listed()).state).toBe('refused')
    expect(await listed()).toMatchObject({
      op,
      outcome: null,
      log_size: null,
      error: { code: 'E_SIMULATED', message: expect.stringMatching(words.en) },
    })
  })
})

test('an installation is refused where the simulation has no root key', async () => {
  const id = await order('fw.install')
  const listed = async () =>
    (await read(pathOf('commands'))).commands.find((one: { id: string }) => one.id === id)
  await expect.poll(async () => (await listed()).state).toBe('refused')
  expect(await listed()).toMatchObject({ outcome: null, error: { code: 'E_NO_ROOT' } })
})

test('the newest configuration counts as refused, and none as active', async () => {
  const { revisions } = await read(pathOf('configurations'))
  const states: string[] = revisions.map(({ state }: { state: string }) => state)
  expect(states[0]).toBe('refused')
  expect(states).not.toContain('active')
})

test('ordered logs end with the reason why there are none', async () => {
  await call('POST', '/api/v2/dl-log/dl', { store_id: String(store.storeId) })
  const terminals = async () => (await read('/api/v2/dl-log/records')).records[0].terminals
  await expect.poll(async () => (await terminals())[0].state).toBe('refused')
  expect(await terminals()).toMatchObject([{ error: expect.stringMatching(words.en) }])
})

test('a write is refused before any approval is requested', async () => {
  const device = String(store.freezer.deviceId)
  const { devices } = await read(`/api/v2/remote/devices?storeid=${store.storeId}`)
  expect(devices.find(({ id }: { id: string }) => id === device)).toMatchObject({ hindrance: 'simulated' })
  const body = { id: newWriteId(), store: String(store.storeId), devices: [device], code: 'light-on' }
  await expect(call('POST', '/api/v2/remote/writes', body)).rejects.toThrow(/terminal\.simulated/)
})

describe.each(['once', 'deploy'])('a script file, %s', (mode) => {
  test('is withheld from the store with the reason', async () => {
    const folder = `Folder ${mode}`
    await call('POST', `${SCRIPTS}/project`, { projects: [{ name: folder }] })
    const project = (await read(`${SCRIPTS}/project`)).find((one: { name: string }) => one.name === folder)
    const file = { name: mode, project_id: project.id, duration: 60 }
    await call('POST', `${SCRIPTS}/script-file`, { projects: [file] })
    const [script] = await read(`${SCRIPTS}/script-file?project=${project.id}`)
    const rows = [['Nordwind', 'T3', 'settings', '1', 'Freezer 1', 1, 50, 500]]
    await call('POST', `${SCRIPTS}/cmd-collection`, { 'script-file': script.id, rows })
    const sent = { mode, script_file: script.id, store_ids: [String(store.storeId)], note: '' }
    const { id } = (await call('POST', `${SCRIPTS}/patch-to-store`, sent)) as { id: string }
    const status = () => read(`${SCRIPTS}/patch-to-store/status?id=${id}`)
    await expect.poll(async () => (await status()).is_ended).toBe(true)
    const [row] = (await status()).stores
    expect(row).toMatchObject({ revision: null, faults: [{ code: 'terminal_simulated' }] })
    expect(row.faults[0].message).toMatch(words.en)
  })
})

test.each(Object.entries(words))('in %s the console says so next to the orders', async (language, said) => {
  const { page } = site
  await signIn(page, { account: 'admin', password: PASSWORD })
  await page.addInitScript((chosen) => localStorage.setItem('coldkeep.language', chosen), language)
  await page.goto(`/Terminals?id=${store.terminalId}`)
  await page.getByText(said).first().waitFor()
})
