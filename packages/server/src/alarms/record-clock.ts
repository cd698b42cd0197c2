import { isAside, type OpenAlarm, raiseAgain, UNATTENDED_AFTER_MS } from '@coldkeep/domain/alarms/open-alarm'
import { HOST_LOST_CRITICAL_AFTER_MS, rankOf } from '@coldkeep/domain/alarms/priority'
import { type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { Db, Trx } from '../db/connect'
import type { RoundWork, SetAside } from '../tasks/set-aside'
import { insertEvents } from './alarm-queries'
import type { Alarms } from './alarms'
import { HOST_LOST } from './host-alarm-queries'
import { type AlarmRecord, selectDueRecords, updateUnwatched } from './open-record-queries'
import { alarmOf } from './open-records'

const RECORDS_AT_ONCE = 500
const dueRecords: RoundWork<AlarmRecord> = {
  round: 'alarm_records',
  nameOf: ({ alarmId }) => String(alarmId),
}

/**
 * Lets time pass for the records without a watch: shelving ends, unattended ones are cleared, hosts escalate.
 */
export async function runRecordClock(
  db: Db,
  { feed }: Pick<Alarms, 'feed'>,
  aside: SetAside,
  now: EpochMs,
): Promise<number> {
  let count = 0
  for (;;) {
    const but = aside.waiting(dueRecords, now).map(({ alarmId }) => alarmId)
    const due = await selectDueRecords(db, now, but, RECORDS_AT_ONCE)
    await aside.work(dueRecords, due, now, async (some) => {
      await db.transaction().execute(async (trx) => {
        for (const record of some) await stepRecord(trx, record, now)
      })
      feed.publish(some.map(({ storeId, alarmId }) => ({ storeId, alarmId })))
      count += some.length
    })
    if (due.length < RECORDS_AT_ONCE) return count
  }
}

async function stepRecord(trx: Trx, record: AlarmRecord, now: EpochMs): Promise<void> {
  const { storeId, alarmId } = record
  const alarm = alarmOf(record)
  const recordEvent = (kind: string, at: EpochMs, reason: string | null = null) =>
    insertEvents(trx, [{ storeId, alarmId, kind, at, reason }], now)
  if (isAside(alarm)) {
    const at = alarm.shelvedUntil ?? now
    if (alarm.returnedAt !== null) {
      await updateUnwatched(trx, record, null, { at: now })
      return recordEvent('cleared', at, 'judged_anew')
    }
    await updateUnwatched(trx, record, raiseAgain(alarm, at), {
      at: now,
      mustAnnounce: true,
      ...escalation(record, alarm),
    })
    return recordEvent('raised_again', at)
  }
  if (alarm.returnedAt !== null) {
    await updateUnwatched(trx, record, null, { at: now })
    return recordEvent('cleared', later(alarm.returnedAt, UNATTENDED_AFTER_MS), 'unattended')
  }
  const escalatesAt = escalation(record, alarm).escalatesAt
  const isWorse = escalatesAt !== null && escalatesAt <= now
  const next: OpenAlarm = isWorse ? { ...alarm, priority: 'critical' } : alarm
  await updateUnwatched(trx, record, next, { at: now, ...escalation(record, next) })
  if (isWorse) await recordEvent('escalated', escalatesAt)
}

function escalation(record: AlarmRecord, alarm: OpenAlarm): { escalatesAt: EpochMs | null } {
  const isDue = record.branch === HOST_LOST && rankOf(alarm.priority) > 1
  return { escalatesAt: isDue ? later(record.startedAt, HOST_LOST_CRITICAL_AFTER_MS + 1) : null }
}
