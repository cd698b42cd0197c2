import { fail, ok, type Result } from '../result'
import { type EpochMs, hours, later } from '../time/instant'
import type { LostCause, Priority } from './priority'

/**
 * An alarm that is not cleared. Whether its condition holds, whether a person has seen it and whether it is put aside
 * are kept apart; {@link alarmState} derives the one word that is shown. Plain JSON.
 */
export interface OpenAlarm {
  /** Which record of its branch it is, from 1. */
  readonly ordinal: number
  /** When its condition began; at a lost contact the last sample. */
  readonly startedAt: EpochMs
  readonly raisedAt: EpochMs
  /** The last of `count` raises. */
  readonly lastRaisedAt: EpochMs
  readonly count: number
  readonly returnedAt: EpochMs | null
  readonly isAcknowledged: boolean
  /** At the first raise; null where the contact is what is lost. */
  readonly value: number | null
  readonly extreme: number | null
  readonly priority: Priority
  /** Of a lost contact. */
  readonly cause: LostCause | null
  /** Hidden under the alarm of the whole terminal. */
  readonly isSuppressed: boolean
  readonly shelvedUntil: EpochMs | null
  readonly isOutOfService: boolean
  /** Came back so often that its record is used again. */
  readonly isChattering: boolean
}

/** What is shown of an alarm; the words of ISA-18.2. */
export const alarmStates = [
  'unacknowledged',
  'acknowledged',
  'returned',
  'shelved',
  'suppressed',
  'out_of_service',
  'cleared',
] as const
export type AlarmState = (typeof alarmStates)[number]

/** Why a record was closed. */
export type ClearReason = 'returned' | 'acknowledged' | 'unattended' | 'judged_anew' | 'hold_over' | 'retired'

/** What became of an alarm under a person's hand; null: it is cleared. */
export interface Handled {
  readonly alarm: OpenAlarm | null
  readonly cleared: ClearReason | null
}

/** An alarm that returned to normal on its own waits this long to be acknowledged. */
export const UNATTENDED_AFTER_MS = hours(24)
const LONGEST_SHELVING_MS = hours(24)
/** An alarm that has been active for longer is stale. */
export const STALE_AFTER_MS = hours(24)

/** @param alarm null where the record is cleared */
export function alarmState(alarm: Flags | null): AlarmState {
  if (alarm === null) return 'cleared'
  if (alarm.isOutOfService) return 'out_of_service'
  if (alarm.shelvedUntil !== null) return 'shelved'
  if (alarm.isSuppressed) return 'suppressed'
  if (alarm.returnedAt !== null) return 'returned'
  return alarm.isAcknowledged ? 'acknowledged' : 'unacknowledged'
}

type Flags = Pick<
  OpenAlarm,
  'isOutOfService' | 'shelvedUntil' | 'isSuppressed' | 'returnedAt' | 'isAcknowledged'
>

/**
 * True while the condition is shown to operators: neither back to normal, nor shelved, nor out of service,
 * nor hidden.
 */
export function isActive(alarm: Flags): boolean {
  return alarm.returnedAt === null && !isAside(alarm) && !alarm.isSuppressed
}

/** Shelved or out of service: it is judged again when that ends. */
export function isAside(alarm: Pick<Flags, 'shelvedUntil' | 'isOutOfService'>): boolean {
  return alarm.shelvedUntil !== null || alarm.isOutOfService
}

/** A person has seen it. One that is back to normal is done with. */
export function acknowledge(alarm: OpenAlarm): Result<Handled, 'acknowledged_before'> {
  if (alarm.isAcknowledged) return fail('acknowledged_before')
  if (alarm.returnedAt !== null && !isAside(alarm)) return ok({ alarm: null, cleared: 'acknowledged' })
  return kept({ ...alarm, isAcknowledged: true })
}

/** Shelves it until an instant, at most 24 hours from now. A shelved one may be given another end. */
export function shelve(
  alarm: OpenAlarm,
  until: EpochMs,
  now: EpochMs,
): Result<Handled, 'shelving_range' | 'out_of_service'> {
  if (until <= now || until > now + LONGEST_SHELVING_MS) return fail('shelving_range')
  if (alarm.isOutOfService) return fail('out_of_service')
  return kept({ ...alarm, shelvedUntil: until })
}

/** Switches it off for maintenance, until it is returned to service. */
export function takeOutOfService(alarm: OpenAlarm): Result<Handled, 'out_of_service'> {
  if (alarm.isOutOfService) return fail('out_of_service')
  return kept({ ...alarm, shelvedUntil: null, isOutOfService: true })
}

/** Its condition has ended. Cleared if it had been acknowledged. */
export function returnToNormal(alarm: OpenAlarm, at: EpochMs): Handled {
  if (alarm.isAcknowledged) return { alarm: null, cleared: 'returned' }
  return { alarm: { ...alarm, returnedAt: at }, cleared: null }
}

/** Its condition holds again: the same record, announced again. */
export function raiseAgain(alarm: OpenAlarm, at: EpochMs): OpenAlarm {
  return {
    ...alarm,
    lastRaisedAt: at,
    count: alarm.count + 1,
    returnedAt: null,
    isAcknowledged: false,
    isSuppressed: false,
    shelvedUntil: null,
    isOutOfService: false,
  }
}

/**
 * When it next changes through time alone: at the end of its shelving, or when it has waited long enough to
 * be acknowledged.
 */
export function nextByClock(alarm: Flags): EpochMs | null {
  if (alarm.isOutOfService) return null
  if (alarm.shelvedUntil !== null) return alarm.shelvedUntil
  return alarm.returnedAt === null ? null : later(alarm.returnedAt, UNATTENDED_AFTER_MS)
}

function kept(alarm: OpenAlarm): { ok: true; value: Handled } {
  return ok({ alarm, cleared: null })
}
