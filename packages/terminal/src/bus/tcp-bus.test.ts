import { appendCrc } from '@coldkeep/modbus/crc'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { type Behaviour, OddSlave } from '../testing/odd-slave'
import { allowedNetworks, type ResolveTarget, resolveAllowed } from './allowed-networks'
import type { BusRequest } from './bus'
import { TcpBus } from './tcp-bus'

// Danfoss AK-CC55, thermostat air: 05 03 02 00 22 → 3.4 °C. The CRCs are those of the published exchange.
const FRAME = hex('05 03 09 E3 00 01 77 E4')
const REPLY = hex('05 03 02 00 22 C9 9D')
const open: AsyncDisposable[] = []

afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]()
})

describe('over a converter', () => {
  test('a reply cut in three pieces is one reply', async () => {
    const { bus } = await busTo('rtu-tcp', async (_, socket) => {
      for (const piece of [REPLY.subarray(0, 1), REPLY.subarray(1, 4), REPLY.subarray(4)]) {
        socket.write(piece)
        await pause(40)
      }
    })
    expect(await bus.request(requestOf())).toEqual({ kind: 'reply', bytes: REPLY })
  })

  test('bytes that come in while no request is under way are thrown away and counted', async () => {
    const { bus, slave } = await busTo('rtu-tcp', (_, socket) => void socket.write(REPLY))
    await bus.request(requestOf())
    slave.send(hex('DE AD BE EF'))
    await expect.poll(() => bus.counts.strayBytes).toBe(4)
    expect(await bus.request(requestOf())).toEqual({ kind: 'reply', bytes: REPLY })
  })

  test('bytes waiting when a request goes out do not become its reply', async () => {
    const { bus, slave } = await busTo('rtu-tcp', (_, socket) => void socket.write(REPLY))
    await bus.request(requestOf())
    slave.send(hex('05 03 02 FF FF 00 00'))
    blockTheEventLoop(30)
    expect(await bus.request(requestOf())).toEqual({ kind: 'reply', bytes: REPLY })
    expect(bus.counts.strayBytes).toBe(7)
  })

  test('bytes behind the announced length are dropped and counted', async () => {
    const { bus } = await busTo('rtu-tcp', (_, socket) => void socket.write(hex(`${text(REPLY)} 00 FF 00`)))
    expect(await bus.request(requestOf())).toEqual({ kind: 'reply', bytes: REPLY })
    expect(bus.counts.extraBytes).toBe(3)
  })

  test('bytes in front of a reply spoil it', async () => {
    const { bus } = await busTo('rtu-tcp', (_, socket) => void socket.write(hex(`FF ${text(REPLY)}`)))
    expect(await bus.request(requestOf())).toEqual({ kind: 'crc' })
  })

  test('a refusal ends the wait although a longer reply was expected', async () => {
    const { bus } = await busTo('rtu-tcp', (_, socket) => void socket.write(hex('05 83 02 81 30')))
    const startMs = performance.now()
    expect(await bus.request(requestOf({ timeoutMs: 5_000 }))).toEqual({
      kind: 'exception',
      exceptionCode: 2,
    })
    expect(performance.now() - startMs).toBeLessThan(1_000)
  })

  test('the timeout holds for the last byte too, however slowly they come', async () => {
    const { bus } = await busTo('rtu-tcp', async (_, socket) => {
      for (const byte of REPLY) {
        socket.write(Uint8Array.of(byte))
        await pause(60)
      }
    })
    expect(await bus.request(requestOf({ timeoutMs: 150 }))).toEqual({ kind: 'timeout' })
    expect(await bus.request(requestOf({ timeoutMs: 2_000 }))).toEqual({ kind: 'reply', bytes: REPLY })
  })

  test('silence ends a reply of unknown length', async () => {
    const { bus } = await busTo('rtu-tcp', (_, socket) => void socket.write(REPLY))
    expect(await bus.request(requestOf({ expectedLengthBytes: 0 }))).toEqual({ kind: 'reply', bytes: REPLY })
  })

  test('more than 512 bytes without an end are an overrun', async () => {
    // without a pause, which would be an end
    const { bus } = await busTo('rtu-tcp', (_, socket) => {
      for (let piece = 0; piece < 60; piece++) socket.write(new Uint8Array(10).fill(0x55))
    })
    expect(await bus.request(requestOf({ expectedLengthBytes: 0, timeoutMs: 5_000 }))).toEqual({
      kind: 'length',
    })
  })

  test('after a timeout the line rests for 600 ms before the next request', async () => {
    const { bus, slave } = await busTo('rtu-tcp', () => {})
    const first = bus.request(requestOf({ timeoutMs: 50 }))
    const second = bus.request(requestOf({ timeoutMs: 50 }))
    expect([await first, await second]).toEqual([{ kind: 'timeout' }, { kind: 'timeout' }])
    expect(gapMs(slave)).toBeGreaterThanOrEqual(645)
  })

  test('a late byte begins the 600 ms again', async () => {
    const { bus, slave } = await busTo('rtu-tcp', async (_, socket) => {
      await pause(350)
      socket.write(Uint8Array.of(0x05))
    })
    await Promise.all([bus.request(requestOf({ timeoutMs: 50 })), bus.request(requestOf({ timeoutMs: 50 }))])
    expect(gapMs(slave)).toBeGreaterThanOrEqual(940)
  })

  test('the interval of a command keeps the line silent after its reply', async () => {
    const { bus, slave } = await busTo('rtu-tcp', (_, socket) => void socket.write(REPLY))
    await Promise.all([bus.request(requestOf({ intervalMs: 120 })), bus.request(requestOf())])
    expect(gapMs(slave)).toBeGreaterThanOrEqual(118)
  })

  test('a write overtakes single readings, and these overtake the polling', async () => {
    const { bus, slave } = await busTo('rtu-tcp', (request, socket) => void socket.write(replyTo(request)))
    await Promise.all([
      bus.request(requestOf({ frame: frameFor(1) })),
      bus.request(requestOf({ frame: frameFor(2) })),
      bus.request(requestOf({ frame: frameFor(3), priority: 'single' })),
      bus.request(requestOf({ frame: frameFor(4), priority: 'write' })),
    ])
    // All four were there when the first rest was over: nothing was in flight yet.
    expect(slave.requests.map((request) => request[0])).toEqual([4, 3, 1, 2])
  })

  test('a connection that stays silent three times is opened again', async () => {
    const { bus, slave } = await busTo('rtu-tcp', () => {})
    for (let times = 0; times < 3; times++) await bus.request(requestOf({ timeoutMs: 20 }))
    slave.behave((_, socket) => void socket.write(REPLY))
    expect(await bus.request(requestOf())).toEqual({ kind: 'reply', bytes: REPLY })
    expect(slave.connections).toBe(2)
  })

  test('a connection lost in the middle of a request is a lost port, and the next request opens it again', async () => {
    const { bus, slave } = await busTo('rtu-tcp', (_, socket) => void socket.destroy())
    expect(await bus.request(requestOf())).toEqual({ kind: 'port' })
    slave.behave((_, socket) => void socket.write(REPLY))
    expect(await bus.request(requestOf())).toEqual({ kind: 'reply', bytes: REPLY })
  })

  test('a port that no one listens on is tried again after a second, not before', async () => {
    const { bus, slave } = await busTo('rtu-tcp', (_, socket) => void socket.write(REPLY))
    const { port } = slave
    await slave[Symbol.asyncDispose]()
    expect(await bus.request(requestOf())).toEqual({ kind: 'port' })
    open.push(await OddSlave.start((_, socket) => void socket.write(REPLY), port))
    expect(await bus.request(requestOf())).toEqual({ kind: 'port' })
    await expect.poll(() => bus.request(requestOf())).toEqual({ kind: 'reply', bytes: REPLY })
  })

  test('stopping ends with the frame in flight; what waits is answered at once', async () => {
    const { bus, slave } = await busTo('rtu-tcp', async (_, socket) => {
      await pause(60)
      socket.write(REPLY)
    })
    const inFlight = bus.request(requestOf())
    await expect.poll(() => slave.requests.length).toBe(1)
    const waiting = bus.request(requestOf({ intervalMs: 60_000 }))
    await bus.stop()
    expect(await inFlight).toEqual({ kind: 'reply', bytes: REPLY })
    expect(await waiting).toEqual({ kind: 'port' })
    expect(slave.requests).toHaveLength(1)
  })
})

describe('over Modbus TCP', () => {
  test('the frame goes without its CRC, and the answer comes back with one', async () => {
    const { bus, slave } = await busTo('mbtcp', (request, socket) => void socket.write(message(request)))
    expect(await bus.request(requestOf())).toEqual({ kind: 'reply', bytes: REPLY })
    expect(text(slave.requests[0]!)).toBe('00 01 00 00 00 06 05 03 09 E3 00 01')
  })

  test('an answer to another question is dropped and the wait goes on', async () => {
    const { bus } = await busTo('mbtcp', async (request, socket) => {
      socket.write(message(hex('00 00'), hex('05 03 02 FF FF')))
      await pause(20)
      socket.write(message(request))
    })
    expect(await bus.request(requestOf())).toEqual({ kind: 'reply', bytes: REPLY })
    expect(bus.counts.staleReplies).toBe(1)
  })

  test('an answer that comes after its timeout is not taken for the next one', async () => {
    const { bus, slave } = await busTo('mbtcp', async (request, socket) => {
      await pause(120)
      socket.write(message(request, hex('05 03 02 FF FF')))
    })
    expect(await bus.request(requestOf({ timeoutMs: 50 }))).toEqual({ kind: 'timeout' })
    slave.behave((request, socket) => void socket.write(message(request)))
    expect(await bus.request(requestOf())).toEqual({ kind: 'reply', bytes: REPLY })
    expect(bus.counts.staleReplies).toBe(1)
  })

  test('a header cut in two is put together', async () => {
    const { bus } = await busTo('mbtcp', async (request, socket) => {
      const whole = message(request)
      socket.write(whole.subarray(0, 5))
      await pause(40)
      socket.write(whole.subarray(5))
    })
    expect(await bus.request(requestOf())).toEqual({ kind: 'reply', bytes: REPLY })
  })

  test.each([
    ['a length of 1', '00 01 00 00 00 01 05'],
    ['a length of 255', '00 01 00 00 00 FF 05 03'],
    ['another protocol', '00 01 00 07 00 05 05 03 02 00 22'],
  ])('%s is a malformed answer and closes the connection', async (_name, answer) => {
    const { bus, slave } = await busTo('mbtcp', (_, socket) => void socket.write(hex(answer)))
    expect(await bus.request(requestOf())).toEqual({ kind: 'length' })
    slave.behave((request, socket) => void socket.write(message(request)))
    expect(await bus.request(requestOf())).toEqual({ kind: 'reply', bytes: REPLY })
    expect(slave.connections).toBe(2)
  })
})

test('an address outside the allowed networks is never connected to', async () => {
  const slave = await OddSlave.start(() => {})
  open.push(slave)
  const bus = new TcpBus(port('mbtcp', slave.port), targets(undefined), pino({ level: 'silent' }))
  expect(await bus.request(requestOf())).toEqual({ kind: 'port' })
  expect(slave.connections).toBe(0)
})

async function busTo(kind: 'rtu-tcp' | 'mbtcp', behaviour: Behaviour) {
  const slave = await OddSlave.start(behaviour)
  const bus = new TcpBus(port(kind, slave.port), targets(['127.0.0.1/32']), pino({ level: 'silent' }))
  open.push(slave, { [Symbol.asyncDispose]: () => bus.stop() })
  return { bus, slave }
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

function port(kind: 'rtu-tcp' | 'mbtcp', number: number) {
  return { id: 'p1', kind, host: '127.0.0.1', port: number } as const
}

function targets(listed: string[] | undefined): ResolveTarget {
  const networks = allowedNetworks(listed, [])
  if (!networks.ok) throw new Error('test network is wrong')
  return (host) => resolveAllowed(host, networks.value)
}

function frameFor(unitId: number): Uint8Array {
  return appendCrc(Uint8Array.of(unitId, ...FRAME.subarray(1, -2)))
}

function replyTo(request: Uint8Array): Uint8Array {
  return appendCrc(Uint8Array.of(request[0]!, ...REPLY.subarray(1, -2)))
}

function message(request: Uint8Array, body = REPLY.subarray(0, -2)): Uint8Array {
  return Uint8Array.of(request[0]!, request[1]!, 0, 0, 0, body.length, ...body)
}

function gapMs(slave: OddSlave): number {
  return slave.requestedAtMs[1]! - slave.requestedAtMs[0]!
}

function hex(pairs: string): Uint8Array {
  return Uint8Array.from(pairs.split(' '), (pair) => Number.parseInt(pair, 16))
}

function text(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ')
}

function pause(lengthMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, lengthMs))
}

function blockTheEventLoop(lengthMs: number): void {
  const endMs = performance.now() + lengthMs
  while (performance.now() < endMs);
}
