import type { OpenAlarm } from '@coldkeep/domain/alarms/open-alarm'
import { type Priority, priorityOfRank } from '@coldkeep/domain/alarms/priority'
import type { EpochMs } from '@coldkeep/domain/time/instant'
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

/** The first raise of an alarm that is not judged by the readings of a point. */
export function freshAlarm(startedAt: EpochMs, raisedAt: EpochMs, priority: Priority): OpenAlarm {
  return {
    ordinal: 0,
    startedAt,
    raisedAt,
    lastRaisedAt: raisedAt,
    count: 1,
    returnedAt: null,
    isAcknowledged: false,
    value: null,
    extreme: null,
    priority,
    cause: null,
    isSuppressed: false,
    shelvedUntil: null,
    isOutOfService: false,
    isChattering: false,
  }
}
