import type { StoreId } from '@coldkeep/domain/ids'
import { type PaidAct, paidActs } from '@coldkeep/domain/service-points/service'
import type { Db } from '../db/connect'
import { selectStorePlace } from './ledger-queries'
import { selectRule } from './rule-queries'
import { selectBalances, selectUsedByStore } from './statement-queries'

/** What an act at a store costs now, what its chain has left for it, and what the store has used; in points. */
export interface ActCost {
  readonly price: number
  readonly free: number
  readonly used: number
}

/** @returns `null` for a store that is gone */
export async function readCost(db: Db, storeId: StoreId, act: PaidAct): Promise<ActCost | null> {
  const place = await selectStorePlace(db, storeId)
  if (place === undefined) return null
  const subservice = paidActs[act]
  const [{ prices }, balances, used] = await Promise.all([
    selectRule(db, place.chainId),
    selectBalances(db, place.chainId),
    selectUsedByStore(db, place.chainId, storeId),
  ])
  const balance = balances.find((one) => one.subservice === subservice)
  return { price: prices[act] ?? 0, free: balance?.free ?? 0, used: used.get(subservice) ?? 0 }
}
