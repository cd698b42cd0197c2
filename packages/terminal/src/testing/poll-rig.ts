import type { PortSettings } from '@coldkeep/contract/mqtt/port-settings'
import type { CommandSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { Reading } from '@coldkeep/domain/points/reading'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { expect } from 'vitest'
import { allowedNetworks, resolveAllowed } from '../bus/allowed-networks'
import type { Bus } from '../bus/bus'
import { SerialBus } from '../bus/serial-bus'
import { TcpBus } from '../bus/tcp-bus'
import { BusStatistics } from '../polling/bus-statistics'
import { gridOf, nextOnGrid } from '../polling/grid'
import { planScripts } from '../polling/plan'
import { PollLoop } from '../polling/poll-loop'
import { SilentDevices } from '../polling/silent-devices'
import { ClockTrust } from '../time/clock-trust'
import { ManualTime } from './manual-time'
import { settingsWith } from './settings'

const log = pino({ level: 'silent' })

/** A bus that may reach this machine. */
export function busOf(port: PortSettings, open: AsyncDisposable[]): Bus {
  const networks = allowedNetworks(['127.0.0.1/32'], [])
  if (!networks.ok) throw new Error('test network is wrong')
  const bus =
    port.kind === 'serial'
      ? new SerialBus(port, log)
      : new TcpBus(port, (host) => resolveAllowed(host, networks.value), log)
  open.push({ [Symbol.asyncDispose]: () => bus.stop() })
  return bus
}

/** The polling of one script on one bus: the lines are real, the time of the grid is the test's. */
export function pollingOf(
  bus: Bus,
  commands: readonly CommandSettings[],
  periodSeconds: number,
  startMs: EpochMs,
  open: AsyncDisposable[],
) {
  const settings = settingsWith(commands, {
    scripts: [{ name: 'cases', periodSeconds, commands: [...commands] }],
  })
  const plan = planScripts(settings)
  if (!plan.ok) throw new Error(plan.problem.why)
  const time = new ManualTime(startMs)
  const clockTrust = new ClockTrust(time, log)
  const changes: string[] = []
  const statistics = new BusStatistics()
  const delivered: { at: EpochMs; readings: readonly Reading[] }[] = []
  const loop = new PollLoop(plan.value, {
    buses: new Map([[bus.id, bus]]),
    silentDevices: new SilentDevices(log, (key, state) => changes.push(`${key} ${state}`)),
    statistics,
    clockTrust,
    time,
    log,
    deliver: async (at, readings) => void delivered.push({ at, readings }),
  })
  loop.start()
  const firstAt = nextOnGrid(gridOf(settings.terminalId, periodSeconds), startMs)
  const runOnce = async () => {
    await time.pass(firstAt - startMs)
    await expect.poll(() => delivered.length).toBe(1)
  }
  open.push({ [Symbol.asyncDispose]: () => loop.stop() })
  return { time, loop, clockTrust, statistics, changes, delivered, firstAt, runOnce }
}
