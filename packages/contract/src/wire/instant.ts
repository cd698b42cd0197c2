import * as z from 'zod/mini'

const LOCAL_TIME = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const OFFSET = /^[+\- ](0\d|1[0-4]):[0-5]\d$/

/** `YYYY-MM-DDTHH:mm:ss`, a time on the clock of the `timezone` that travels beside it. */
export const localTime = z.string().check(z.regex(LOCAL_TIME), z.refine(isRealDate))

/** An offset such as `+08:00`; a `+` that arrived as a blank is accepted. Decoded to minutes east of UTC. */
export const zoneOffset = z.codec(z.string().check(z.regex(OFFSET)), z.int().check(z.gte(-840), z.lte(840)), {
  decode: (text) => {
    const [hours, minutes] = text.slice(1).split(':').map(Number) as [number, number]
    return (text[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
  },
  encode: (minutes) => {
    const size = Math.abs(minutes)
    const two = (n: number) => String(n).padStart(2, '0')
    return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
  },
})

/** `YYYY-MM-DD`, a day of each store's own calendar. A `YYYY-MM-DDTHH:mm:ss` is taken as its day. */
export const wireDate = z.codec(
  z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}(T([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/)),
  z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isRealDate)),
  { decode: (text) => text.slice(0, 10), encode: (day) => day },
)

/** ISO 8601 in UTC with milliseconds, for instants that need no zone. Decoded to epoch milliseconds. */
export const wireInstant = z.codec(z.iso.datetime(), z.number(), {
  decode: (text) => Date.parse(text),
  encode: (ms) => new Date(ms).toISOString(),
})

function isRealDate(text: string): boolean {
  const day = text.slice(0, 10)
  const parsed = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day)
}
