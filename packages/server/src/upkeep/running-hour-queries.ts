import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { RunDay } from '@coldkeep/domain/upkeep/due-by-hours'
import { sql } from 'kysely'
import type { Db } from '../db/connect'

const MINUTES = 60

/** How long a device ran on each day that was counted, from a day on. */
export async function selectRunDays(
  db: Db,
  { storeId, deviceId }: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  from: LocalDate,
): Promise<RunDay[]> {
  const rows = await db
    .selectFrom('operationDay')
    .select(['on', 'compressorMinutes'])
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('on', '>=', from)
    .orderBy('on')
    .execute()
  return rows.map(({ on, compressorMinutes }) => ({
    on: on as LocalDate,
    hours: compressorMinutes / MINUTES,
  }))
}

/** Plans in force that count running hours of a device in use. */
export async function selectHourPlans(db: Db) {
  const rows = await db
    .selectFrom('upkeepPlan')
    .innerJoin('device', (join) =>
      join
        .onRef('device.storeId', '=', 'upkeepPlan.storeId')
        .onRef('device.deviceId', '=', 'upkeepPlan.deviceId'),
    )
    .select([
      'upkeepPlan.storeId',
      'upkeepPlan.upkeepPlanId as planId',
      'device.deviceId',
      'upkeepPlan.every',
      'upkeepPlan.startsOn',
      'upkeepPlan.lastDoneOn',
      'upkeepPlan.dueOn',
    ])
    .where('upkeepPlan.unit', '=', 'running_hour')
    .where('upkeepPlan.removedAt', 'is', null)
    .where('device.removedAt', 'is', null)
    .execute()
  return rows
}

/** Not a change that people make: revisions stay. */
export async function updateDueDays(
  db: Db,
  moved: readonly { readonly storeId: StoreId; readonly planId: number; readonly dueOn: LocalDate | null }[],
): Promise<void> {
  if (moved.length === 0) return
  await sql`
    update upkeep_plan p set due_on = u.due_on
    from unnest(${moved.map(({ storeId }) => storeId)}::int[], ${moved.map(({ planId }) => planId)}::bigint[],
      ${moved.map(({ dueOn }) => dueOn)}::date[]) as u (store_id, upkeep_plan_id, due_on)
    where p.store_id = u.store_id and p.upkeep_plan_id = u.upkeep_plan_id`.execute(db)
}
