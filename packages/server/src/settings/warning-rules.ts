import {
  DEFAULT_WARNING_RULES,
  type WarningRules,
  warningRulesFor,
} from '@coldkeep/domain/alarms/early-warning-rules'
import type { StoreId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'
import { selectStorePlaces } from './setting-place-queries'
import { selectWarningRules } from './warning-rule-queries'

/** The rules that hold in each of these stores. */
export async function warningRulesOfStores(
  db: Db,
  storeIds: readonly StoreId[],
): Promise<ReadonlyMap<StoreId, WarningRules>> {
  const written = await selectWarningRules(db, storeIds)
  if (written.length === 0) return new Map(storeIds.map((storeId) => [storeId, DEFAULT_WARNING_RULES]))
  const places = await selectStorePlaces(db, storeIds)
  return new Map(places.map((place) => [place.storeId, warningRulesFor(written, place)]))
}
