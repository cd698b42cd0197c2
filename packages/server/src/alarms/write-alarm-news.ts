import { kindOfBranch } from '@coldkeep/domain/notices/notice-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { insertServiceNotices } from '../outbox/service-notice-queries'
import { insertClearedNotices, insertRaisedNotices } from '../outbox/target-notice-queries'
import { type AlarmEntry, selectAlarmsOfEntries } from './alarm-news-queries'

const BAD_NEWS = ['raised', 'raised_again', 'escalated', 'released']
const GOOD_NEWS = ['returned', 'cleared']

/**
 * Puts into the outbox what targets are to be notified of, in the transaction that changes the alarms: one
 * row per event, target, channel and step of an escalation; for a group one per member. Whether a row is sent
 * is decided when it is due.
 */
export async function writeAlarmNews(trx: Db, entries: readonly AlarmEntry[], now: EpochMs): Promise<void> {
  const news = entries.filter(({ kind }) => BAD_NEWS.includes(kind) || GOOD_NEWS.includes(kind))
  if (news.length === 0) return
  const good = new Set(
    news.filter(({ kind }) => GOOD_NEWS.includes(kind)).map(({ alarmEventId }) => alarmEventId),
  )
  const rows = (await selectAlarmsOfEntries(trx, news)).map((row) => ({
    storeId: row.storeId,
    subjectKind: 'alarm' as const,
    subjectId: row.alarmId,
    eventKey: String(row.alarmEventId),
    kind: kindOfBranch(row.branch),
    rank: row.priority,
    isGood: good.has(row.alarmEventId),
    isShown: row.isShown,
  }))
  const bad = rows.filter(({ isGood, isShown }) => !isGood && isShown)
  await insertRaisedNotices(trx, bad, now)
  await insertServiceNotices(trx, bad, now)
  await insertClearedNotices(
    trx,
    rows.filter(({ isGood }) => isGood),
    now,
  )
}
