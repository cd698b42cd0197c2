import * as z from 'zod/mini'

/**
 * Where a value comes from. What stands above the caller's own departments has no name for them: `above`.
 * `default` is what the product starts with, or what was set for everybody.
 */
export const wireSource = z.object({
  scope: z.enum(['default', 'department', 'store', 'above']),
  name: z.nullable(z.string()),
})
export type SettingSource = Readonly<z.output<typeof wireSource>>

/**
 * The revision that was read, `null` where there was no own value. A write is refused where another one stands by now;
 * one that does not tell what it read replaces whatever stands there.
 */
export const wireRevision = z.optional(z.nullable(z.int().check(z.gte(1))))

/**
 * The revision that was read, as a removal carries it in its query: a row that somebody has changed since stays, and is
 * told. Without it whatever stands there goes.
 */
export const readRevision = z.optional(
  z.codec(z.string().check(z.regex(/^[0-9]{1,9}$/)), z.int(), { decode: Number, encode: String }),
)
