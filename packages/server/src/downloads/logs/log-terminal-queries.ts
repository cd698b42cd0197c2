import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { Scope } from '../../access/scope'
import { isInScope } from '../../access/scope-queries'
import type { Db } from '../../db/connect'

/** The terminals of stores that accept commands. */
export function selectRequestedTerminals(
  db: Db,
  storeIds: readonly StoreId[],
): Promise<{ storeId: StoreId; terminalId: TerminalId }[]> {
  return db
    .selectFrom('terminal')
    .select(['storeId', 'terminalId'])
    .where('storeId', 'in', storeIds)
    .where('isEnabled', '=', true)
    .orderBy('storeId')
    .orderBy('terminalId')
    .execute()
}

/** Stores of a scope with such terminals. */
export function selectLogStores(db: Db, scope: Scope, most: number) {
  return db
    .selectFrom('store')
    .select(['storeId', 'zone'])
    .where(isInScope(scope))
    .where((is) =>
      is.exists(
        is
          .selectFrom('terminal')
          .select('terminalId')
          .whereRef('terminal.storeId', '=', 'store.storeId')
          .where('isEnabled', '=', true),
      ),
    )
    .orderBy('storeId')
    .limit(most)
    .execute()
}
