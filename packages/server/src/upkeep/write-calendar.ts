import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'

/** A day on which something is due. */
export interface DueDay {
  /** The same for the same thing: a calendar that reads it again moves its entry. */
  readonly key: string
  readonly on: LocalDate
  readonly summary: string
  readonly location: string
  /** Several lines. */
  readonly description: string
  /** Rises with each change. */
  readonly sequence: number
}

const LINE_END = '\r\n'
/** A longer line goes on in the next one, behind a blank (RFC 5545, 3.1). */
const LONGEST_LINE_OCTETS = 75
const octets = new TextEncoder()

/** A calendar (RFC 5545) of days that things are due on. @param at when it is written */
export function writeCalendar(days: readonly DueDay[], at: EpochMs): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Coldkeep//Upkeep//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...days.flatMap((day) => eventLines(day, at)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => folded(line) + LINE_END).join('')
}

function eventLines({ key, on, summary, location, description, sequence }: DueDay, at: EpochMs): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${key}`,
    `DTSTAMP:${new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${dateText(on)}`,
    // the day after the last one
    `DTEND;VALUE=DATE:${dateText(addDays(on, 1))}`,
    `SUMMARY:${escaped(summary)}`,
    `LOCATION:${escaped(location)}`,
    `DESCRIPTION:${escaped(description)}`,
    `SEQUENCE:${sequence}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

function dateText(day: LocalDate): string {
  return day.replaceAll('-', '')
}

/** A text as a value (3.3.11). */
export function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')
}

/** A line of any length, in pieces that are short enough; no character is cut in two. */
export function folded(line: string): string {
  const pieces: string[] = []
  let piece = ''
  let length = 0
  for (const character of line) {
    const more = octets.encode(character).length
    if (length + more > LONGEST_LINE_OCTETS) {
      pieces.push(piece)
      piece = ' '
      length = 1
    }
    piece += character
    length += more
  }
  return [...pieces, piece].join(LINE_END)
}
