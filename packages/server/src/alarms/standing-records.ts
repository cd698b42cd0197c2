import { type Priority, priorityOfRank, rankOf } from '@coldkeep/domain/alarms/priority'
import {
  alarmState,
  type ClearReason,
  nextByClock,
  type StandingAlarm,
} from '@coldkeep/domain/alarms/standing-alarm'
import type { AlarmId, StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Selectable } from 'kysely'
import type { AlarmTable } from '../db/alarm-tables'
import type { Db } from '../db/connect'

/** A record as it stands in the database. */
export type AlarmRecord = Selectable<AlarmTable>

/** What a record says about its alarm. */
export function standingOf(record: AlarmRecord): StandingAlarm {
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

/** True for a record that the watch of a device goes on with; the others stand for themselves. */
export function isWatched(record: AlarmRecord): boolean {
  return record.pointId !== null && record.ordinal !== null
}

/** Writes what became of a record that stands for itself. */
export async function updateStanding(
  trx: Db,
  record: { readonly storeId: StoreId; readonly alarmId: AlarmId },
  alarm: StandingAlarm | null,
  over: {
    readonly at: EpochMs
    readonly cleared?: ClearReason | null
    readonly escalatesAt?: EpochMs | null
    readonly isTold?: boolean
    readonly returnedAt?: EpochMs
  },
): Promise<void> {
  const isOpen = alarm !== null
  await trx
    .updateTable('alarm')
    .set({
      state: alarmState(alarm),
      changedAt: over.at,
      clearedAt: isOpen ? null : over.at,
      dueAt: isOpen ? earliest(nextByClock(alarm), over.escalatesAt ?? null) : null,
      ...(isOpen ? columnsOf(alarm) : {}),
      ...(isOpen && !alarm.isAcknowledged ? { acknowledgedAt: null, acknowledgedBy: null } : {}),
      ...(over.returnedAt === undefined ? {} : { returnedAt: over.returnedAt }),
      ...(over.isTold ? { announcedAt: null } : {}),
    })
    .where('storeId', '=', record.storeId)
    .where('alarmId', '=', record.alarmId)
    .execute()
}

function columnsOf(alarm: StandingAlarm) {
  return {
    priority: rankOf(alarm.priority),
    lastRaisedAt: alarm.lastRaisedAt,
    returnedAt: alarm.returnedAt,
    count: alarm.count,
    extreme: alarm.extreme,
    isSuppressed: alarm.isSuppressed,
    isOutOfService: alarm.isOutOfService,
    isChattering: alarm.isChattering,
    shelvedUntil: alarm.shelvedUntil,
  }
}

/** The first raise of an alarm that is not judged by the readings of a point. */
export function freshAlarm(startedAt: EpochMs, raisedAt: EpochMs, priority: Priority): StandingAlarm {
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

function earliest(a: EpochMs | null, b: EpochMs | null): EpochMs | null {
  if (a === null || b === null) return a ?? b
  return epochMs(Math.min(a, b))
}
