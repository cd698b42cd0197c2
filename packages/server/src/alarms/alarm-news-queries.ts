import type { AlarmState } from '@coldkeep/domain/alarms/open-alarm'
import type { AlarmId, StoreId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { type ShownAlarm, selectAlarmsById } from './shown-alarm-queries'

/** An entry of an alarm's history. */
export interface AlarmEntry {
  readonly storeId: StoreId
  readonly alarmId: AlarmId
  readonly alarmEventId: number
  readonly kind: string
}

/** The alarms of entries, in the order of these. */
export async function selectAlarmsOfEntries(trx: Db, entries: readonly AlarmEntry[]) {
  const { rows } = await sql<{
    storeId: StoreId
    alarmId: AlarmId
    alarmEventId: number
    priority: number
    branch: string
    /** It is active, and neither shelved nor out of service. */
    isShown: boolean
  }>`
    select a.store_id, a.alarm_id, e.alarm_event_id, a.priority, a.branch,
      a.cleared_at is null and not a.is_suppressed and not a.is_out_of_service and a.shelved_until is null as is_shown
    from unnest(${entries.map((row) => row.storeId)}::int[], ${entries.map((row) => row.alarmId)}::bigint[],
        ${entries.map((row) => row.alarmEventId)}::bigint[]) as e (store_id, alarm_id, alarm_event_id)
      join alarm a on a.store_id = e.store_id and a.alarm_id = e.alarm_id
    order by e.alarm_event_id`.execute(trx)
  return rows
}

/** The current state of alarms, in whatever scope. */
export async function selectAlarmStates(db: Db, alarms: readonly Pick<AlarmEntry, 'storeId' | 'alarmId'>[]) {
  const { rows } = await sql<{
    alarmId: AlarmId
    priority: number
    state: AlarmState
    isChattering: boolean
  }>`
    select a.alarm_id, a.priority, a.state, a.is_chattering
    from unnest(${alarms.map((row) => row.storeId)}::int[], ${alarms.map((row) => row.alarmId)}::bigint[])
        as e (store_id, alarm_id)
      join alarm a on a.store_id = e.store_id and a.alarm_id = e.alarm_id`.execute(db)
  return new Map(rows.map((row) => [row.alarmId, row]))
}

/** Alarms by their ids, in whatever scope: who is notified was decided before. */
export async function selectNewsAlarms(
  db: Db,
  ids: readonly AlarmId[],
): Promise<ReadonlyMap<AlarmId, ShownAlarm>> {
  const departments = await db
    .selectFrom('alarm')
    .innerJoin('store', 'store.storeId', 'alarm.storeId')
    .select('store.departmentId')
    .distinct()
    .where('alarm.alarmId', 'in', ids)
    .execute()
  const scope = { departments: departments.map((row) => row.departmentId), hidden: new Set<never>() }
  const rows = await selectAlarmsById(db, scope, ids)
  return new Map(rows.map((row) => [row.alarmId, row]))
}

/** The device of alarm `n.subject_id`. */
export const equipmentOfAlarm = sql`select a.store_id, a.device_id from alarm a
  where a.store_id = n.store_id and a.alarm_id = n.subject_id`
