import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { epochMs } from '@coldkeep/domain/time/instant'
import { appendCrc } from '@coldkeep/modbus/crc'
import { afterEach, expect, test } from 'vitest'
import type { BusRequest } from '../bus/bus'
import { bundleOf, CommandBox } from '../testing/command-box'
import { CUT_OUT_WRITE } from '../testing/cut-out-write'
import { liveBox, modbus, startOn } from '../testing/live-box'
import { busOf } from '../testing/poll-rig'
import { airCommand, airNode, modbusTcp } from '../testing/settings'
import { commandId } from '../testing/signer'
import { FieldStore } from './field-store'

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]()
})

const AIR_REPLY = Uint8Array.of(5, 3, 2, 0, 0x22)
/** Polls the cut-out of a Danfoss AK-CC55 to 7.7: the reply is taken as it comes. */
const POLLED_WRITE = airCommand({
  unitId: 9,
  requestHex: '06 00 63 00 4D',
  responseLengthBytes: 8,
  decoderId: 4,
  nodes: [{ ...airNode(1_009), skipLeadingBytes: 4 }],
})

/** A device that counts which functions were requested. */
function counting() {
  const functions: number[] = []
  const behaviour = modbus((request) => {
    functions.push(request[1] as number)
    return request[1] === 3 ? AIR_REPLY : request
  })
  return { functions, behaviour }
}

const scripts = [{ name: 'cases', periodSeconds: 1, commands: [POLLED_WRITE, airCommand()] }]
const FAULT = { path: 'scripts.0.commands.0.requestHex', code: 'not_a_read', value: '06 00 63 00 4D' }

test('a settings file that polls a write: the write is left out and reported, the rest is polled', async () => {
  const { functions, behaviour } = counting()
  const box = await CommandBox.start(behaviour)
  open.push(box)
  const { lines } = await startOn(box, open, box.write({ scripts }))
  await expect.poll(() => box.hub.arrivals.length, { timeout: 10_000 }).toBeGreaterThan(1)
  expect(new Set(functions)).toEqual(new Set([3]))
  expect(box.hub.arrivals.flatMap(({ message }) => message.r.map(([id]) => id))).toContain(1_005)
  expect(eventsOf(box)).toMatchObject([{ revision: 17, count: 1, path: FAULT.path }])
  expect(lines.filter(({ msg }) => msg === 'request is not asked')).toMatchObject([{ path: FAULT.path }])
})

test('a configuration that was taken before: the write is left out and reported, the rest is polled', async () => {
  const { functions, behaviour } = counting()
  const box = await CommandBox.start(behaviour)
  open.push(box)
  const settingsPath = box.write()
  const folder = join(settingsPath, '..', 'terminal-data')
  mkdirSync(folder, { recursive: true })
  const store = await FieldStore.open(join(folder, 'field.mdb'))
  await store.activate({
    revision: 18,
    sha256: '0'.repeat(64),
    commandId: commandId(1),
    appliedAt: epochMs(Date.now()),
    crashes: 0,
    text: JSON.stringify(bundleOf(18, box.slave.port, { scripts })),
  })
  await store.close()
  await startOn(box, open, settingsPath)
  await expect.poll(() => box.hub.arrivals.length, { timeout: 10_000 }).toBeGreaterThan(1)
  expect(new Set(box.hub.arrivals.map(({ message }) => message.cfg))).toEqual(new Set([18]))
  expect(new Set(functions)).toEqual(new Set([3]))
  expect(eventsOf(box)).toMatchObject([{ revision: 18, count: 1, path: FAULT.path }])
})

test('what the server signed all the same is refused with its fault, and nothing of it goes out', async () => {
  const { functions, behaviour } = counting()
  const { box } = await liveBox(open, behaviour)
  box.want(1, box.publish(bundleOf(18, box.slave.port, { scripts })))
  await expect
    .poll(() => box.ends(1))
    .toMatchObject([{ st: 'refused', err: { code: 'E_FORM' }, out: { rev: 17, faults: [FAULT] } }])
  box.send(2, { op: 'run.once', arg: { script: { ...scripts[0]! } } })
  await expect.poll(() => box.ends(2)).toMatchObject([{ st: 'refused', err: { code: 'E_FORM' } }])
  expect(functions).not.toContain(6)
})

test('a write carries out whole writes alone, and reads back with reads alone', async () => {
  const { functions, behaviour } = counting()
  const { box } = await liveBox(open, behaviour)
  const write = { ...CUT_OUT_WRITE, retries: 0, timeoutMs: 500 }
  const { readBack } = CUT_OUT_WRITE
  // restart of communications, a read, a write and a byte, and what writes to all units
  const texts = ['08 00 01 00 00', '03 00 63 00 01', '06 00 63 00 14 00', '2B 0D 00']
  for (const [index, requestHex] of texts.entries()) {
    box.send(10 + index, { op: 'write', arg: { ...write, requestHex } })
    await expect
      .poll(() => box.ends(10 + index))
      .toMatchObject([{ st: 'refused', err: { code: 'E_NOT_A_WRITE' } }])
  }
  box.send(20, { op: 'write', arg: { ...write, readBack: { ...readBack, requestHex: '06 00 63 00 4D' } } })
  await expect.poll(() => box.ends(20)).toMatchObject([{ st: 'refused', err: { code: 'E_FORM' } }])
  // the polling may have sent requests by then
  expect(functions.filter((code) => code !== 3)).toEqual([])
})

test('at the line itself nothing but a read goes out unless the write says so, and then a whole write alone', async () => {
  const { functions, behaviour } = counting()
  const box = await CommandBox.start(behaviour)
  open.push(box)
  const bus = busOf(modbusTcp(box.slave.port), open)
  const send = (pdu: string, changes: Partial<BusRequest> = {}) =>
    bus.request({
      frame: appendCrc(Uint8Array.of(5, ...Buffer.from(pdu, 'hex'))),
      expectedLengthBytes: 0,
      strictness: 'bytes',
      timeoutMs: 500,
      intervalMs: 0,
      priority: 'polling',
      ...changes,
    })
  for (const priority of ['polling', 'single', 'write'] as const) {
    expect(await send('060063004d', { priority })).toEqual({ kind: 'forbidden' })
    expect(await send('0800010000', { priority, mayWrite: true })).toEqual({ kind: 'forbidden' })
  }
  expect(functions).toEqual([])
  expect(await send('0309e30001')).toMatchObject({ kind: 'reply' })
  expect(await send('060063004d', { mayWrite: true })).toMatchObject({ kind: 'reply' })
  expect(functions).toEqual([3, 6])
})

function eventsOf(box: CommandBox) {
  return box.hub.reports.flatMap((report) =>
    report.channel === 'evt' && report.message.kind === 'request' ? [report.message.detail] : [],
  )
}
