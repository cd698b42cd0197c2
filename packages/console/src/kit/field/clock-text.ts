/** Times of a day travel as `HH:MM`. What a field holds may also be a text that is none. */
export type ClockText = string

const CLOCK = /^(\d{1,2}):?(\d{2})$/

/** What was typed as a time of day: 830, 8:30 and full-width digits are accepted. @returns null where it is none */
export function clockFromText(text: string): ClockText | null {
  const [, hour, minute] = CLOCK.exec(text.normalize('NFKC').trim()) ?? []
  if (hour === undefined || minute === undefined) return null
  return Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : null
}
