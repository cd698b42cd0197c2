import { HOST_LOST_CRITICAL_AFTER_MS, rankOf } from '@coldkeep/domain/alarms/priority'
import {
  isAside,
  raiseAgain,
  type StandingAlarm,
  UNATTENDED_AFTER_MS,
} from '@coldkeep/domain/alarms/standing-alarm'
import { type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { Db, Trx } from '../db/connect'
import { type ChangedAlarm, insertEvents } from './alarm-queries'
import type { Alarms } from './alarms'
import { HOST_LOST } from './host-alarms'
import { type AlarmRecord, standingOf, updateStanding } from './standing-records'

const RECORDS_AT_ONCE = 500

/** Lets time pass for the records that no watch goes on with: shelving ends, what nobody sees is cleared, hosts escalate. */
export async function runRecordClock(db: Db, { feed }: Pick<Alarms, 'feed'>, now: EpochMs): Promise<number> {
  let count = 0
  for (;;) {
    const due = await db
      .selectFrom('alarm')
      .selectAll()
      .where('dueAt', '<=', now)
      .orderBy('dueAt')
      .orderBy('storeId')
      .orderBy('alarmId')
      .limit(RECORDS_AT_ONCE)
      .execute()
    if (due.length === 0) return count
    const changed = await db.transaction().execute(async (trx) => {
      const told: ChangedAlarm[] = []
      for (const record of due) {
        await stepRecord(trx, record, now)
        told.push({ storeId: record.storeId, alarmId: record.alarmId })
      }
      return told
    })
    feed.publish(changed)
    count += due.length
    if (due.length < RECORDS_AT_ONCE) return count
  }
}

async function stepRecord(trx: Trx, record: AlarmRecord, now: EpochMs): Promise<void> {
  const { storeId, alarmId } = record
  const alarm = standingOf(record)
  const tell = (kind: string, at: EpochMs, reason: string | null = null) =>
    insertEvents(trx, [{ storeId, alarmId, kind, at, reason }], now)
  if (isAside(alarm)) {
    const at = alarm.shelvedUntil ?? now
    if (alarm.returnedAt !== null) {
      await updateStanding(trx, record, null, { at: now })
      return tell('cleared', at, 'judged_anew')
    }
    await updateStanding(trx, record, raiseAgain(alarm, at), {
      at: now,
      isTold: true,
      ...escalation(record, alarm),
    })
    return tell('raised_again', at)
  }
  if (alarm.returnedAt !== null) {
    await updateStanding(trx, record, null, { at: now })
    return tell('cleared', later(alarm.returnedAt, UNATTENDED_AFTER_MS), 'unattended')
  }
  const escalatesAt = escalation(record, alarm).escalatesAt
  const isWorse = escalatesAt !== null && escalatesAt <= now
  const next: StandingAlarm = isWorse ? { ...alarm, priority: 'critical' } : alarm
  await updateStanding(trx, record, next, { at: now, ...escalation(record, next) })
  if (isWorse) await tell('escalated', escalatesAt)
}

function escalation(record: AlarmRecord, alarm: StandingAlarm): { escalatesAt: EpochMs | null } {
  const isDue = record.branch === HOST_LOST && rankOf(alarm.priority) > 1
  return { escalatesAt: isDue ? later(record.startedAt, HOST_LOST_CRITICAL_AFTER_MS + 1) : null }
}
