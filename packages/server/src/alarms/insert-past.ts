import type { PastAlarm } from '@coldkeep/domain/alarms/merge-episodes'
import { UNATTENDED_AFTER_MS } from '@coldkeep/domain/alarms/open-alarm'
import { rankOf } from '@coldkeep/domain/alarms/priority'
import type { StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'
import { type ChangedAlarm, insertEvents } from './alarm-queries'
import { insertAlarmRecord } from './open-record-queries'
import type { DeviceEntry } from './store-watch'

/** Records an alarm that was over before it became known, with its history. */
export async function insertPast(
  trx: Trx,
  storeId: StoreId,
  { terminalId, deviceId }: DeviceEntry,
  { alarm, point, branch, limitValue, returnedAt, clearedAt, events }: PastAlarm,
  now: EpochMs,
): Promise<ChangedAlarm> {
  const isOver = clearedAt !== null
  const alarmId = await insertAlarmRecord(trx, {
    storeId,
    terminalId,
    deviceId,
    pointId: point.pointId,
    branch,
    state: isOver ? 'cleared' : 'returned',
    priority: rankOf(alarm.priority),
    startedAt: alarm.startedAt,
    raisedAt: alarm.raisedAt,
    lastRaisedAt: alarm.lastRaisedAt,
    returnedAt,
    clearedAt,
    count: alarm.count,
    value: alarm.value,
    extreme: alarm.extreme,
    limitValue,
    unit: point.unit,
    cause: alarm.cause,
    isLate: true,
    isChattering: alarm.isChattering,
    dueAt: isOver ? null : later(now, UNATTENDED_AFTER_MS),
    changedAt: now,
  })
  await insertEvents(
    trx,
    events.map(({ kind, at, reason = null }) => ({ storeId, alarmId, kind, at, reason })),
    now,
  )
  return { storeId, alarmId }
}
