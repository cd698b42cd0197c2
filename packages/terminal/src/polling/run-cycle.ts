import type { Reading } from '@coldkeep/domain/points/reading'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Bus, type BusRequest, isSent } from '../bus/bus'
import type { ClockTrust } from '../time/clock-trust'
import type { Timekeeper } from '../time/timekeeper'
import type { BusStatistics } from './bus-statistics'
import type { PlannedDevice, PlannedScript, PlanStep } from './plan'
import { isAnswer, readingsOf, runCommand } from './run-command'
import type { SilentDevices } from './silent-devices'

export interface CycleParts {
  readonly buses: ReadonlyMap<string, Bus>
  readonly silentDevices: SilentDevices
  readonly statistics: BusStatistics
  readonly time: Timekeeper
  readonly clockTrust: ClockTrust
  /** The time of a reading: that of the cycle's beginning and what has passed, should the clock be set meanwhile. */
  readAt(): EpochMs
  /** True once the program is to end: no further command is sent. */
  isStopping(): boolean
}

export interface CycleResult {
  /** The readings of each device, kept apart since a device is never split over two messages. */
  readonly devices: readonly (readonly Reading[])[]
  readonly asked: number
  readonly failed: number
}

interface Tally {
  asked: number
  failed: number
}

/** Asks everything of a script once. Never rejects; when stopped on the way, unfinished devices are left out. */
export async function runCycle(script: PlannedScript, parts: CycleParts): Promise<CycleResult> {
  const tally = { asked: 0, failed: 0 }
  const perPort = await Promise.all(
    script.ports.map(async ({ portId, devices }) => {
      const bus = parts.buses.get(portId)
      if (bus === undefined) throw new Error(`no bus for port ${portId}`)
      const read: (readonly Reading[])[] = []
      for (const device of devices) {
        const readings = await askDevice(bus, device, parts, tally)
        if (readings !== null) read.push(readings)
      }
      return read
    }),
  )
  return { devices: perPort.flat(), ...tally }
}

async function askDevice(
  bus: Bus,
  device: PlannedDevice,
  parts: CycleParts,
  tally: Tally,
): Promise<Reading[] | null> {
  const { silentDevices, statistics } = parts
  const noteEnd: BusRequest['ended'] = (outcome, lengthMs) => statistics.asked(device.key, outcome, lengthMs)
  const allowance = silentDevices.allowance(device.key, parts.time.elapsedMs())
  const readings: Reading[] = []
  let hasAnswered = false
  let hasFailed = false
  for (const [index, step] of device.steps.entries()) {
    const isProbe = allowance === 'one' && index === 0
    if (allowance !== 'all' && !isProbe && !hasAnswered) {
      readings.push(...unasked(step, parts))
      continue
    }
    if (parts.isStopping()) return null
    const outcome = await runCommand(bus, step, isProbe ? 1 : 1 + step.retries, 'polling', noteEnd)
    if (parts.isStopping() && outcome.kind === 'port') return null
    tally.asked++
    if (outcome.kind !== 'reply') tally.failed++
    if (isAnswer(outcome)) hasAnswered = true
    // A lost port says nothing about the device.
    else if (isSent(outcome)) hasFailed = true
    readings.push(...readingsOf(step, outcome, parts.readAt(), parts.clockTrust.isTrusted))
  }
  if (hasAnswered) silentDevices.answered(device.key)
  else if (hasFailed) silentDevices.failed(device.key, parts.time.elapsedMs())
  return readings
}

function unasked(step: PlanStep, parts: CycleParts): Reading[] {
  return readingsOf(step, { kind: 'timeout' }, parts.readAt(), parts.clockTrust.isTrusted)
}
