import type { DemandRule } from '@coldkeep/domain/analysis/demand-watch'
import type { StoreId } from '@coldkeep/domain/ids'
import { nearestSetting, settingsByScope } from '@coldkeep/domain/organisation/setting-scope'
import type { Db } from '../db/connect'
import { selectDemandRules } from './demand-rule-queries'
import { selectStorePlaces } from './setting-place-queries'

/** How these stores are notified of their demand; one without a rule is left out. */
export async function demandRulesOfStores(
  db: Db,
  storeIds: readonly StoreId[],
): Promise<ReadonlyMap<StoreId, DemandRule>> {
  const written = settingsByScope(await selectDemandRules(db, storeIds))
  if (written.size === 0) return new Map()
  const places = await selectStorePlaces(db, storeIds)
  return new Map(
    places.flatMap((place) => {
      const rule = nearestSetting(written, place)
      return rule === null ? [] : [[place.storeId, rule] as const]
    }),
  )
}
