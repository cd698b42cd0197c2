import { isFloodNow } from '@coldkeep/domain/alarms/announcement'
import { STALE_AFTER_MS } from '@coldkeep/domain/alarms/open-alarm'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import { selectRecent } from './announcement-queries'
import { selectFloodPlace } from './flood-queries'
import { selectHosts } from './host-lost-queries'
import { selectAgeCounts, selectOpenCounts } from './shown-alarm-queries'
import type { CountFigures } from './words/alarm-list'

/** What is counted: a department or one of its stores. */
interface CountedPlace {
  readonly storeId: StoreId | null
  readonly departmentId: DepartmentId
  /** The caller's own department. */
  readonly topId: DepartmentId
}

/**
 * The open alarms of a scope in figures. Whether there is a flood follows from the announcements to the
 * operators of the department.
 */
export async function countAlarms(
  db: Db,
  scope: Scope,
  { storeId, departmentId, topId }: CountedPlace,
  now: EpochMs,
): Promise<CountFigures> {
  const ages = { staleBefore: later(now, -STALE_AFTER_MS), newAfter: later(now, -minutes(10)) }
  const isFlood = isFloodNow(await selectRecent(db, departmentId), now)
  const place =
    isFlood && storeId === null ? await selectFloodPlace(db, scope, departmentId, ages.newAfter) : null
  const { stale, recent } = await selectAgeCounts(db, scope, storeId, ages)
  return {
    open: await selectOpenCounts(db, scope, storeId),
    stale,
    recent,
    hostsLost: (await selectHosts(db, scope)).lost,
    isFlood,
    floodPlace: place && { ...place, path: place.path.slice(place.path.indexOf(topId)) },
  }
}
