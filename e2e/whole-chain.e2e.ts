import { connect, type Socket } from 'node:net'
import { deviceSeries } from '@coldkeep/contract/areas/devices'
import { addressOf } from '@coldkeep/contract/call'
import { encodeRequestPdu } from '@coldkeep/modbus/request'
import { encodeTcp } from '@coldkeep/modbus/tcp-frame'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Chain, CYCLE_SECONDS } from './support/chain'
import { openContext } from './support/launch-browser'
import { signInByForm } from './support/sign-in'

/** Set point of the controller: register 0x4020, tenths of a degree (the manufacturer's table). */
const SET_POINT_REGISTER = 0x4020
const PATIENCE = { timeout: 180_000, interval: 1000 }
const CYCLE_MS = CYCLE_SECONDS * 1000
const DOWN_MS = 6 * CYCLE_MS

let chain: Chain
let context: BrowserContext
let page: Page

beforeAll(async () => {
  chain = await Chain.plant()
  await chain.startBus()
  await chain.startServer()
  chain.startTerminal()
  context = await openContext({ baseURL: chain.address, locale: 'en-GB' })
  page = await context.newPage()
})
afterAll(async () => {
  await context?.close()
  await chain?.close()
})

// each step goes on from the one before
test('from a controller to the screen nothing is lost, and missing readings are shown as missing', async () => {
  await readWrittenValue()
  await silenceController()
  await killServer()
  await signOffTerminal()
})

/** What is written into a controller is read on the screen. */
async function readWrittenValue(): Promise<void> {
  await writeSetPoint(-195)
  const { login, password } = chain.account
  await signInByForm(page, { account: login, password })
  await page.goto(`/device/${chain.cabinet.deviceId}`)

  const row = page.getByRole('row').filter({ hasText: 'Set point' })
  await row.getByText('−19.5').waitFor()
  await row.getByText('Good').waitFor()
  await page.getByText('Online').first().waitFor()
}

/** A controller that falls silent shows no value, and its value again when it answers. */
async function silenceController(): Promise<void> {
  chain.setCabinetFault('mute')
  const row = page.getByRole('row').filter({ hasText: 'Set point' })
  await row.getByText('No answer').waitFor()
  await row.getByText('—').waitFor()
  chain.setCabinetFault('none')
  // A silent device is polled again at most once a minute.
  await row.getByText('−19.5').waitFor()
}

/** No cycle is lost and none is doubled when the server is killed and started again. */
async function killServer(): Promise<void> {
  const from = Date.now()
  const skippedBefore = chain.skippedCycles()
  await vi.waitFor(async () => expect(await cyclesSince(from)).not.toHaveLength(0), PATIENCE)
  await chain.killServer()
  const downUntil = Date.now() + DOWN_MS
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(downUntil), PATIENCE)
  await chain.startServer()
  const to = Date.now()
  await vi.waitFor(async () => expect((await cyclesSince(from)).at(-1)).toBeGreaterThan(to), PATIENCE)

  // The backlog comes behind the live readings. What the terminal itself left out is not lost on the way.
  await vi.waitFor(async () => {
    const cycles = (await cyclesSince(from)).filter((at) => at <= to)
    const due = 1 + ((cycles.at(-1) ?? 0) - (cycles[0] ?? 0)) / CYCLE_MS
    expect(new Set(cycles).size).toBe(cycles.length)
    expect(cycles.length).toBeGreaterThan(DOWN_MS / CYCLE_MS)
    expect(due - cycles.length).toBeLessThanOrEqual(chain.skippedCycles() - skippedBefore)
  }, PATIENCE)
}

/** A terminal that signs off is shown as offline. */
async function signOffTerminal(): Promise<void> {
  await chain.stopTerminal()
  await page.getByText('Offline').first().waitFor()
}

/** Starts of the cycles that the server has of the cabinet, in order, whatever their quality. */
async function cyclesSince(from: number): Promise<number[]> {
  const token = await signIn()
  const points = String(chain.cabinet.pointIds[0])
  const query = { points, start: from, end: Date.now() + 60_000 }
  const path = addressOf(deviceSeries, { deviceId: chain.cabinet.deviceId }, query)
  const answer = await fetch(`${chain.address}${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${deviceSeries.path}: ${answer.status}`)
  const { series } = (await answer.json()) as { series: { times: number[] }[] }
  return series[0]?.times ?? []
}

async function signIn(): Promise<string> {
  const { login, password } = chain.account
  const basic = Buffer.from(`${login}:${password}`).toString('base64')
  const answer = await fetch(`${chain.address}/api/v2/auth`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
    body: '{}',
  })
  return ((await answer.json()) as { token: string }).token
}

/** Writes the set point as an engineer's tool would, past the terminal. */
async function writeSetPoint(tenths: number): Promise<void> {
  const pdu = encodeRequestPdu({
    kind: 'writeSingleRegister',
    address: SET_POINT_REGISTER,
    value: tenths & 0xffff,
  })
  const socket: Socket = connect(chain.busPort, '127.0.0.1')
  const reply = new Promise<Buffer>((resolve, reject) => {
    socket.once('data', resolve)
    socket.once('error', reject)
  })
  socket.write(encodeTcp({ transactionId: 1, unitId: chain.cabinet.unitId, pdu }))
  // A write is answered by its echo; function code 0x86 would be a refusal.
  expect((await reply)[7]).toBe(6)
  socket.destroy()
}
