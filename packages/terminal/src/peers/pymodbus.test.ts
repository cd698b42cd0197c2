import { afterEach, describe, expect, test } from 'vitest'
import { announce, Peer, SerialCable, whyNotRun } from './peer'
import { ask, busOf, cases, type DecodeCase, readValue, tables } from './register-cases'

const reason = whyNotRun('pymodbus', ['socat'], 'import pymodbus, serial_asyncio')
const open: AsyncDisposable[] = []

afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]()
})

if (reason !== null) test(reason, () => announce(reason))
else {
  describe.each(['mbtcp', 'rtu-tcp'] as const)('pymodbus over %s', (kind) => {
    test('every value that it serves arrives as served', async () => {
      const peer = await started(await Peer.python('pymodbus_server.py', [kind, '0'], tables))
      await expectAllValues({ id: 'p1', kind, host: '127.0.0.1', port: peer.port })
    })

    test('its refusal of an unknown register is an exception', async () => {
      const peer = await started(await Peer.python('pymodbus_server.py', [kind, '0'], tables))
      const bus = busOf({ id: 'p1', kind, host: '127.0.0.1', port: peer.port }, open)
      expect(await ask(bus, '03 1F 40 00 01', 5)).toEqual({ kind: 'exception', exceptionCode: 2 })
    })
  })

  describe('pymodbus on a serial line', () => {
    test('every value that it serves arrives as served', async () => {
      const path = await serialPeer()
      await expectAllValues({ id: 'p1', kind: 'serial', path, baud: 9600, parity: 'none', data: 8, stop: 1 })
    })

    test('a unit that is not there is silent, and the next one answers', async () => {
      const path = await serialPeer()
      const bus = busOf(
        { id: 'p1', kind: 'serial', path, baud: 9600, parity: 'none', data: 8, stop: 1 },
        open,
      )
      expect(await ask(bus, '03 09 E3 00 01', 99, 200)).toEqual({ kind: 'timeout' })
      expect(await ask(bus, '03 09 E3 00 01', 5)).toMatchObject({ kind: 'reply' })
    })
  })
}

async function expectAllValues(port: Parameters<typeof busOf>[0]): Promise<void> {
  const bus = busOf(port, open)
  const read: Record<string, number | null> = {}
  for (const one of cases) read[one.name] = await readValue(bus, one)
  expect(read).toEqual(Object.fromEntries(cases.map((one: DecodeCase) => [one.name, one.value])))
}

async function serialPeer(): Promise<string> {
  const cable = await started(await SerialCable.lay())
  await started(await Peer.python('pymodbus_server.py', ['serial', cable.ends[0]], tables))
  return cable.ends[1]
}

async function started<Resource extends AsyncDisposable>(resource: Resource): Promise<Resource> {
  open.push(resource)
  return resource
}
