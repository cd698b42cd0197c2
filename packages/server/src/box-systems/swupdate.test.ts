import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openBox } from '../testing/box-rig'
import { type CutLine, openCutLine } from '../testing/cut-line'
import { uploadReleased } from '../testing/firmware-rig'
import { type TestSigners, testSigners } from '../testing/make-release'
import { isSwupdateThere, type Swupdate, type SwupdateSettings, startSwupdate } from '../testing/swupdate'
import { type SwupdateSigner, swupdateImage, swupdateSigner } from '../testing/swupdate-image'
import { testDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { forgetUpdates, startUpdate, updateRound } from '../testing/update-rig'

const TYPE = 'box-swupdate'
const isThere = isSwupdateThere()
const MISSING = 'SWUpdate is not installed (npm run peers)'
/** Alone it takes seconds; on a machine that does much else the program comes to its polls late. */
const WITHIN = { timeout: 200_000, interval: 1_000 }
const SIZE = 3_000_000

let server: TestServer
let signers: TestSigners
let line: CutLine
let folder: string
let installed: string
let signer: SwupdateSigner
let stranger: SwupdateSigner
let version = 0
beforeAll(async () => {
  if (!isThere) return
  const database = await testDatabase('embedded')
  signers = testSigners(NOON)
  server = await testServer({ database: database.kysely, releaseRoot: signers.root })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  line = await openCutLine((server.app.server.address() as AddressInfo).port)
  folder = mkdtempSync(join(tmpdir(), 'coldkeep-swupdate-'))
  installed = join(folder, 'installed.img')
  signer = swupdateSigner(folder, 'release')
  stranger = swupdateSigner(folder, 'stranger')
  return async () => {
    await line.close()
    await server.close()
    await database.close()
    rmSync(folder, { recursive: true })
  }
})
beforeEach(async () => {
  if (!isThere) return
  rmSync(installed, { force: true })
  await forgetUpdates(server)
})

/** A job for one box, whose image holds the content, and the program in that box. */
async function course(content: Buffer, written = content) {
  version += 1
  const named = `2.0.${version}`
  const image = swupdateImage(signer, { version: named, path: installed, content, written })
  const file = await uploadReleased(server, signers, { version: named, rollback: false, type: TYPE }, image)
  const { terminalId: id } = server.fleet.stores.alder
  const box = await openBox(server, id)
  const targets = { stores: [String(server.fleet.stores.alder.storeId)] }
  const job = await startUpdate(server, { type: TYPE, file, targets })
  await updateRound(server)
  const shown = async () => {
    const sent = await server.send('GET', `/api/v2/ver-update/status?token=${job}`, { as: 'admin' })
    const { state, error } = sent.body.stores[0]
    return { state, error }
  }
  let program: Swupdate | null = null
  return {
    version: named,
    shown,
    run(how: Partial<SwupdateSettings> = {}) {
      const started = startSwupdate(folder, {
        ...{ url: line.url, id, token: box.token, certificate: signer.certificate, ...how },
      })
      onTestFinished(() => started.stop())
      program = started
      return started
    },
    reaches: (state: string) =>
      vi.waitFor(async () => {
        program?.poll()
        expect((await shown()).state, program?.lines.slice(-8).join('\n')).toBe(state)
      }, WITHIN),
    reports: (runs: string) =>
      vi.waitFor(async () => {
        const sent = await server.send('GET', `/api/v2/terminals/${id}/box-system`, { as: 'admin' })
        expect(sent.body.version).toBe(runs)
      }, WITHIN),
    cancel: () => server.send('POST', '/api/v2/ver-update/cancel', { as: 'admin', body: { token: job } }),
  }
}

test('a line cut at a third is gone on with, and success is reported by what starts afterwards', async ({
  skip,
}) => {
  skip(!isThere, MISSING)
  const content = randomBytes(SIZE)
  const { run, reaches, shown } = await course(content)
  line.cutAfter(SIZE / 3)
  const first = run()
  await reaches('confirming')
  // compared element by element it takes a minute
  expect(readFileSync(installed).equals(content)).toBe(true)
  const fetched = line.heads.filter((head) => /^(?:GET|HEAD) \S+\.swu /.test(head))
  const ranges = fetched.map((head) => /range: bytes=(\d+)-/i.exec(head)?.[1] ?? null)
  expect(fetched[0]).toMatch(/^HEAD /)
  expect(Number(ranges.at(-1))).toBeGreaterThan(SIZE / 4)
  await first.stop()

  // one that has not started what it installed installs nothing again
  rmSync(installed)
  const known = line.heads.length
  const unchanged = run()
  await vi.waitFor(() => {
    unchanged.poll()
    expect(line.heads.slice(known).join('')).toContain('/feedback')
  }, WITHIN)
  expect(unchanged.lines.join('\n')).toContain("classified as 'skip'")
  await unchanged.stop()
  expect([existsSync(installed), (await shown()).state]).toEqual([false, 'confirming'])

  run({ hasInstalled: true })
  await reaches('done')
})

test('a box that reports versions has it when it runs the new one, and is rolled back where it claims so', async ({
  skip,
}) => {
  skip(!isThere, MISSING)
  const attributes = { version: '1.0.0' }
  const { run, reaches, reports } = await course(randomBytes(20_000))
  // its attributes come first, and at a later poll the image
  const box = run({ attributes })
  await reports('1.0.0')
  await box.stop()
  const installing = run({ attributes })
  await reaches('confirming')
  await installing.stop()
  const claims = run({ attributes, hasInstalled: true })
  await reaches('rolled_back')
  await claims.stop()

  const again = await course(randomBytes(20_000))
  const second = again.run({ attributes })
  await again.reaches('confirming')
  await second.stop()
  again.run({ attributes: { version: again.version } })
  await again.reaches('done')
})

test.for([
  ['one changed byte', 'signer', 'HASH mismatch'],
  ['another signer', 'stranger', 'Authentication of all signatures failed'],
] as const)('%s is refused, and nothing is installed', async ([, by, why], { skip }) => {
  skip(!isThere, MISSING)
  const content = randomBytes(SIZE)
  const written = Buffer.from(content)
  if (by === 'signer') written[SIZE / 2]! ^= 1
  const { run, reaches, shown } = await course(content, written)
  run({ certificate: (by === 'signer' ? signer : stranger).certificate })
  await reaches('failed')
  const { error } = await shown()
  expect(error).toContain(`The box could not install it: ${why}`)
  expect(existsSync(installed) && readFileSync(installed).equals(content)).toBe(false)
})

test('what is cancelled while it is loaded is given up', async ({ skip }) => {
  skip(!isThere, MISSING)
  const { run, reaches, shown, cancel } = await course(randomBytes(SIZE))
  line.cutAfter(SIZE / 3)
  const cut = run()
  await reaches('downloading')
  await cut.stop()
  expect((await cancel()).status).toBe(200)
  expect((await shown()).state).toBe('downloading')
  run()
  await reaches('cancelled')
  expect(existsSync(installed)).toBe(false)
})
