import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { as } from './dialect'
import { wireIdOrAll, wireIdOrNone } from './id'
import { wireInstant } from './instant'

/**
 * Where a value comes from. What is above the caller's own departments has no name for them: `above`.
 * `default` is what the product starts with, or what was set for everyone.
 */
export const wireSource = z.object({
  scope: z.enum(['default', 'department', 'store', 'above']),
  name: z.nullable(z.string()),
})
export type SettingSource = Readonly<z.output<typeof wireSource>>

/** A rule that holds in a place, and where it comes from. */
export type PlaceSetting<Rule> = Rule & {
  readonly departmentId: DepartmentId | null
  readonly storeId: StoreId | null
  /** Of the store or the department. */
  readonly name: string
  /** Of the place's own rule; `null` where it inherits. */
  readonly revision: number | null
  readonly source: SettingSource
  /** What would hold without an own rule. */
  readonly inherited: Rule & { readonly source: SettingSource }
  readonly changedBy: string | null
  readonly changedAt: number | null
}

/**
 * The revision that was read, `null` where there was no own value. A write is refused where it is no longer
 * the current one; a write without it replaces the current value.
 */
export const wireRevision = z.optional(z.nullable(z.int().check(z.gte(1))))

/**
 * The revision that was read, as a removal carries it in its query: a row that was changed since then stays,
 * and the caller is told so. Without it the current row goes.
 */
export const readRevision = z.optional(
  z.codec(z.string().check(z.regex(/^[0-9]{1,9}$/)), z.int(), { decode: Number, encode: String }),
)

/** The place whose rule is read or taken away: a store, or else a department. */
export const placeQuery = {
  departmentId: as('depart', wireIdOrAll<DepartmentId>()),
  storeId: as('store', wireIdOrAll<StoreId>()),
}

/** The place that gets a rule of its own, as a body names it. */
export const placeOfRule = {
  departmentId: wireIdOrNone<DepartmentId>(),
  storeId: wireIdOrNone<StoreId>(),
}

/** A {@link PlaceSetting} as it travels, by the fields of its rule. */
export function placeSetting<const Fields extends z.core.$ZodShape>(rule: Fields) {
  return z.object({
    ...rule,
    ...placeOfRule,
    name: z.string(),
    revision: z.nullable(z.int()),
    source: wireSource,
    inherited: z.object({ ...rule, source: wireSource }),
    changedBy: z.nullable(z.string()),
    changedAt: z.nullable(wireInstant),
  })
}
