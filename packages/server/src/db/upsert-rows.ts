import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect'
import { instantText } from './instants'
import type { Tables } from './tables'

/** How a column travels. Instants are epoch milliseconds in the rows. */
type ColumnKind = 'int4' | 'int8' | 'float8' | 'text' | 'bool' | 'date' | 'jsonb' | 'timestamptz' | 'bytea'

export type ColumnKinds<Row> = { readonly [Name in keyof Row & string]: ColumnKind }

/**
 * Writes rows in one statement, one array per column; a row that is there under the same key is replaced as far as
 * the columns go. No key may occur twice among the rows.
 */
export async function upsertRows<Row extends object>(
  db: Db,
  table: keyof Tables,
  columns: ColumnKinds<Row>,
  key: readonly (keyof Row & string)[],
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  const kinds = Object.entries(columns) as [keyof Row & string, ColumnKind][]
  const names = kinds.map(([name]) => name)
  const replaced = names.filter((name) => !key.includes(name))
  await sql`
    insert into ${sql.table(table)} (${list(names.map((name) => sql.ref(name)))})
    select * from unnest(${list(kinds.map(([name, kind]) => arrayOf(rows, name, kind)))})
    on conflict (${list(key.map((name) => sql.ref(name)))})
    do update set ${list(replaced.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`.execute(
    db,
  )
}

function arrayOf<Row>(rows: readonly Row[], name: keyof Row, kind: ColumnKind): RawBuilder<unknown> {
  const values = rows.map((row) => {
    const value = row[name]
    if (value === null) return null
    if (kind === 'jsonb') return JSON.stringify(value)
    return kind === 'timestamptz' ? instantText(value as number) : value
  })
  return sql`${values}::${sql.raw(kind)}[]`
}

function list(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(parts)
}
