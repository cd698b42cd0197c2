/** Days travel as `YYYY-MM-DD`, without a zone. What a field holds may also be a text that is no day. */
export type DayText = string

export type DayFault = 'form' | 'unreal'

/** What was typed as a day: slashes, dots and full-width digits are accepted, nothing is `null`. */
export function dayFromText(text: string): DayText | null | DayFault {
  const plain = text.normalize('NFKC').trim()
  if (plain === '') return null
  const match = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?$/.exec(plain)
  if (match === null) return 'form'
  const [, year, month, date] = match.map(Number) as [number, number, number, number]
  const ms = Date.UTC(year, month - 1, date)
  const day = new Date(ms).toISOString().slice(0, 10)
  return day === `${match[1]}-${pad(month)}-${pad(date)}` ? day : 'unreal'
}

/** A day that can be compared with others; `undefined` for nothing and for a text that is no day. */
export function readDay(text: DayText | null): DayText | undefined {
  return text !== null && dayFromText(text) === text ? text : undefined
}

function pad(part: number): string {
  return String(part).padStart(2, '0')
}
