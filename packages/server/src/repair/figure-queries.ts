import type { DeviceType } from '@coldkeep/domain/organisation/device'
import type { CaseCourse } from '@coldkeep/domain/repair/case-times'
import { type CaseOfDevice, REPEAT_WITHIN_DAYS } from '@coldkeep/domain/repair/repeats'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'

/** A case as figures are made of it. */
export interface FigureCase extends CaseOfDevice, Omit<CaseCourse, 'reportedAt' | 'repairedAt'> {
  readonly storeCode: string
  readonly storeName: string
  readonly deviceName: string | null
  readonly deviceType: DeviceType | null
  /** Brand and model. */
  readonly deviceModel: string | null
  /** That looks after the store; `null`: none is named. */
  readonly firm: string | null
}

/** Cases that were reported or closed in a period or in the 14 days after it, in which a repeat of one may come. */
export async function selectFigureCases(
  db: Db,
  scope: Scope,
  { from, until }: { readonly from: EpochMs; readonly until: EpochMs },
  most: number,
): Promise<FigureCase[]> {
  const end = sql`${sqlInstant(until)} + make_interval(days => ${sql.lit(REPEAT_WITHIN_DAYS)})`
  const within = (column: string) =>
    sql`(${sql.ref(column)} >= ${sqlInstant(from)} and ${sql.ref(column)} < ${end})`
  const { rows } = await sql<FigureCase>`
    select repair_case.store_id, repair_case.repair_case_id, repair_case.device_id, repair_case.cause, step.phase,
      repair_case.reported_at, repair_case.closed_at, store.code as store_code, store.name as store_name,
      device.name as device_name, device.type as device_type, model.brand || ' ' || model.model as device_model,
      vendor.name as firm, done.acknowledged_at, done.arrived_at
    from repair_case join store on store.store_id = repair_case.store_id
      join repair_progress step on step.repair_progress_id = repair_case.repair_progress_id
      left join device on device.store_id = repair_case.store_id and device.device_id = repair_case.device_id
      left join device_model model on model.device_model_id = device.device_model_id
      left join vendor on vendor.vendor_id = store.vendor_id
      left join lateral (
        select min(e.happened_at) filter (where e.kind in ('progress', 'assigned', 'cause', 'note', 'labour'))
            as acknowledged_at,
          min(e.happened_at) filter (where e.kind = 'labour'
            or (e.kind = 'progress' and e.detail ->> 'standard' = 'on_site')) as arrived_at
        from repair_event e
        where e.store_id = repair_case.store_id and e.repair_case_id = repair_case.repair_case_id
      ) done on true
    where ${isInScope(scope)} and ${isShown(scope, 'repairCase')}
      and (${within('repair_case.reported_at')} or ${within('repair_case.closed_at')})
    order by repair_case.reported_at, repair_case.repair_case_id limit ${most + 1}`.execute(db)
  return rows
}
