import type { StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, minutes } from '@coldkeep/domain/time/instant'
import type { Session } from '../db/connect'
import type { RoundWork, SetAside } from '../tasks/set-aside'
import {
  type DueHour,
  deleteDueHours,
  selectDueHours,
  selectPackedHours,
  selectPointLists,
  selectScansOfHour,
  upsertStagedHours,
} from './hour-queries'
import { packHour } from './pack-hours'
import { createHourPartitions } from './partitions'
import { stageHours } from './staging-queries'

const HOUR_MS = 3_600_000
/** After its end an hour is left alone for a while: most stragglers are in then, and a cluster has settled. */
const SETTLE_MS = minutes(5)
/** A mark that is set again and again by a backlog coming in waits until it has been quiet. */
const QUIET_MS = minutes(2)
/** Stores in one transaction: few, since the embedded database takes no readings in between. */
const STORES_PER_STEP = 8
export const packedHours: RoundWork<DueHour> = {
  round: 'packing',
  nameOf: ({ storeId, hour }) => `${storeId}/${new Date(hour).toISOString()}`,
}

export interface CompactionStep {
  readonly hour: number
  readonly stores: number
  readonly rows: number
}

/** Which marked hours may be packed now: those that begin before the first instant and were marked before the second. */
export function compactableNow(now: EpochMs): { readonly before: number; readonly markedBefore: number } {
  return { before: now - HOUR_MS - SETTLE_MS, markedBefore: now - QUIET_MS }
}

/**
 * Packs the oldest due hour of a few stores, in one transaction: repeated or interrupted it changes nothing.
 * @param session with the stage tables
 * @returns null when nothing is due
 */
export async function compactStep(
  session: Session,
  aside: SetAside,
  now: EpochMs,
  storesPerStep = STORES_PER_STEP,
): Promise<CompactionStep | null> {
  const due = await selectDueHours(session.kysely, {
    ...compactableNow(now),
    limit: storesPerStep,
    but: aside.waiting(packedHours, now),
  })
  const hour = due[0]?.hour
  if (hour === undefined) return null
  await createHourPartitions(session.kysely, [hour])
  const sum = { hour, stores: 0, rows: 0 }
  const ofHour = due.filter((row) => row.hour === hour)
  await aside.work(packedHours, ofHour, now, async (some) => {
    const storeIds = some.map(({ storeId }) => storeId)
    const step = await compactHour(session, storeIds, hour)
    sum.stores += step.stores
    sum.rows += step.rows
  })
  return sum
}

/** Packs one hour of these stores, as far as it is marked. */
export async function compactHour(
  session: Session,
  storeIds: readonly StoreId[],
  hour: number,
): Promise<CompactionStep> {
  const lists = await selectPointLists(session.kysely, storeIds)
  const rows = await session.kysely.transaction().execute(async (trx) => {
    // first the marks: a reading that is being stored now is either seen below or marks its hour again
    const taken = await deleteDueHours(trx, storeIds, hour)
    if (taken.length === 0) return 0
    const isTaken = new Set(taken)
    const own = lists.filter((list) => isTaken.has(list.storeId))
    const scans = await selectScansOfHour(trx, taken, hour)
    const packed = await selectPackedHours(trx, {
      storeIds: taken,
      deviceIds: scans.map((row) => row.deviceId),
      from: hour,
      to: hour + HOUR_MS,
    })
    const hours = packHour({ hourMs: hour, lists: own, scans, packed })
    await stageHours(trx, hours)
    await upsertStagedHours(trx)
    return hours.length
  })
  return { hour, stores: storeIds.length, rows }
}
