import { type JoinBuilder, sql } from 'kysely'
import type { Tables } from './tables'

type Shared<A extends keyof Tables, B extends keyof Tables> = keyof Tables[A] & keyof Tables[B] & string

/** The condition of a join: rows of two tables of the query that have the same in each of these columns. */
export function sameIn<A extends keyof Tables, B extends keyof Tables>(
  one: A,
  other: B,
  ...columns: readonly Shared<A, B>[]
) {
  return (join: JoinBuilder<Tables, A | B>) =>
    columns.reduce(
      (joined, column) =>
        joined.on(sql<boolean>`${sql.ref(`${one}.${column}`)} = ${sql.ref(`${other}.${column}`)}`),
      join,
    )
}
