import type { Id } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'

/**
 * An id as the specification sends it: a text of digits (a number is accepted). Range 1 to 2^53 − 1.
 * Example: `wireId<StoreId>()`.
 */
export function wireId<Kind extends Id<string>>() {
  return z.codec(
    z.union([z.string().check(z.regex(/^[0-9]{1,16}$/)), z.int()]),
    z.custom<Kind>((value) => Number.isSafeInteger(value) && Number(value) > 0),
    { decode: (text) => Number(text) as Kind, encode: (id) => String(id) },
  )
}

/** `all`, an empty text or nothing means every one the caller may see; in code that is `null`. */
export function wireIdOrAll<Kind extends Id<string>>() {
  return z.codec(
    z.optional(z.union([z.string().check(z.regex(/^(all|[0-9]{0,16})$/)), z.int()])),
    z.nullable(z.custom<Kind>((value) => Number.isSafeInteger(value) && Number(value) > 0)),
    {
      decode: (text) => (text === undefined || text === 'all' || text === '' ? null : (Number(text) as Kind)),
      encode: (id) => (id === null ? 'all' : String(id)),
    },
  )
}

/** An id, or an empty text for none, which is `null` in code. */
export function wireIdOrNone<Kind extends Id<string>>() {
  return z.codec(
    z.optional(z.nullable(z.union([z.string().check(z.regex(/^[0-9]{0,16}$/)), z.int()]))),
    z.nullable(z.custom<Kind>((value) => Number.isSafeInteger(value) && Number(value) > 0)),
    {
      decode: (text) => (text === undefined || text === null || text === '' ? null : (Number(text) as Kind)),
      encode: (id) => (id === null ? '' : String(id)),
    },
  )
}
