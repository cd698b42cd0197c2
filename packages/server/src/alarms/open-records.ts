import type { OpenAlarm } from '@coldkeep/domain/alarms/open-alarm'
import { priorityOfRank } from '@coldkeep/domain/alarms/priority'
import type { AlarmRecord } from './open-record-queries'

/** The alarm of a record. */
export function alarmOf(record: AlarmRecord): OpenAlarm {
  return {
    ordinal: record.ordinal ?? 0,
    startedAt: record.startedAt,
    raisedAt: record.raisedAt,
    lastRaisedAt: record.lastRaisedAt,
    count: record.count,
    returnedAt: record.returnedAt,
    isAcknowledged: record.acknowledgedAt !== null,
    value: record.value,
    extreme: record.extreme,
    priority: priorityOfRank(record.priority),
    cause: record.cause === 'probe' || record.cause === 'device' ? record.cause : null,
    isSuppressed: record.isSuppressed,
    shelvedUntil: record.shelvedUntil,
    isOutOfService: record.isOutOfService,
    isChattering: record.isChattering,
  }
}

/** True for a record that the watch of a device carries; the others have no watch. */
export function isWatched(record: AlarmRecord): boolean {
  return record.pointId !== null && record.ordinal !== null
}
