import type { StoreId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Db } from '../db/connect'

/** A store that terminals are to be made for. */
interface FoundStore {
  readonly storeId: StoreId
  readonly name: string
  /** How many terminals it has already. */
  readonly present: number
}

/** The stores of a scope by their numbers. */
export async function selectEnrolledStores(
  db: Db,
  scope: Scope,
  codes: readonly string[],
): Promise<ReadonlyMap<string, FoundStore>> {
  const rows = await db
    .selectFrom('store')
    .select(['storeId', 'code', 'name'])
    .select(
      sql<number>`(select count(*)::int from terminal where terminal.store_id = store.store_id)`.as(
        'present',
      ),
    )
    .where(sql<boolean>`store.code = any(${codes}::text[])`)
    .where(isInScope(scope))
    .execute()
  return new Map(rows.map(({ code, ...store }) => [code, store]))
}

/** Stores of the ids that exist, in whatever scope. */
export async function selectOwners(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, StoreId>> {
  const rows = await db
    .selectFrom('terminal')
    .select(['terminalId', 'storeId'])
    .where(sql<boolean>`terminal.terminal_id = any(${ids}::text[])`)
    .execute()
  return new Map(rows.map(({ terminalId, storeId }) => [terminalId, storeId]))
}
