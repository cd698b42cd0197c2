import type { LimitRule } from '@coldkeep/domain/alarms/limit-rule'
import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import { sql } from 'kysely'
import type { Db } from '../db/connect'

interface CurvePoint {
  readonly pointId: PointId
  readonly name: string
  readonly unit: string
  readonly zone: TemperatureZone | null
  readonly country: string
  readonly periodSeconds: number | null
  /** Someone wrote rules for the device. */
  readonly hasRules: boolean
  readonly rule: LimitRule | null
}

/** The air of a device, and the rule that someone wrote for it; `null` where it measures none. */
export async function selectCurvePoint(
  db: Db,
  storeId: StoreId,
  deviceId: DeviceId,
): Promise<CurvePoint | null> {
  const { rows } = await sql<CurvePoint>`
    select p.point_id, p.name, p.unit, d.zone, s.country,
      (select min(l.period_seconds) from point_list l where l.store_id = d.store_id and l.device_id = d.device_id
        and l.last_revision is null and not l.counts_bus) as period_seconds,
      exists (select from alarm_rule any_rule where any_rule.store_id = d.store_id
        and any_rule.device_id = d.device_id) as has_rules,
      (select jsonb_build_object('lowLimit', r.low_limit, 'lowDelayMinutes', r.low_delay_minutes,
          'highLimit', r.high_limit, 'highDelayMinutes', r.high_delay_minutes, 'lostDelayMinutes', r.lost_delay_minutes)
        from alarm_rule r where r.store_id = p.store_id and r.point_id = p.point_id) as rule
    from device d join store s on s.store_id = d.store_id
      join point p on p.store_id = d.store_id and p.device_id = d.device_id
    where d.store_id = ${storeId} and d.device_id = ${deviceId} and p.kind = 'air_temperature'
    order by p.position, p.point_id limit 1`.execute(db)
  return rows[0] ?? null
}
