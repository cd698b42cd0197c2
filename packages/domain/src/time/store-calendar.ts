import { type EpochMs, epochMs } from './instant'
import { addDays, dateOfDayNumber, dayNumber, dayOfWeek, type LocalDate } from './local-date'
import type { Period } from './period'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Computing an offset takes microseconds and a year of minutes has half a million of them. */
const MOST_REMEMBERED_DAYS = 20_000

interface Zone {
  readonly clock: Intl.DateTimeFormat
  /** UTC day → offset that holds from its start to its end, or null when it changes in between. */
  readonly offsetsMs: Map<number, number | null>
}
const zones = new Map<string, Zone>()

/** True when the text is an IANA time zone that this machine knows, for example `Asia/Taipei`. */
export function isZone(text: string): boolean {
  try {
    zoneNamed(text)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/**
 * From the first to the last instant of a day on the clocks of a zone: 24 hours, or 23 or 25 where summer time
 * begins or ends. Where midnight does not exist the day starts with the first instant that does.
 * @throws RangeError when the zone is unknown
 */
export function dayPeriod(zone: string, on: LocalDate): Period {
  return { startAt: startOfDay(zone, on), endAt: startOfDay(zone, addDays(on, 1)) }
}

/** The days from the first to the last, both included. */
function daysPeriod(zone: string, first: LocalDate, last: LocalDate): Period {
  return { startAt: startOfDay(zone, first), endAt: startOfDay(zone, addDays(last, 1)) }
}

/** The week, Monday to Sunday, that holds the day. */
export function weekPeriod(zone: string, on: LocalDate): Period {
  const monday = addDays(on, 1 - dayOfWeek(on))
  return daysPeriod(zone, monday, addDays(monday, 6))
}

/** The day that a calendar on the wall shows at an instant. */
export function localDateOf(zone: string, at: EpochMs): LocalDate {
  return dateOfDayNumber(localDayNumber(zoneNamed(zone), at))
}

/** What the clock on the wall shows, in whole minutes after midnight, 0 to 1439. */
export function minuteOfDay(zone: string, at: EpochMs): number {
  const localMs = at + offsetMs(zoneNamed(zone), at)
  return Math.floor((localMs - DAY_MS * Math.floor(localMs / DAY_MS)) / MINUTE_MS)
}

/** Minutes that the zone's clock is ahead of UTC at an instant; negative west of Greenwich. */
export function offsetMinutes(zone: string, at: EpochMs): number {
  return offsetMs(zoneNamed(zone), at) / MINUTE_MS
}

/** The instants at which the days from the first to the last start, and the end of the last. */
export function dayStarts(zone: string, first: LocalDate, last: LocalDate): EpochMs[] {
  const starts: EpochMs[] = []
  for (let day = dayNumber(first); day <= dayNumber(last) + 1; day++) {
    starts.push(startOfDay(zone, dateOfDayNumber(day)))
  }
  return starts
}

/**
 * The instant at which the clock on the wall shows a time: the first of two where it shows it twice, and where it is
 * skipped the instant that a clock which was not put forward would have shown it.
 * @param localMs what the clock shows, as if it were UTC
 */
export function instantOf(zone: string, localMs: number): EpochMs {
  const { exact, late } = readingsOf(zoneNamed(zone), localMs)
  return epochMs(exact ?? late)
}

function startOfDay(name: string, on: LocalDate): EpochMs {
  const zone = zoneNamed(name)
  const midnightMs = dayNumber(on) * DAY_MS
  const { exact } = readingsOf(zone, midnightMs)
  return epochMs(exact ?? firstInstantOf(zone, dayNumber(on), midnightMs))
}

function readingsOf(
  zone: Zone,
  localMs: number,
): { readonly exact: number | undefined; readonly late: number } {
  // Before and after any change of that day; both are right on an ordinary one.
  const one = localMs - offsetMs(zone, localMs - DAY_MS)
  const other = localMs - offsetMs(zone, localMs + DAY_MS)
  const readings = [Math.min(one, other), Math.max(one, other)] as const
  return { exact: readings.find((at) => at + offsetMs(zone, at) === localMs), late: readings[1] }
}

/** Midnight was skipped: the first instant of the day is the change itself, found by halving. */
function firstInstantOf(zone: Zone, day: number, midnightMs: number): number {
  let before = midnightMs / MINUTE_MS - 2 * 1440
  let after = midnightMs / MINUTE_MS + 2 * 1440
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (localDayNumber(zone, middle * MINUTE_MS) < day) before = middle
    else after = middle
  }
  return after * MINUTE_MS
}

function localDayNumber(zone: Zone, at: number): number {
  return Math.floor((at + offsetMs(zone, at)) / DAY_MS)
}

function offsetMs(zone: Zone, at: number): number {
  const day = Math.floor(at / DAY_MS)
  const known = zone.offsetsMs.get(day)
  if (typeof known === 'number') return known
  if (known === null) return lookUpOffsetMs(zone, at)
  const offset = lookUpOffsetMs(zone, day * DAY_MS)
  const isSteady = offset === lookUpOffsetMs(zone, (day + 1) * DAY_MS - MINUTE_MS)
  if (zone.offsetsMs.size >= MOST_REMEMBERED_DAYS) zone.offsetsMs.clear()
  zone.offsetsMs.set(day, isSteady ? offset : null)
  return isSteady ? offset : lookUpOffsetMs(zone, at)
}

/** What the wall clock shows, read as if it were UTC, less the instant. */
function lookUpOffsetMs(zone: Zone, at: number): number {
  const shown = Object.fromEntries(
    zone.clock.formatToParts(at).map((part) => [part.type, Number(part.value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
  const wholeSeconds = Math.floor(at / 1000) * 1000
  return Date.UTC(year, month - 1, day, hour, minute, second) - wholeSeconds
}

function zoneNamed(name: string): Zone {
  const known = zones.get(name)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const zone: Zone = { clock, offsetsMs: new Map() }
  zones.set(name, zone)
  return zone
}
