import { connect, type Socket } from 'node:net'
import { parseHex } from '@coldkeep/domain/polling/parse-hex'
import { epochMs } from '@coldkeep/domain/time/instant'
import { afterEach, describe, expect, test } from 'vitest'
import { makeFleet } from '../fleet/make-fleet'
import { startStore } from '../store-run'
import { modelFiles } from '../testing/model-files'
import type { Framing } from './modbus-listener'
import { makeVirtualStore, type VirtualStore } from './virtual-store'

const nowMs = Date.parse('2026-11-21T02:00:00Z')
const models = modelFiles()
const fleet = makeFleet({ seed: 1, storeCount: 3, nowMs, models, withFaults: false })
const polled = fleet.stores.find((store) => store.link === 'modbus')!
const closers: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const hex = (text: string) => Buffer.from(parseHex(text)!)

async function open(framing: Framing) {
  let clockMs = nowMs
  const virtual = makeVirtualStore(
    startStore(fleet, polled, nowMs),
    models,
    { now: () => epochMs(clockMs) },
    {
      framing,
    },
  )
  const port = await virtual.listener.start()
  closers.push(() => virtual.listener.stop())
  const socket = await new Promise<Socket>((resolve, reject) => {
    const made = connect(port, '127.0.0.1', () => resolve(made))
    made.once('error', reject)
  })
  closers.push(() => void socket.destroy())
  const wait = (ms: number) => {
    clockMs += ms
  }
  return { virtual, socket, wait }
}

/** The next `count` bytes from the other side. */
function receive(socket: Socket, count: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let got = Buffer.alloc(0)
    const take = (chunk: Buffer) => {
      got = Buffer.concat([got, chunk])
      if (got.length < count) return
      socket.off('data', take)
      resolve(got)
    }
    socket.on('data', take)
    socket.once('close', () => reject(new Error('closed')))
  })
}

function unit(virtual: VirtualStore, unitId: number) {
  return virtual.devices.find((device) => device.unitId === unitId)!
}

describe('over Modbus TCP', () => {
  test('several units answer on one port, each with its own transaction number', async () => {
    const { socket } = await open('mbtcp')
    const replies = receive(socket, 22)
    socket.write(hex('00 07 00 00 00 06 01 03 40 20 00 01'))
    socket.write(hex('00 08 00 00 00 06 03 03 40 20 00 01'))
    const bytes = await replies
    // set points: 2.0 °C in the chilled case, 4.0 °C in the drinks case
    expect(bytes).toEqual(hex('00 07 00 00 00 05 01 03 02 00 14 00 08 00 00 00 05 03 03 02 00 28'))
  })

  test('a request cut by the network is put together again', async () => {
    const { socket } = await open('mbtcp')
    const reply = receive(socket, 11)
    const request = hex('00 07 00 00 00 06 01 03 40 20 00 01')
    for (const byte of request) socket.write(Buffer.of(byte))
    expect(await reply).toEqual(hex('00 07 00 00 00 05 01 03 02 00 14'))
  })

  test('unknown and mute units stay silent while others answer', async () => {
    const { socket, virtual } = await open('mbtcp')
    unit(virtual, 2).fault = { kind: 'mute' }
    const reply = receive(socket, 11)
    socket.write(hex('00 01 00 00 00 06 C8 03 40 20 00 01'))
    socket.write(hex('00 02 00 00 00 06 02 03 40 20 00 01'))
    socket.write(hex('00 03 00 00 00 06 01 03 40 20 00 01'))
    expect((await reply).subarray(0, 2)).toEqual(hex('00 03'))
  })

  test('a failing device answers every request with exception 4', async () => {
    const { socket, virtual } = await open('mbtcp')
    unit(virtual, 1).fault = { kind: 'exception', exceptionCode: 4 }
    const reply = receive(socket, 9)
    socket.write(hex('00 01 00 00 00 06 01 03 40 20 00 01'))
    expect(await reply).toEqual(hex('00 01 00 00 00 03 01 83 04'))
  })

  test('a slow device answers after another that was polled later', async () => {
    const { socket, virtual } = await open('mbtcp')
    unit(virtual, 1).fault = { kind: 'delay', delayMs: 30 }
    const replies = receive(socket, 22)
    socket.write(hex('00 01 00 00 00 06 01 03 40 20 00 01'))
    socket.write(hex('00 02 00 00 00 06 03 03 40 20 00 01'))
    const bytes = await replies
    expect([bytes[1], bytes[12]]).toEqual([2, 1])
  })

  test('what is no Modbus TCP closes the connection', async () => {
    const { socket } = await open('mbtcp')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write('GET / HTTP/1.1\r\n\r\n')
    await closed
  })

  test('the store keeps running by the clock while it is polled', async () => {
    const { socket, virtual, wait } = await open('mbtcp')
    const before = virtual.run.atMs
    wait(300_000)
    const reply = receive(socket, 11)
    socket.write(hex('00 01 00 00 00 06 01 03 40 20 00 01'))
    await reply
    expect(virtual.run.atMs - before).toBe(300_000)
  })
})

describe('over a serial converter', () => {
  // CRCs: 01 03 40 20 00 01 → 90 00; 01 03 02 00 14 → B8 4B, worked out bit by bit
  const request = hex('01 03 40 20 00 01 90 00')
  const answer = hex('01 03 02 00 14 B8 4B')

  test('frames travel with their CRC, also two in one packet', async () => {
    const { socket } = await open('rtu-tcp')
    const replies = receive(socket, 14)
    socket.write(Buffer.concat([request, request]))
    expect(await replies).toEqual(Buffer.concat([answer, answer]))
  })

  test('a frame with a wrong CRC is ignored', async () => {
    const { socket } = await open('rtu-tcp')
    const reply = receive(socket, 7)
    socket.write(hex('01 03 40 20 00 01 90 FF'))
    await new Promise((resolve) => setImmediate(resolve))
    socket.write(request)
    expect(await reply).toEqual(answer)
  })

  test('a garbled device spoils the CRC of every second reply when configured to', async () => {
    const { socket, virtual } = await open('rtu-tcp')
    unit(virtual, 1).fault = { kind: 'garbled', everyNth: 2 }
    const replies = receive(socket, 14)
    socket.write(request)
    socket.write(request)
    const bytes = await replies
    expect(bytes.subarray(0, 7)).toEqual(answer)
    expect(bytes.subarray(7, 13)).toEqual(answer.subarray(0, 6))
    expect(bytes[13]).not.toBe(answer[6])
  })
})
