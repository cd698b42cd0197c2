import type { DeviceModelId, FridgeEntryId, StoreId } from '@coldkeep/domain/ids'
import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { SavingDays } from '@coldkeep/domain/parameters/find-savings'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../../db/connect'
import { instantText } from '../../db/instants'
import { type ComparableDevice, firmwareOf } from '../device-queries'

/** Weeks that are looked at, fewer where a parameter was changed since: what it did before says nothing of it now. */
const DAYS_LOOKED_AT = 28

export interface WatchedDays extends SavingDays, ComparableDevice {
  readonly deviceModelId: DeviceModelId
  readonly fridgeBrandId: FridgeEntryId | null
  readonly type: DeviceType
  /** What the product was judged by on the last of the days. */
  readonly zone: TemperatureZone | null
  readonly country: string
  readonly isCoilPoor: boolean
}

/** What the last weeks of the devices of stores showed, by store and device. */
export async function selectSavingDays(
  db: Db,
  storeIds: readonly StoreId[],
  now: EpochMs,
): Promise<WatchedDays[]> {
  const { rows } = await sql<WatchedDays>`
    with looked as (
      select device.store_id, device.device_id, device.device_model_id, device.type, device.zone, store.country,
        department.path, ${firmwareOf} as firmware, device.fridge_brand_id, device.fridge_type_id, device.fridge_location_id,
        (${instantText(now)}::timestamptz at time zone store.zone)::date as today,
        (select max((e.at at time zone store.zone)::date) from parameter_event e
          where e.store_id = device.store_id and e.device_id = device.device_id) as changed_on
      from device
        join store on store.store_id = device.store_id
        join department on department.department_id = store.department_id
      where device.store_id = any(${storeIds}::int[]) and device.removed_at is null
    )
    select looked.store_id, looked.device_id, looked.device_model_id, looked.type, looked.country,
      looked.path as departments, looked.firmware, looked.fridge_brand_id, looked.fridge_type_id, looked.fridge_location_id,
      coalesce((array_agg(t.zone order by t."on" desc) filter (where t.zone is not null))[1], looked.zone) as zone,
      count(*)::int as days, max(t.highest_c) as highest_c,
      (count(*) filter (where t.excursion_minutes > 0))::int as excursion_days,
      avg((day.measured ->> 'energyKwh')::float8) as energy_kwh,
      avg((day.measured ->> 'runRatio')::float8) as run_ratio,
      avg((day.measured ->> 'openRunRatio')::float8) as open_run_ratio,
      avg((day.measured ->> 'closedRunRatio')::float8) as closed_run_ratio,
      avg((day.measured ->> 'closedHours')::float8) as closed_hours,
      avg(o.defrosts)::float8 as defrosts, avg(o.defrost_minutes) as defrost_minutes,
      avg(o.door_openings)::float8 as door_openings,
      coalesce((select bool_or(loss ->> 'cause' in ('coil_difference', 'recovery') and (loss ->> 'points')::float8 > 0)
        from device_health h, jsonb_array_elements(h.losses) loss
        where h.store_id = looked.store_id and h.device_id = looked.device_id), false) as is_coil_poor
    from looked
      join score_day day on day.store_id = looked.store_id and day.device_id = looked.device_id and day.is_whole
        and day."on" < looked.today and day."on" >= looked.today - ${DAYS_LOOKED_AT}::int
        and day."on" > coalesce(looked.changed_on, '-infinity'::date)
      left join temperature_day t on t.store_id = day.store_id and t.device_id = day.device_id and t."on" = day."on"
      left join operation_day o on o.store_id = day.store_id and o.device_id = day.device_id and o."on" = day."on"
    group by looked.store_id, looked.device_id, looked.device_model_id, looked.firmware, looked.type, looked.country, looked.path,
      looked.fridge_brand_id, looked.fridge_type_id, looked.fridge_location_id, looked.zone
    order by looked.store_id, looked.device_id`.execute(db)
  return rows
}
