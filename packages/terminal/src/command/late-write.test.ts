import type { WriteArguments } from '@coldkeep/contract/mqtt/command-arguments'
import { appendCrc } from '@coldkeep/modbus/crc'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { allowedNetworks, resolveAllowed } from '../bus/allowed-networks'
import type { BusRequest } from '../bus/bus'
import { TcpBus } from '../bus/tcp-bus'
import { CUT_OUT_WRITE } from '../testing/cut-out-write'
import { type Behaviour, OddSlave } from '../testing/odd-slave'
import { systemTime } from '../time/system-time'
import { runWrite } from './run-write'

const UNIT = 5
/** Tenths of a degree in register 0x63 of a Danfoss AK-CC55: 3.0, and 2.0 as it is wanted. */
const [OLD, NEW] = [0x1e, 0x14]
const ARG: WriteArguments = { ...CUT_OUT_WRITE, retries: 0, timeoutMs: 200 }
const POLL: BusRequest = {
  frame: appendCrc(Uint8Array.of(UNIT, 3, 9, 0xe3, 0, 1)),
  expectedLengthBytes: 7,
  strictness: 'modbus',
  timeoutMs: 5_000,
  intervalMs: 0,
  priority: 'polling',
}

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]()
})

/** A register behind a converter, and when it says what. */
async function line(answerWrite: (echo: Uint8Array, ...socket: [Parameters<Behaviour>[1]]) => void) {
  let value = OLD
  const held: (() => void)[] = []
  const slave = await OddSlave.start((request, socket) => {
    if (request[1] === 6) {
      value = ((request[4] as number) << 8) | (request[5] as number)
      return answerWrite(request, socket)
    }
    const reply = () => void socket.write(appendCrc(Uint8Array.of(UNIT, 3, 2, value >> 8, value & 0xff)))
    // the polling asks for another register, which takes until the test lets it
    if (request[2] === 9) held.push(reply)
    else reply()
  })
  const networks = allowedNetworks(['127.0.0.1/32'], [])
  if (!networks.ok) throw new Error('the network of the test is wrong')
  const port = { id: 'p1', kind: 'rtu-tcp', host: '127.0.0.1', port: slave.port } as const
  const bus = new TcpBus(port, (host) => resolveAllowed(host, networks.value), pino({ level: 'silent' }))
  open.push(slave, { [Symbol.asyncDispose]: () => bus.stop() })
  const written = () => slave.requests.filter((request) => request[1] === 6).length
  const write = (isLate: () => boolean, arg = ARG) =>
    runWrite(arg, {
      polling: { ports: [port], buses: new Map([['p1', bus]]) },
      time: systemTime,
      reportProgress: async () => {},
      isLate,
    })
  return { bus, slave, held, written, write }
}

const never = () => false

test('a write whose time ran out while the port was busy is not written, and reported as expired', async () => {
  const { bus, held, slave, write, written } = await line((echo, socket) => void socket.write(echo))
  const polled = bus.request(POLL)
  await expect.poll(() => held.length).toBe(1)
  let isOver = false
  const writing = write(() => isOver)
  isOver = true
  held[0]?.()
  expect(await polled).toMatchObject({ kind: 'reply' })
  const outcome = await writing
  expect(outcome).toMatchObject({ st: 'expired', err: { code: 'E_EXPIRED' } })
  expect(outcome.out).toEqual({ request: '05 06 00 63 00 14 78 5F' })
  expect([written(), slave.requests.length]).toEqual([0, 1])
})

test('one whose time runs out after the value was read first is not written either', async () => {
  const { slave, write, written } = await line((echo, socket) => void socket.write(echo))
  const outcome = await write(() => slave.requests.length > 0)
  expect(outcome).toMatchObject({ st: 'expired', out: { before: { value: 3, quality: 0 } } })
  expect(outcome.out).not.toHaveProperty('writtenAt')
  expect([written(), slave.requests.length]).toEqual([0, 1])
})

test('after silence a write that is late is not repeated, and what came of the first is read', async () => {
  const { write, written } = await line(() => {})
  const outcome = await write(() => written() > 0, { ...ARG, retries: 3 })
  expect(written()).toBe(1)
  expect(outcome).toMatchObject({ st: 'done', out: { before: { value: 3 }, after: { value: 2 } } })
})

test('a device that did it and answers after its time: the value that is read back proves it', async () => {
  const { write, written } = await line((echo, socket) => void setTimeout(() => socket.write(echo), 300))
  const outcome = await write(never)
  expect(written()).toBe(1)
  expect(outcome).toMatchObject({ st: 'done', out: { before: { value: 3 }, after: { value: NEW / 10 } } })
  expect(outcome.out).not.toHaveProperty('packet')
})

test('an answer so late that it comes in place of the value is not taken for it', async () => {
  let late: (() => void) | null = null
  const { slave, write } = await line((echo, socket) => {
    late = () => void socket.write(echo)
  })
  slave.behave(
    ((plain) => (request: Uint8Array, socket: Parameters<Behaviour>[1]) => {
      if (request[1] === 3 && late !== null) {
        late()
        late = null
        return
      }
      return plain(request, socket)
    })(slave.behaviour),
  )
  const outcome = await write(never, { ...ARG, retries: 1, timeoutMs: 150 })
  expect(outcome).toMatchObject({ st: 'done', out: { after: { value: 2, quality: 0 } } })
})

test('a line that breaks off after the frame takes nothing back: the value shows that it was written', async () => {
  const { write, written } = await line((_, socket) => void socket.destroy())
  const outcome = await write(never)
  expect(written()).toBe(1)
  expect(outcome).toMatchObject({ st: 'done', out: { before: { value: 3 }, after: { value: 2 } } })
})

test('where nothing is read back, a line that breaks off after the frame is no answer, not a missing port', async () => {
  const { write } = await line((_, socket) => void socket.destroy())
  const { readBack: _, ...blind } = ARG
  expect(await write(never, blind)).toMatchObject({ st: 'failed', err: { code: 'E_TIMEOUT' } })
})
