import type { PortSettings } from '@coldkeep/contract/mqtt/port-settings'
import type { CommandSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import { quality } from '@coldkeep/domain/points/reading'
import { epochMs } from '@coldkeep/domain/time/instant'
import { describe, test } from 'vitest'
import { busOf, pollingOf } from '../testing/poll-rig'
import { airCommand, airNode } from '../testing/settings'
import { announce, freePort, Peer, SerialCable, SerialConverter, whyNotRun } from './peer'
import { cases, readValue, sendRequest, tables } from './register-cases'

const POLLS = 200
const START = epochMs(Date.parse('2026-11-20T10:00:00Z'))
const kinds = ['serial', 'rtu-tcp', 'mbtcp'] as const
type Kind = (typeof kinds)[number]

interface ModbusPeer {
  readonly name: string
  /** Why it cannot run here. */
  readonly reason: string | null
  readonly cases: typeof cases
  /** @returns the port under which it serves the registers of its cases */
  start(kind: Kind, open: AsyncDisposable[]): Promise<PortSettings>
}

const pymodbus: ModbusPeer = {
  name: 'pymodbus',
  reason: whyNotRun('pymodbus', ['socat'], 'import pymodbus, serial_asyncio'),
  cases,
  async start(kind, open) {
    const script = 'pymodbus_server.py'
    if (kind !== 'serial') {
      const { port } = keep(open, await Peer.python(script, [kind, '0'], tables))
      return { id: 'p1', kind, host: '127.0.0.1', port }
    }
    const { ends } = keep(open, await SerialCable.open())
    keep(open, await Peer.python(script, [kind, ends[0]], tables))
    return serialPort(ends[1])
  },
}

/** It serves one unit, and knows RTU on serial lines alone: over TCP a converter stands in front of it. */
const libmodbus: ModbusPeer = {
  name: 'libmodbus',
  reason: whyNotRun('libmodbus', ['socat'], 'import ctypes; ctypes.CDLL("libmodbus.so.5")'),
  cases: cases.filter(({ unitId }) => unitId === 5),
  async start(kind, open) {
    const serve = async (how: string, where: string) =>
      keep(open, await Peer.python('libmodbus_server.py', [how, where, '5'], tables['5'].holding))
    if (kind === 'mbtcp') {
      const port = await freePort()
      await serve(kind, String(port))
      return { id: 'p1', kind, host: '127.0.0.1', port }
    }
    if (kind === 'rtu-tcp') {
      const { path, port } = keep(open, await SerialConverter.open())
      await serve('serial', path)
      return { id: 'p1', kind, host: '127.0.0.1', port }
    }
    const { ends } = keep(open, await SerialCable.open())
    await serve(kind, ends[0])
    return serialPort(ends[1])
  },
}

// Side by side: each test waits for its own line, and a line for its silences.
describe.concurrent('programs by others', () => {
  for (const peer of [pymodbus, libmodbus]) {
    if (peer.reason !== null) {
      const { reason } = peer
      test(peer.name, ({ skip }) => skip(reason))
      continue
    }
    test.for(kinds)(
      `${peer.name} over %s: each of ${POLLS} polls brings the value that is served`,
      (kind, { expect }) =>
        withRig(async (open) => {
          const bus = busOf(await peer.start(kind, open), open)
          const wrong: string[] = []
          for (let poll = 0; poll < POLLS; poll++) {
            const one = peer.cases[poll % peer.cases.length]!
            const value = await readValue(bus, one)
            if (value !== one.value) wrong.push(`poll ${poll}, ${one.name}: ${value} instead of ${one.value}`)
          }
          announce(`peer ${peer.name} over ${kind}: ${POLLS - wrong.length} of ${POLLS} polls`)
          expect(wrong).toEqual([])
          expect(bus.counts).toEqual({ extraBytes: 0, strayBytes: 0, staleReplies: 0 })
        }),
    )
  }

  if (pymodbus.reason === null) {
    test.for(['mbtcp', 'rtu-tcp'] as const)(
      'pymodbus over %s refuses an unknown register',
      (kind, { expect }) =>
        withRig(async (open) => {
          const bus = busOf(await pymodbus.start(kind, open), open)
          expect(await sendRequest(bus, '03 1F 40 00 01', 5)).toEqual({ kind: 'exception', exceptionCode: 2 })
        }),
    )
  }

  if (libmodbus.reason === null) {
    test('a libmodbus unit beside a dead one answers in every cycle, and no cycle is left out', ({
      expect,
    }) =>
      withRig(async (open) => {
        const bus = busOf(await libmodbus.start('serial', open), open)
        const { time, loop, delivered, firstAt, changes } = pollingOf(bus, nextToDead(), 20, START, open)
        await time.pass(firstAt - START)
        const CYCLES = 8
        for (let cycle = 1; cycle <= CYCLES; cycle++) {
          await expect.poll(() => delivered.length).toBe(cycle)
          if (cycle < CYCLES) await time.pass(20_000)
        }
        expect(delivered.map(({ at }) => (at - firstAt) / 20_000)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
        const [dead, alive] = [0, 1].map((place) => delivered.map(({ readings }) => readings[place]!))
        // register 2531 holds 34 tenths
        expect(alive!.map(({ value }) => value)).toEqual(Array(CYCLES).fill(3.4))
        expect(dead!.every((reading) => reading.quality === quality.timeout)).toBe(true)
        expect(loop.overruns).toBe(0)
        // three cycles and the single question a minute later: the slave had to hear four of them unharmed
        expect(changes).toEqual(['p1/6 silent'])
        announce(`peer libmodbus beside a dead unit: ${CYCLES} of ${CYCLES} cycles`)
      }))
  }
})

/** The dead unit is polled right before the live one. */
function nextToDead(): CommandSettings[] {
  return [airCommand({ unitId: 6, timeoutMs: 100 }), airCommand({ unitId: 5, nodes: [airNode(1_005)] })]
}

function serialPort(path: string): PortSettings {
  return { id: 'p1', kind: 'serial', path, baud: 9600, parity: 'none', data: 8, stop: 1 }
}

function keep<Resource extends AsyncDisposable>(open: AsyncDisposable[], resource: Resource): Resource {
  open.push(resource)
  return resource
}

async function withRig(run: (open: AsyncDisposable[]) => Promise<void>): Promise<void> {
  const open: AsyncDisposable[] = []
  try {
    await run(open)
  } finally {
    for (const resource of open.reverse()) await resource[Symbol.asyncDispose]()
  }
}
