import { type EpochMs, epochMs, later } from '../time/instant'
import type { LocalDate } from '../time/local-date'
import { localDateOf } from '../time/store-calendar'
import { JUDGED_AFTER_PERIODS } from './connection-rate'

/** The devices of a terminal, as far as their slots go. */
export interface PolledDevices {
  /** Time zone of the store. */
  readonly zone: string
  readonly shortestPeriodSeconds: number
  readonly longestPeriodSeconds: number
}

/**
 * Days of slots that may have been counted without a cycle.
 * @param at start of the cycle
 * @param periodsMs of the devices that were read in it
 */
export function daysOfLateCycle(
  zone: string,
  at: EpochMs,
  periodsMs: ReadonlySet<number>,
  now: EpochMs,
): LocalDate[] {
  const days: LocalDate[] = []
  for (const periodMs of periodsMs) {
    const startAt = Math.floor(at / periodMs) * periodMs
    const isCounted = startAt + (1 + JUDGED_AFTER_PERIODS) * periodMs <= now
    if (isCounted) days.push(localDateOf(zone, epochMs(startAt)))
  }
  return days
}

/**
 * The days to recount for a back-filled minute: it turns lost slots from host to device, also in a slot that
 * began the day before. Slots younger than two periods are not counted yet, so a slow cycle whose minute is
 * merely late marks nothing.
 */
export function daysToRecount(
  { zone, shortestPeriodSeconds, longestPeriodSeconds }: PolledDevices,
  at: EpochMs,
  now: EpochMs,
): LocalDate[] {
  if (at + JUDGED_AFTER_PERIODS * 1000 * shortestPeriodSeconds > now) return []
  return [localDateOf(zone, at), localDateOf(zone, later(at, -1000 * longestPeriodSeconds))]
}
