import { isFloodNow } from '@coldkeep/domain/alarms/announcement'
import { STALE_AFTER_MS } from '@coldkeep/domain/alarms/standing-alarm'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { selectLately } from '../../alarms/announce'
import type { Db } from '../../db/connect'
import type { Scope } from '../../http/scope'
import type { CountFigures } from '../../present/alarm-list'
import { selectHosts } from '../home/queries'
import { selectAgeCounts, selectOpenCounts } from './queries'

/** The open alarms of a scope in figures. Whether it is a flood is what the operators of the department are told. */
export async function countAlarms(
  db: Db,
  scope: Scope,
  { storeId, departmentId }: { readonly storeId: StoreId | null; readonly departmentId: DepartmentId },
  now: EpochMs,
): Promise<CountFigures> {
  const ages = { staleBefore: later(now, -STALE_AFTER_MS), newAfter: later(now, -minutes(10)) }
  const { stale, recent } = await selectAgeCounts(db, scope, storeId, ages)
  return {
    open: await selectOpenCounts(db, scope, storeId),
    stale,
    recent,
    hostsLost: (await selectHosts(db, scope)).lost,
    isFlood: isFloodNow(await selectLately(db, departmentId), now),
  }
}
