import * as z from 'zod/mini'

/** Number of a page, from 1. */
export const pageNumber = z.codec(z.string().check(z.regex(/^[0-9]{1,6}$/)), z.int().check(z.gte(1)), {
  decode: Number,
  encode: String,
})

/** Rows of a page, 200 at most. */
export const pageSize = pageNumber.check(z.lte(200))
