import { type RawBuilder, sql } from 'kysely'

/**
 * What to order by, for a sort as calls take it: a column, descending after a `-`. Missing values come last
 * either way.
 * @param columns by name
 */
export function orderOf<Name extends string>(
  columns: Readonly<Record<Name, RawBuilder<unknown>>>,
  sort: Name | `-${Name}`,
): RawBuilder<unknown> {
  const isDescending = sort.startsWith('-')
  const column = columns[(isDescending ? sort.slice(1) : sort) as Name]
  return isDescending ? sql`${column} desc nulls last` : sql`${column} asc nulls last`
}
