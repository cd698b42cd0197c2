import type { LossRule } from '@coldkeep/domain/alarms/connection-loss'
import type { StoreId } from '@coldkeep/domain/ids'
import { nearestSetting, settingsByScope } from '@coldkeep/domain/organisation/setting-scope'
import type { Db } from '../db/connect'
import { selectLossRules } from './loss-rule-queries'
import { selectStorePlaces } from './setting-place-queries'

/** The rules that apply in these stores; one without a rule is left out. */
export async function lossRulesOfStores(
  db: Db,
  storeIds: readonly StoreId[],
): Promise<ReadonlyMap<StoreId, LossRule>> {
  const written = settingsByScope(await selectLossRules(db, storeIds))
  if (written.size === 0) return new Map()
  const places = await selectStorePlaces(db, storeIds)
  return new Map(
    places.flatMap((place) => {
      const rule = nearestSetting(written, place)
      return rule === null ? [] : [[place.storeId, rule] as const]
    }),
  )
}
