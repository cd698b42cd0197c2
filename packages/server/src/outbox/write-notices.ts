import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { type AlarmNews, insertClearedNotices, insertRaisedNotices } from './alarm-notice-queries'

const BAD_NEWS = ['raised', 'raised_again', 'escalated', 'released']
const GOOD_NEWS = ['returned', 'cleared']

/** True where somebody may want to be told. */
export function isNews(kind: string): boolean {
  return BAD_NEWS.includes(kind) || GOOD_NEWS.includes(kind)
}

/**
 * Puts into the outbox what is to be told of alarms, in the transaction that changes them: one row per event, target,
 * channel and step of an escalation; for a group one per member. Whether a row is told is settled when it is due.
 */
export async function writeNotices(trx: Db, news: readonly AlarmNews[], now: EpochMs): Promise<void> {
  const bad = news.filter(({ kind }) => BAD_NEWS.includes(kind))
  const good = news.filter(({ kind }) => GOOD_NEWS.includes(kind))
  if (bad.length > 0) await insertRaisedNotices(trx, bad, now)
  if (good.length > 0) await insertClearedNotices(trx, good, now)
}
