import { announceAlarm, announcementOpened } from '@coldkeep/domain/alarms/announcement'
import { priorityOfRank } from '@coldkeep/domain/alarms/priority'
import type { DepartmentId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db, Trx } from '../db/connect'
import type { RoundWork, SetAside } from '../tasks/set-aside'
import {
  insertAnnouncement,
  markTold,
  selectLately,
  selectOperated,
  selectUntold,
  type Untold,
  updateAnnouncement,
  upsertLately,
} from './announcement-queries'

const ALARMS_AT_ONCE = 500
const untoldAlarms: RoundWork<Untold> = { round: 'announcements', nameOf: ({ alarmId }) => String(alarmId) }

/**
 * Turns alarms that nobody was told of into announcements for the departments that have operators. An alarm that is
 * hidden, or over and done with, is not told.
 */
export async function announceAlarms(db: Db, aside: SetAside, now: EpochMs): Promise<number> {
  let count = 0
  for (;;) {
    const untold = await selectUntold(db, aside.waiting(untoldAlarms, now), ALARMS_AT_ONCE)
    await aside.work(untoldAlarms, untold, now, async (some) => {
      await db.transaction().execute((trx) => announce(trx, some, now))
      count += some.length
    })
    if (untold.length < ALARMS_AT_ONCE) return count
  }
}

async function announce(trx: Trx, untold: readonly Untold[], now: EpochMs): Promise<void> {
  const news = untold.filter(({ state }) => state === 'unacknowledged' || state === 'returned')
  const operated = await selectOperated(trx)
  for (const departmentId of operated) {
    const own = news.filter(({ path }) => path.includes(departmentId))
    if (own.length > 0) await tellDepartment(trx, departmentId, own, now)
  }
  await markTold(trx, untold, now)
}

async function tellDepartment(
  trx: Trx,
  departmentId: DepartmentId,
  alarms: readonly Untold[],
  now: EpochMs,
): Promise<void> {
  let lately = await selectLately(trx, departmentId)
  const joined = new Map<number, { alarms: number; priority: number }>()
  for (const { storeId, alarmId, priority } of alarms) {
    const step = announceAlarm(lately, { storeId, priority: priorityOfRank(priority) }, now)
    lately = step.recent
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
    lately = announcementOpened(lately, { as: announcing.as, number, storeId, at: now })
  }
  for (const [number, more] of joined) await updateAnnouncement(trx, number, more, now)
  await upsertLately(trx, departmentId, lately)
}
