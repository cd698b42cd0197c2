import type { MeasuredHealth } from '@coldkeep/domain/analysis/health-indicators'
import type { DeviceId, ParameterApplyId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Scope } from '../../access/scope'
import { isInScope, isShown } from '../../access/scope-queries'
import type { Db } from '../../db/connect'

/** Days that are compared: so many before the first write of a device, and so many after its last one. */
const DAYS_BEFORE = 28
export const DAYS_AFTER = 14
/** Devices are read as one until here; a larger apply is judged by the first of them. */
const MOST_DEVICES = 500

/** A device that was set, with the day of its store on which that began and on which it ended. */
export interface SetDevice {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly from: LocalDate
  readonly to: LocalDate
  readonly changedAt: EpochMs
}

export function selectSetDevices(db: Db, scope: Scope, id: ParameterApplyId): Promise<SetDevice[]> {
  return db
    .selectFrom('parameterApplyDevice')
    .innerJoin('store', 'store.storeId', 'parameterApplyDevice.storeId')
    .select([
      'parameterApplyDevice.storeId',
      'parameterApplyDevice.deviceId',
      'parameterApplyDevice.changedAt',
    ])
    .select([
      sql<LocalDate>`to_char(parameter_apply_device.began_at at time zone store.zone, 'YYYY-MM-DD')`.as(
        'from',
      ),
      sql<LocalDate>`to_char(parameter_apply_device.changed_at at time zone store.zone, 'YYYY-MM-DD')`.as(
        'to',
      ),
    ])
    .where('parameterApplyDevice.parameterApplyId', '=', id)
    .where('parameterApplyDevice.state', '=', 'done')
    .where('parameterApplyDevice.beganAt', 'is not', null)
    .where(isInScope(scope))
    .where(isShown(scope, 'parameterApplyDevice'))
    .orderBy('parameterApplyDevice.wave')
    .orderBy('parameterApplyDevice.storeId')
    .orderBy('parameterApplyDevice.deviceId')
    .limit(MOST_DEVICES)
    .execute()
}

export interface MeasuredDay {
  /** Of the devices, from 1. */
  readonly position: number
  readonly on: LocalDate
  readonly isAfter: boolean
  readonly measured: MeasuredHealth
  readonly outdoorC: number | null
  /** Mean of the air, °C. */
  readonly meanC: number | null
}

/** Whole days of devices before and after they were set, in their order; the days of the change itself are left out. */
export async function selectDaysAround(db: Db, devices: readonly SetDevice[]): Promise<MeasuredDay[]> {
  if (devices.length === 0) return []
  const { rows } = await sql<MeasuredDay>`
    select o.position::int, to_char(day."on", 'YYYY-MM-DD') as "on", day."on" > o.set_on as is_after, day.measured,
      day.outdoor_c, t.celsius_minutes / nullif(t.covered_minutes, 0) as mean_c
    from unnest(${devices.map(({ storeId }) => storeId)}::int[], ${devices.map(({ deviceId }) => deviceId)}::bigint[],
        ${devices.map(({ from }) => from)}::date[], ${devices.map(({ to }) => to)}::date[])
        with ordinality o (store_id, device_id, began_on, set_on, position)
      join score_day day on day.store_id = o.store_id and day.device_id = o.device_id and day.is_whole
        and ((day."on" < o.began_on and day."on" >= o.began_on - ${DAYS_BEFORE}::int)
          or (day."on" > o.set_on and day."on" <= o.set_on + ${DAYS_AFTER}::int))
      left join temperature_day t on t.store_id = day.store_id and t.device_id = day.device_id and t."on" = day."on"
    order by o.position, day."on"`.execute(db)
  return rows
}
