import { openPeriods } from '../analysis/opening-hours'
import { fail, ok, type Result } from '../result'
import { days, type EpochMs, epochMs, later } from '../time/instant'
import type { Period } from '../time/period'
import { dayPeriod, localDateOf } from '../time/store-calendar'

/** When installations may begin, every day by the clock of a store; past midnight where the end comes first. */
export interface InstallWindow {
  readonly fromMinute: number
  /** The same as the start: all day. */
  readonly untilMinute: number
}

/** What a store has said to an installation that waits for it. */
export interface StoreConsent {
  /** How often it was "not today". */
  readonly postponed: number
  /** The window after which its wish is over; null: it has none. */
  readonly notBefore: EpochMs | null
}

export const NO_WISH: StoreConsent = { postponed: 0, notBefore: null }
/** After so many the window wins. */
const MOST_POSTPONED = 2

/** One day of a changed clock may have no window at all. */
const LOOK_AHEAD_MS = days(3)
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/

/** @returns `E_FORM` where a text is no time of day, as 01:00 */
export function readWindow([from, until]: readonly [string, string]): Result<InstallWindow, 'E_FORM'> {
  const [fromMinute, untilMinute] = [minuteOf(from), minuteOf(until)]
  return fromMinute === null || untilMinute === null ? fail('E_FORM') : ok({ fromMinute, untilMinute })
}

/** Open all day, one day after the other. */
export const ALL_DAY: InstallWindow = { fromMinute: 0, untilMinute: 0 }

/**
 * The window that an installation at a store can begin in: the one that is open, from now to its end, or the next one. A
 * clock that goes back through a window opens it twice, and one that skips it on that day does not open it. One that is
 * always open ends with each day of the store.
 * @throws RangeError when the zone is unknown
 */
export function nextWindow(
  { fromMinute, untilMinute }: InstallWindow,
  zone: string,
  { notBefore }: Pick<StoreConsent, 'notBefore'>,
  now: EpochMs,
): Period {
  const from = epochMs(Math.max(now, notBefore ?? now))
  if (fromMinute === untilMinute)
    return { startAt: from, endAt: dayPeriod(zone, localDateOf(zone, from)).endAt }
  const hours = { opensAtMinute: fromMinute, closesAtMinute: untilMinute }
  const [window] = openPeriods(zone, hours, { startAt: from, endAt: later(from, LOOK_AHEAD_MS) })
  if (window === undefined) throw new Error('three days have a window')
  return window
}

/** An installation may begin at the store now. */
export function mayInstall(
  window: InstallWindow,
  zone: string,
  consent: StoreConsent,
  now: EpochMs,
): boolean {
  return nextWindow(window, zone, consent, now).startAt <= now
}

/** Whether another "not today" of a store would change anything. */
export function mayPostpone({ postponed, notBefore }: StoreConsent, now: EpochMs): boolean {
  return postponed < MOST_POSTPONED && (notBefore === null || notBefore <= now)
}

/**
 * "Not today": the window that is open, or the next one, passes. The same wish before that window is over is the same wish.
 * @returns `E_WINDOW` where a store has postponed as often as it may
 */
export function postpone(
  window: InstallWindow,
  zone: string,
  consent: StoreConsent,
  now: EpochMs,
): Result<StoreConsent, 'E_WINDOW'> {
  if (consent.notBefore !== null && now < consent.notBefore) return ok(consent)
  if (consent.postponed >= MOST_POSTPONED) return fail('E_WINDOW')
  const { endAt } = nextWindow(window, zone, consent, now)
  return ok({ postponed: consent.postponed + 1, notBefore: endAt })
}

function minuteOf(text: string): number | null {
  const [, hour, minute] = CLOCK.exec(text) ?? []
  return hour === undefined || minute === undefined ? null : 60 * Number(hour) + Number(minute)
}
