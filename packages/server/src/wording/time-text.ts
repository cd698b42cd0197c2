import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { Language } from '@coldkeep/phrases/translate'

/** Month and day, short, as the language writes it. */
export function dayText(language: Language, on: LocalDate): string {
  const form = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return formatOf(language, form).format(Date.parse(`${on}T00:00:00Z`))
}

/** The time on the clock of a zone, `14:20`. */
export function clockText(zone: string, at: EpochMs): string {
  const form = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone } as const
  return formatOf('en-GB', form).format(at)
}

/** ISO 8601 in UTC, to the millisecond. */
export function instantText(at: EpochMs): string {
  return new Date(at).toISOString()
}

/** Making a format takes a hundred times as long as using it, and a week has hundreds of intervals. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(language: string, form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${form.timeZone} ${form.hour ?? ''}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(language, form)
  formats.set(key, format)
  return format
}
