import * as z from 'zod/mini'
import { as } from './dialect'

/** Number of a page, from 1. */
export const pageNumber = z.codec(z.string().check(z.regex(/^[0-9]{1,6}$/)), z.int().check(z.gte(1)), {
  decode: Number,
  encode: String,
})

/** Rows of a page, 200 at most. */
export const pageSize = pageNumber.check(z.lte(200))

/**
 * What a list takes that the service searches, sorts and pages: a text to look for, a key to sort by
 * (descending after a `-`), and the page.
 * @param keys that it sorts by; the first one by default
 * @param rows of a page by default
 */
export function pagedBy<Key extends string>(keys: readonly [Key, ...Key[]], rows: number) {
  const orders = [...keys, ...keys.map((key) => `-${key}` as const)] as const
  return {
    search: as('key', z._default(z.string().check(z.maxLength(80)), '')),
    sort: z._default(z.enum(orders), keys[0] as never),
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageSize, rows),
  }
}
