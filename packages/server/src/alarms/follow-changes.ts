import { type Clock, later, seconds } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import { repeating } from '../tasks/repeating'
import type { AlarmFeed } from './alarm-feed'
import type { ChangedAlarm } from './alarm-queries'

const LOOK_EVERY_MS = 1_000
/** Clocks of servers differ, and what was written first may be committed last. */
const LOOK_BACK_MS = seconds(10)
const MOST_CHANGES = 2_000

/** Tells the listeners of this process what other servers did to alarms. Where there is one server it is not needed. */
export function followChanges(db: Db, feed: AlarmFeed, clock: Clock, log: Logger): { stop(): Promise<void> } {
  let seen = new Map<number, number>()
  /** What this process did itself has been told. */
  const own = feed.subscribe({
    heard: ({ changed }) => {
      for (const { alarmId } of changed) seen.set(alarmId, Math.max(seen.get(alarmId) ?? 0, clock.now()))
    },
    ended: () => {},
  })
  const timer = repeating(
    LOOK_EVERY_MS,
    async () => {
      const rows = await db
        .selectFrom('alarm')
        .select(['storeId', 'alarmId', 'changedAt'])
        .where('changedAt', '>', later(clock.now(), -LOOK_BACK_MS))
        .orderBy('changedAt', 'desc')
        .limit(MOST_CHANGES)
        .execute()
      const news: ChangedAlarm[] = []
      const next = new Map<number, number>()
      for (const { storeId, alarmId, changedAt } of rows) {
        if ((seen.get(alarmId) ?? 0) < changedAt) news.push({ storeId, alarmId })
        next.set(alarmId, Math.max(seen.get(alarmId) ?? 0, changedAt))
      }
      seen = next
      feed.publish(news)
    },
    log,
  )
  return {
    async stop() {
      own()
      await timer.stop()
    },
  }
}
