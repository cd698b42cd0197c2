import { afterEach, expect, test } from 'vitest'
import { announce, freePort, Peer, SerialCable, whyNotRun } from './peer'
import { ask, busOf, cases, readValue } from './register-cases'

const reason = whyNotRun('libmodbus', ['socat'], 'import ctypes; ctypes.CDLL("libmodbus.so.5")')
const registers = { 2529: 0x002f, 2530: 0x000c, 2531: 0x0022 }
const danfoss = cases.filter((one) => one.unitId === 5)
const open: AsyncDisposable[] = []

afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]()
})

if (reason !== null) test(reason, () => announce(reason))
else {
  test('libmodbus over Modbus TCP serves the values it was given', async () => {
    const port = await freePort()
    open.push(await Peer.python('libmodbus_server.py', ['mbtcp', String(port), '5'], registers))
    const bus = busOf({ id: 'p1', kind: 'mbtcp', host: '127.0.0.1', port }, open)
    for (const one of danfoss) expect(await readValue(bus, one)).toBe(one.value)
  })

  test('libmodbus on a serial line serves the values it was given', async () => {
    const bus = await serialBus()
    for (const one of danfoss) expect(await readValue(bus, one)).toBe(one.value)
  })

  test('libmodbus answers after the unanswered request to another unit, every time', async () => {
    const bus = await serialBus()
    for (let times = 0; times < 3; times++) {
      expect(await ask(bus, '03 09 E3 00 01', 9, 100, 7)).toEqual({ kind: 'timeout' })
      expect(await ask(bus, '03 09 E3 00 01', 5, 500, 7)).toMatchObject({ kind: 'reply' })
    }
  })
}

async function serialBus() {
  const cable = await SerialCable.lay()
  open.push(cable)
  open.push(await Peer.python('libmodbus_server.py', ['serial', cable.ends[0], '5'], registers))
  return busOf(
    { id: 'p1', kind: 'serial', path: cable.ends[1], baud: 9600, parity: 'none', data: 8, stop: 1 },
    open,
  )
}
