import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { dueByHours } from '@coldkeep/domain/upkeep/due-by-hours'
import { nextDue } from '@coldkeep/domain/upkeep/next-due'
import type { DoneUpkeep, UpkeepUnit } from '@coldkeep/domain/upkeep/upkeep-plan'
import type { Db, Trx } from '../db/connect'
import type { UpkeepPlanContent } from './plan-queries'
import { selectHourPlans, selectRunDays, updateDueDays } from './running-hour-queries'

/** The day on which a plan is due next, by the calendar or by what its device has run. */
export async function dueOf(
  trx: Trx,
  storeId: StoreId,
  { unit, ...content }: UpkeepPlanContent,
  last: DoneUpkeep | null,
): Promise<LocalDate | null> {
  if (unit !== 'running_hour') return nextDue({ unit, ...content }, last)
  const { deviceId, every, startsOn } = content
  return deviceId === null
    ? null
    : dueSince(trx, { storeId, deviceId, every, startsOn, lastDoneOn: last?.doneOn ?? null })
}

interface HourPlan {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly every: number
  readonly startsOn: LocalDate
  readonly lastDoneOn: LocalDate | null
}

async function dueSince(db: Db, { storeId, deviceId, every, startsOn, lastDoneOn }: HourPlan) {
  // on the day itself it ran before the work for the most part
  const from = lastDoneOn !== null && lastDoneOn >= startsOn ? addDays(lastDoneOn, 1) : startsOn
  return dueByHours(every, await selectRunDays(db, { storeId, deviceId }, from))
}

/** True where what was done counts: no other work was recorded for that day or a later one. */
export function restartsHours(unit: UpkeepUnit, doneOn: LocalDate, lastDoneOn: string | null): boolean {
  return unit === 'running_hour' && (lastDoneOn === null || doneOn > lastDoneOn)
}

/** Brings the due days of plans by running hours up to the days that were counted since. @returns how many moved */
export async function recountHours(db: Db): Promise<number> {
  const moved: { storeId: StoreId; planId: number; dueOn: LocalDate | null }[] = []
  for (const { planId, dueOn, ...plan } of await selectHourPlans(db)) {
    const next = await dueSince(db, plan)
    if (next !== dueOn) moved.push({ storeId: plan.storeId, planId, dueOn: next })
  }
  await updateDueDays(db, moved)
  return moved.length
}
