import type { WarningKind } from '@coldkeep/domain/alarms/early-warning-rules'
import { type Priority, rankOf } from '@coldkeep/domain/alarms/priority'
import type { AlarmId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Trx } from '../db/connect'
import { instantText } from '../db/instants'
import type { AlarmRecord } from './open-record-queries'

/** What a warning is about: one is open per device and kind. */
export interface WarnedDevice {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly kind: WarningKind
}

export interface WarningFigures {
  /** When the trend began, and when its rule spoke. */
  readonly startedAt: EpochMs
  readonly raisedAt: EpochMs
  /** The score, and the limit that it broke; null where the rule has none. */
  readonly value: number | null
  readonly limit: number | null
}

export async function selectOpenWarning(
  trx: Trx,
  { storeId, deviceId, kind }: WarnedDevice,
): Promise<AlarmRecord | null> {
  const row = await trx
    .selectFrom('alarm')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('pointId', 'is', null)
    .where('branch', '=', kind)
    .where('clearedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Adds the record of a warning, with the terminal of its device. @returns null where there is no such device */
export async function insertWarning(
  trx: Trx,
  { storeId, deviceId, kind }: WarnedDevice,
  figures: WarningFigures,
  priority: Priority,
  now: EpochMs,
): Promise<AlarmId | null> {
  const { rows } = await sql<{ alarmId: AlarmId }>`
    insert into alarm (store_id, terminal_id, device_id, branch, state, priority, started_at, raised_at,
      last_raised_at, value, limit_value, changed_at)
    select store_id, terminal_id, device_id, ${kind}::text, 'unacknowledged', ${rankOf(priority)}::int,
      ${instantText(figures.startedAt)}::timestamptz, ${instantText(figures.raisedAt)}::timestamptz,
      ${instantText(figures.raisedAt)}::timestamptz, ${figures.value}::double precision,
      ${figures.limit}::double precision, ${instantText(now)}::timestamptz
    from device where store_id = ${storeId}::int and device_id = ${deviceId}::bigint
    returning alarm_id`.execute(trx)
  return rows[0]?.alarmId ?? null
}
