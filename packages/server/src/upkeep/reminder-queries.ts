import type { DepartmentId, DeviceId, StoreId, UpkeepPlanId } from '@coldkeep/domain/ids'
import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { SOON_DAYS } from '@coldkeep/domain/upkeep/due-state'
import type { UpkeepNews } from '@coldkeep/domain/upkeep/upkeep-news'
import { sql } from 'kysely'
import type { Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'

/** A device that a plan is for. */
interface PlannedDevice {
  readonly deviceId: DeviceId
  readonly type: DeviceType
  readonly zone: TemperatureZone | null
}

/** A plan of which people are to be reminded. */
export interface RemindedPlan {
  readonly storeId: StoreId
  readonly planId: UpkeepPlanId
  readonly item: string
  readonly dueOn: LocalDate
  readonly storeCode: string
  readonly storeName: string
  /** The departments down to its store. */
  readonly path: readonly DepartmentId[]
  /** None: the store as a whole. */
  readonly devices: readonly PlannedDevice[]
}

/**
 * By what a reminder is known again: the due day, or by running hours, where that day is a forecast which moves, the day from
 * which they are counted.
 */
const reminder = sql`case when p.unit = 'running_hour' then coalesce(p.last_done_on, p.starts_on) else p.due_on end`

const columns = { due_soon: 'reminded_soon_on', overdue: 'reminded_overdue_on' } as const

/**
 * Plans that have become due soon, or overdue, since people were reminded of their due day the last time; from now on they
 * have been. Of two servers that ask at once each gets other plans.
 */
export async function takeReminded(trx: Trx, about: UpkeepNews, now: EpochMs): Promise<RemindedPlan[]> {
  const reminded = sql.ref(columns[about])
  const today = sql`(${sqlInstant(now)} at time zone s.zone)::date`
  const isOverdue = sql`p.due_on + p.grace_days < ${today}`
  const isDue =
    about === 'overdue' ? isOverdue : sql`p.due_on <= ${today} + ${SOON_DAYS}::int and not (${isOverdue})`
  const { rows } = await sql<RemindedPlan>`
    with taken as (
      update upkeep_plan p set ${reminded} = ${reminder}
      from store s
      where s.store_id = p.store_id and p.removed_at is null and p.${reminded} is distinct from ${reminder} and ${isDue}
        and not exists (select from device d
          where d.store_id = p.store_id and d.device_id = p.device_id and d.removed_at is not null)
      returning p.store_id, p.upkeep_plan_id, p.item, p.due_on, p.device_id, p.device_type)
    select taken.store_id, taken.upkeep_plan_id as plan_id, taken.item, taken.due_on, store.code as store_code,
      store.name as store_name, department.path,
      coalesce((select jsonb_agg(jsonb_build_object('deviceId', d.device_id, 'type', d.type, 'zone', d.zone))
        from device d where d.store_id = taken.store_id
          and (d.device_id = taken.device_id or d.type = taken.device_type)), '[]'::jsonb) as devices
    from taken join store on store.store_id = taken.store_id
      join department on department.department_id = store.department_id
    order by taken.due_on, store.code, taken.item`.execute(trx)
  return rows
}

/** The devices that row `n` of the outbox names; a plan for a store as a whole names the store alone. */
export const equipmentOfUpkeep = sql`select (named ->> 0)::int as store_id, (named ->> 1)::bigint as device_id
  from jsonb_array_elements((n.detail ->> 'devices')::jsonb) named`
