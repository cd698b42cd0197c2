import { setTimeout as delay } from 'node:timers/promises'
import type { PortSettings } from '@coldkeep/contract/mqtt/port-settings'
import type { CommandSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import { quality } from '@coldkeep/domain/points/reading'
import { SerialBus } from '@coldkeep/terminal/bus/serial-bus'
import { Peer, SerialCable, whyNotRun } from '@coldkeep/terminal/peers/peer'
import { BusStatistics } from '@coldkeep/terminal/polling/bus-statistics'
import { planScripts } from '@coldkeep/terminal/polling/plan'
import { PollLoop } from '@coldkeep/terminal/polling/poll-loop'
import { SilentDevices } from '@coldkeep/terminal/polling/silent-devices'
import { airCommand, settingsWith } from '@coldkeep/terminal/testing/settings'
import { ClockTrust } from '@coldkeep/terminal/time/clock-trust'
import { systemTime } from '@coldkeep/terminal/time/system-time'
import { pino } from 'pino'
import type { Report } from './report'

const UNITS = 20
const SILENT_UNIT = 10
const PERIOD_SECONDS = 5
const CYCLES = 36
const ROUNDS = 3
/** What is read of each: the air at register 2531 in tenths of a degree. */
const REGISTER = 2531
const TENTHS = 34
const log = pino({ level: 'silent' })

/**
 * Twenty units on one serial line, served by pymodbus, of which one never answers: what share of their polls the others
 * keep while each request to it costs half a second and two repeats. For comparison, the same line with all twenty.
 */
export async function run(report: Report): Promise<void> {
  const reason = whyNotRun('pymodbus', ['socat'], 'import pymodbus, serial_asyncio')
  if (reason !== null) {
    console.log(`  left out: ${reason}`)
    return
  }
  for (const silent of [null, SILENT_UNIT]) {
    const shares: number[] = []
    for (let round = 0; round < ROUNDS; round++) shares.push(await lowestShare(silent))
    const whose = silent === null ? 'twenty that answer' : 'nineteen next to a silent one'
    report.add(`polls kept by the worst of ${whose}`, '%', 'higher', shares)
  }
}

/** @returns of the units that answer the lowest share of good polls among those that were due, in per cent */
async function lowestShare(silent: number | null): Promise<number> {
  await using cable = await SerialCable.open()
  const units = Array.from({ length: UNITS }, (_, index) => index + 1)
  const served = units.filter((unit) => unit !== silent)
  const tables = Object.fromEntries(served.map((unit) => [unit, { holding: { [REGISTER]: TENTHS } }]))
  await using _server = await Peer.python('pymodbus_server.py', ['serial', cable.ends[0]], tables)
  const good = new Map<number, number>()
  let cycles = 0
  const startedAt = Date.now()
  const loop = pollingOf(cable.ends[1], units.map(commandOf), (pointIds) => {
    cycles++
    for (const id of pointIds) good.set(id, (good.get(id) ?? 0) + 1)
  })
  await delay((CYCLES + 1) * PERIOD_SECONDS * 1000)
  await loop.stop()
  const due = Math.floor((Date.now() - startedAt) / (PERIOD_SECONDS * 1000)) - 1
  if (cycles === 0) throw new Error('nothing was polled')
  return Math.min(100, (100 * Math.min(...served.map((unit) => good.get(1_000 + unit) ?? 0))) / due)
}

function commandOf(unitId: number): CommandSettings {
  return airCommand({ unitId, retries: 2, timeoutMs: 500, intervalMs: 50 })
}

function pollingOf(
  path: string,
  commands: readonly CommandSettings[],
  onCycle: (good: readonly number[]) => void,
): { stop(): Promise<void> } {
  const port: PortSettings = { id: 'p1', kind: 'serial', path, baud: 9600, parity: 'none', data: 8, stop: 1 }
  const scripts = [{ name: 'cases', periodSeconds: PERIOD_SECONDS, commands: [...commands] }]
  const plan = planScripts(settingsWith(commands, { ports: [port], scripts }))
  if (!plan.ok) throw new Error(plan.problem.why)
  const bus = new SerialBus(port, log)
  const loop = new PollLoop(plan.value, {
    buses: new Map([[bus.id, bus]]),
    silentDevices: new SilentDevices(log, () => {}),
    statistics: new BusStatistics(),
    clockTrust: new ClockTrust(systemTime, log),
    time: systemTime,
    log,
    deliver: async (_, readings) =>
      onCycle(readings.filter((one) => one.quality === quality.good).map(({ pointId }) => pointId)),
  })
  loop.start()
  return {
    async stop() {
      await loop.stop()
      await bus.stop()
    },
  }
}
