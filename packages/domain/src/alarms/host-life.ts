import type { TerminalId } from '../ids'
import { type AliveMinutes, countAlive, isAliveWithin } from '../points/alive-minutes'
import { type EpochMs, epochMs, later, minutes } from '../time/instant'
import type { HostSilence } from './device-watch'

export type LifeOfTerminals = ReadonlyMap<TerminalId, AliveMinutes>

/** A terminal without a sign of life for so long before an instant, and none right after it, was silent then. */
const SILENT_BEFORE_MS = minutes(3)
const SILENT_AFTER_MS = minutes(2)
/** Of the minutes in which a terminal counts as steadily back, so many may lack a sign. */
const STEADY_SHARE = 0.8
const MINUTE_MS = 60_000

/** Whether a terminal was silent at an instant. One that was never heard of is. */
export function silenceOf(life: LifeOfTerminals, terminalId: TerminalId): NonNullable<HostSilence> {
  const alive = life.get(terminalId) ?? new Map()
  return (at) =>
    !isAliveWithin(alive, { startAt: later(at, -SILENT_BEFORE_MS), endAt: later(at, SILENT_AFTER_MS) })
}

/** Whether a terminal has been there all the time before an instant, for so long. */
export function isSteady(
  life: LifeOfTerminals,
  terminalId: TerminalId,
  at: EpochMs,
  lengthMs: number,
): boolean {
  const period = { startAt: epochMs(at - lengthMs), endAt: at }
  const alive = countAlive(life.get(terminalId) ?? new Map(), period)
  return alive * MINUTE_MS >= STEADY_SHARE * lengthMs
}
