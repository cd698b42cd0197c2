import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { Language } from '@coldkeep/phrases/translate'

/** Month and day, short, as the language writes it. */
export function dayText(language: Language, on: LocalDate): string {
  const form = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, form).format(Date.parse(`${on}T00:00:00Z`))
}

/** The time on the clock of a zone, `14:20`. */
export function clockText(zone: string, at: EpochMs): string {
  const form = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone } as const
  return new Intl.DateTimeFormat('en-GB', form).format(at)
}

/** ISO 8601 in UTC, to the millisecond. */
export function instantText(at: EpochMs): string {
  return new Date(at).toISOString()
}
