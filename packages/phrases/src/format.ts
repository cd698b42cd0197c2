import type { Translate } from './keys'
import type { Language } from './translate'

/** Shown where there is no value; never a zero. */
export const NO_VALUE = '—'
const NARROW_NO_BREAK_SPACE = '\u202f'
const MINUS = '\u2212'

export interface NumberStyle {
  readonly decimals?: number
  /** A symbol such as `°C`, set off by a narrow no-break space. */
  readonly unit?: string
  /** `true` puts a plus before positive values. */
  readonly signed?: boolean
}

const numberFormats = new Map<string, Intl.NumberFormat>()

/** A number as people of the language read it, with a true minus; an em dash where there is none. */
export function formatNumber(language: Language, value: number | null, style: NumberStyle = {}): string {
  if (value === null || !Number.isFinite(value)) return NO_VALUE
  const { decimals, unit, signed = false } = style
  const key = `${language} ${decimals ?? ''} ${signed}`
  const known = numberFormats.get(key)
  const format =
    known ??
    new Intl.NumberFormat(language, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals ?? 3,
      signDisplay: signed ? 'exceptZero' : 'negative',
    })
  if (known === undefined) numberFormats.set(key, format)
  const text = format.format(value).replace('-', MINUS)
  return unit === undefined || unit === '' ? text : `${text}${NARROW_NO_BREAK_SPACE}${unit}`
}

/** A figure that came as text, its percent sign set off as everywhere else: `98.4%` becomes `98.4 %`. */
export function withUnitSpace(figure: string): string {
  return figure.replace(/(\d)\s*%/g, `$1${NARROW_NO_BREAK_SPACE}%`)
}

/** 1,234 as `1.2k`: for axes and the middle of rings, where room is short. */
export function formatShortNumber(value: number): string {
  const size = Math.abs(value)
  const [divisor, mark] = size >= 1e6 ? [1e6, 'M'] : size >= 1e4 ? [1e3, 'k'] : [1, '']
  const scaled = Math.round((value / divisor) * 10) / 10
  return `${String(scaled).replace('-', MINUS)}${mark}`
}

export interface TimeParts {
  readonly date: string
  readonly minute: string
  readonly second: string
}

/** Clocks are put forward and back on a quarter of an hour; within one, a zone keeps its distance from UTC. */
const QUARTER_MS = 900_000
const MOST_QUARTERS = 5_000

interface ZoneClock {
  readonly format: Intl.DateTimeFormat
  /** Distance from UTC in milliseconds, by the beginning of a quarter: asking for it takes long. */
  readonly offsets: Map<number, number>
}

const zoneClocks = new Map<string, ZoneClock>()

/** An instant on the clock of an IANA zone (the browser's own when none is given): `2026-11-14`, `14:32`, `14:32:08`. */
export function timeParts(atMs: number, zone?: string): TimeParts {
  const there = new Date(atMs + offsetMs(atMs, zone)).toISOString()
  return { date: there.slice(0, 10), minute: there.slice(11, 16), second: there.slice(11, 19) }
}

function offsetMs(atMs: number, zone: string | undefined): number {
  const { format, offsets } = zoneClock(zone)
  const quarterMs = Math.floor(atMs / QUARTER_MS) * QUARTER_MS
  const known = offsets.get(quarterMs)
  if (known !== undefined) return known
  const part = Object.fromEntries(
    format.formatToParts(quarterMs).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  const offset = Date.UTC(year, month - 1, day, hour, minute, second) - quarterMs
  if (offsets.size >= MOST_QUARTERS) offsets.clear()
  offsets.set(quarterMs, offset)
  return offset
}

function zoneClock(zone: string | undefined): ZoneClock {
  const known = zoneClocks.get(zone ?? '')
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const clock = { format, offsets: new Map<number, number>() }
  zoneClocks.set(zone ?? '', clock)
  return clock
}

/** `2026-11-14 14:32`. */
export function formatInstant(atMs: number | null, zone?: string): string {
  if (atMs === null) return NO_VALUE
  const { date, minute } = timeParts(atMs, zone)
  return `${date} ${minute}`
}

/** A length of time in the two largest units that matter: `18 min`, `2 h 06 min`, `3 d 4 h`. */
export function formatMinutes(t: Translate, totalMinutes: number | null): string {
  if (totalMinutes === null) return NO_VALUE
  const minutes = Math.round(totalMinutes)
  if (minutes < 60) return t('units.minutes', { count: minutes })
  const hours = Math.floor(minutes / 60)
  const restMinutes = minutes % 60
  if (hours >= 48) {
    const restHours = hours % 24
    const days = Math.floor(hours / 24)
    return restHours === 0
      ? t('units.days', { count: days })
      : t('units.daysHours', { days, hours: restHours })
  }
  return restMinutes === 0
    ? t('units.hours', { count: hours })
    : t('units.hoursMinutes', { hours, minutes: String(restMinutes).padStart(2, '0') })
}
