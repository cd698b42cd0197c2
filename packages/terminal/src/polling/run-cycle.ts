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
  /**
   * The time of a reading: the start of the cycle plus what has elapsed, in case the clock is set in between.
   */
  readAt(): EpochMs
  /** True once the program is to end: no further command is sent. */
  isStopping(): boolean
}

export interface CycleResult {
  /** The readings of each device, kept apart since a device is never split over two messages. */
  readonly devices: readonly (readonly Reading[])[]
  readonly commands: number
  readonly failed: number
}

interface Tally {
  commands: number
  failed: number
}

/**
 * Polls everything of a script once. Never rejects; when stopped on the way, unfinished devices are left out.
 */
export async function runCycle(script: PlannedScript, parts: CycleParts): Promise<CycleResult> {
  const tally = { commands: 0, failed: 0 }
  const perPort = await Promise.all(
    script.ports.map(async ({ portId, devices }) => {
      const bus = parts.buses.get(portId)
      if (bus === undefined) throw new Error(`no bus for port ${portId}`)
      const read: (readonly Reading[])[] = []
      for (const device of devices) {
        const readings = await pollDevice(bus, device, parts, tally)
        if (readings !== null) read.push(readings)
      }
      return read
    }),
  )
  return { devices: perPort.flat(), ...tally }
}

async function pollDevice(
  bus: Bus,
  device: PlannedDevice,
  parts: CycleParts,
  tally: Tally,
): Promise<Reading[] | null> {
  const { silentDevices, statistics } = parts
  const countOutcome: BusRequest['ended'] = (outcome, lengthMs) =>
    statistics.requestEnded(device.key, outcome, lengthMs)
  const allowance = silentDevices.allowance(device.key, parts.time.elapsedMs())
  const readings: Reading[] = []
  let hasAnswered = false
  let hasFailed = false
  for (const [index, step] of device.steps.entries()) {
    const isProbe = allowance === 'one' && index === 0
    if (allowance !== 'all' && !isProbe && !hasAnswered) {
      readings.push(...withoutRequest(step, parts))
      continue
    }
    if (parts.isStopping()) return null
    const outcome = await runCommand(bus, step, isProbe ? 1 : 1 + step.retries, 'polling', countOutcome)
    if (parts.isStopping() && outcome.kind === 'port') return null
    tally.commands++
    if (outcome.kind !== 'reply') tally.failed++
    if (isAnswer(outcome)) hasAnswered = true
    // A lost port shows nothing about the device.
    else if (isSent(outcome)) hasFailed = true
    readings.push(...readingsOf(step, outcome, parts.readAt(), parts.clockTrust.isTrusted))
  }
  if (hasAnswered) silentDevices.answered(device.key)
  else if (hasFailed) silentDevices.failed(device.key, parts.time.elapsedMs())
  return readings
}

function withoutRequest(step: PlanStep, parts: CycleParts): Reading[] {
  return readingsOf(step, { kind: 'timeout' }, parts.readAt(), parts.clockTrust.isTrusted)
}
