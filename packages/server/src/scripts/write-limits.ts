import type { LimitRule } from '@coldkeep/domain/alarms/limit-rule'
import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'
import { lockAlarmStores } from '../devices/alarm-store-queries'
import { deleteAlarmRules, insertAlarmRule, selectAlarmRules } from './alarm-rule-queries'

/** A point that a script reads, with the rule that the script has for it; `null`: that of its zone. */
export interface PointRule {
  readonly pointId: PointId
  readonly deviceId: DeviceId
  readonly rule: LimitRule | null
}

/** Makes the rules of a script those of its points, from now on. Points that it does not read any more lose theirs. */
export async function writeLimits(
  trx: Db,
  storeId: StoreId,
  points: readonly PointRule[],
  dropped: readonly PointId[],
): Promise<void> {
  const present = await selectAlarmRules(trx, storeId)
  const ruleless = new Set([
    ...dropped,
    ...points.flatMap(({ pointId, rule }) => (rule === null ? [pointId] : [])),
  ])
  const removed = present.filter(({ pointId }) => ruleless.has(pointId)).map(({ pointId }) => pointId)
  const changed = points.flatMap(({ pointId, deviceId, rule }) => {
    if (rule === null) return []
    const { lowLimit, lowDelayMinutes, highLimit, highDelayMinutes, lostDelayMinutes } = rule
    const row = {
      storeId,
      pointId,
      deviceId,
      lowLimit,
      lowDelayMinutes,
      highLimit,
      highDelayMinutes,
      lostDelayMinutes,
    }
    const before = present.find((one) => one.pointId === pointId)
    const isSame = Object.entries(row).every(([key, value]) => before?.[key as keyof typeof before] === value)
    return isSame ? [] : [row]
  })
  if (removed.length === 0 && changed.length === 0) return
  // what servers cache of the rules of a store is valid until it is locked
  await lockAlarmStores(trx, [storeId])
  if (removed.length > 0) await deleteAlarmRules(trx, storeId, removed)
  for (const row of changed) await insertAlarmRule(trx, row)
}
