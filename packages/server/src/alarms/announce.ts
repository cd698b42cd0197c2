import { announceAlarm, announcementOpened } from '@coldkeep/domain/alarms/announcement'
import { priorityOfRank } from '@coldkeep/domain/alarms/priority'
import type { DepartmentId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db, Trx } from '../db/connect'
import type { RoundWork, SetAside } from '../tasks/set-aside'
import {
  insertAnnouncement,
  markAnnounced,
  selectOperated,
  selectRecent,
  selectUnannounced,
  type UnannouncedAlarm,
  updateAnnouncement,
  upsertRecent,
} from './announcement-queries'

const ALARMS_AT_ONCE = 500
const unannouncedAlarms: RoundWork<UnannouncedAlarm> = {
  round: 'announcements',
  nameOf: ({ alarmId }) => String(alarmId),
}

/**
 * Turns unannounced alarms into announcements for the departments that have operators. An alarm that is
 * hidden, or over and done with, is not announced.
 */
export async function announceAlarms(db: Db, aside: SetAside, now: EpochMs): Promise<number> {
  let count = 0
  for (;;) {
    const unannounced = await selectUnannounced(db, aside.waiting(unannouncedAlarms, now), ALARMS_AT_ONCE)
    await aside.work(unannouncedAlarms, unannounced, now, async (some) => {
      await db.transaction().execute((trx) => announce(trx, some, now))
      count += some.length
    })
    if (unannounced.length < ALARMS_AT_ONCE) return count
  }
}

async function announce(trx: Trx, unannounced: readonly UnannouncedAlarm[], now: EpochMs): Promise<void> {
  const news = unannounced.filter(({ state }) => state === 'unacknowledged' || state === 'returned')
  const operated = await selectOperated(trx)
  for (const departmentId of operated) {
    const own = news.filter(({ path }) => path.includes(departmentId))
    if (own.length > 0) await announceToDepartment(trx, departmentId, own, now)
  }
  await markAnnounced(trx, unannounced, now)
}

async function announceToDepartment(
  trx: Trx,
  departmentId: DepartmentId,
  alarms: readonly UnannouncedAlarm[],
  now: EpochMs,
): Promise<void> {
  let recent = await selectRecent(trx, departmentId)
  const joined = new Map<number, { alarms: number; priority: number }>()
  for (const { storeId, alarmId, priority } of alarms) {
    const step = announceAlarm(recent, { storeId, priority: priorityOfRank(priority) }, now)
    recent = step.recent
    const { announcing } = step
    if (announcing.kind === 'join') {
      const known = joined.get(announcing.number) ?? { alarms: 0, priority }
      joined.set(announcing.number, {
        alarms: known.alarms + 1,
        priority: Math.min(known.priority, priority),
      })
      continue
    }
    const isSummary = announcing.as === 'summary'
    const news = {
      departmentId,
      kind: announcing.as,
      storeId: isSummary ? null : storeId,
      alarmId: isSummary ? null : alarmId,
      priority,
    }
    const number = await insertAnnouncement(trx, news, now)
    recent = announcementOpened(recent, { as: announcing.as, number, storeId, at: now })
  }
  for (const [number, more] of joined) await updateAnnouncement(trx, number, more, now)
  await upsertRecent(trx, departmentId, recent)
}
