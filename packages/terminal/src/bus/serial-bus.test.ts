import { pino } from 'pino'
import { SerialPort } from 'serialport'
import { afterEach, expect, test } from 'vitest'
import { SerialCable, whyNotRun } from '../peers/peer'
import type { BusRequest } from './bus'
import { SerialBus } from './serial-bus'

const FRAME = hex('05 03 09 E3 00 01 77 E4')
const REPLY = hex('05 03 02 00 22 C9 9D')
const reason = whyNotRun('socat', ['socat'])
const open: (() => unknown)[] = []

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

if (reason !== null) test('a serial line', ({ skip }) => skip(reason))
else {
  test('a reply of known length ends with its last byte, not with the silence behind it', async () => {
    const { bus, device } = await line()
    device.on('data', () => device.write(REPLY))
    expect(await bus.request(requestOf())).toEqual({ kind: 'reply', bytes: REPLY })
  })

  test('20 ms of silence end a reply that is too short', async () => {
    const { bus, device } = await line()
    device.on('data', () => device.write(REPLY.subarray(0, 4)))
    const startMs = performance.now()
    expect(await bus.request(requestOf({ timeoutMs: 5_000 }))).toEqual({ kind: 'length' })
    expect(performance.now() - startMs).toBeLessThan(2_000)
  })

  test('the timeout is for the first byte', async () => {
    const { bus, device } = await line()
    const startMs = performance.now()
    expect(await bus.request(requestOf({ timeoutMs: 80 }))).toEqual({ kind: 'timeout' })
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(78)
    device.on('data', () => device.write(REPLY))
    expect(await bus.request(requestOf())).toEqual({ kind: 'reply', bytes: REPLY })
  })

  test('what waits in the buffer when a request goes out is thrown away', async () => {
    const { bus, device } = await line()
    device.on('data', () => device.write(REPLY))
    await bus.request(requestOf())
    device.write(hex('DE AD BE EF'))
    await expect.poll(() => bus.counts.strayBytes).toBe(4)
    expect(await bus.request(requestOf())).toEqual({ kind: 'reply', bytes: REPLY })
  })

  test('a line that breaks off in the middle of a request is a lost port', async () => {
    const { bus, cable } = await line()
    const pending = bus.request(requestOf({ timeoutMs: 5_000 }))
    await cable[Symbol.asyncDispose]()
    expect(await pending).toEqual({ kind: 'port' })
  })
}

test('a port that does not exist is tried again after a second, not before', async () => {
  const attempts: unknown[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void attempts.push(JSON.parse(line).code) })
  const bus = new SerialBus(settings('/dev/no-such-port'), log)
  expect(await bus.request(requestOf())).toEqual({ kind: 'port' })
  expect(await bus.request(requestOf())).toEqual({ kind: 'port' })
  expect(attempts).toEqual(['E_PORT'])
  await expect
    .poll(async () => {
      await bus.request(requestOf())
      return attempts.length
    })
    .toBe(2)
})

async function line() {
  const cable = await SerialCable.open()
  open.push(() => cable[Symbol.asyncDispose]())
  const device = new SerialPort({ path: cable.ends[0], baudRate: 9600, autoOpen: false })
  await new Promise((resolve) => device.open(resolve))
  device.on('error', () => {})
  open.push(() => new Promise((resolve) => device.close(resolve)))
  const bus = new SerialBus(settings(cable.ends[1]), pino({ level: 'silent' }))
  open.push(() => bus.stop())
  return { bus, device, cable }
}

function settings(path: string) {
  return { id: 'p1', kind: 'serial', path, baud: 9600, parity: 'none', data: 8, stop: 1 } as const
}

function requestOf(changes: Partial<BusRequest> = {}): BusRequest {
  return {
    frame: FRAME,
    expectedLengthBytes: 7,
    strictness: 'modbus',
    timeoutMs: 1_000,
    intervalMs: 0,
    priority: 'polling',
    ...changes,
  }
}

function hex(pairs: string): Uint8Array {
  return Uint8Array.from(pairs.split(' '), (pair) => Number.parseInt(pair, 16))
}
