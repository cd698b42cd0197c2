import { setTimeout as delay } from 'node:timers/promises'
import { nextOwnReminder } from '@coldkeep/domain/bulletins/reminders'
import type { BulletinId } from '@coldkeep/domain/ids'
import { personalChannels } from '@coldkeep/domain/notices/notice-kind'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { Db, Trx } from '../db/connect'
import { insertNoticesOfStores } from '../outbox/own-notice-queries'
import { beginScheduled } from './begin-bulletin'
import { type BulletinRow, deleteOldBulletins, lockReminding, updateBulletin } from './bulletin-queries'
import { deleteUnsent } from './file-queries'
import { endRound, holdSent, selectUnderWay, takeReaders } from './hand-over-queries'

/** Of one transaction: alarms are written between two of them. */
const BATCH = 500
const REMINDED_AT_ONCE = 10
/** As long as what was sent of it is in the outbox, and a year more. */
const KEPT_MS = days(1_095)
const UNSENT_KEPT_MS = days(1)

/**
 * Brings messages on their way: those whose time has come, reminders that are due, and readers who were not notified yet. The
 * process may end at any point: what it had not finished is taken up by the next one, and no reader is notified twice.
 * @returns how many readers were notified
 */
export async function advanceBulletins(
  db: Db,
  now: EpochMs,
  shouldStop: () => boolean = () => false,
): Promise<number> {
  await beginScheduled(db, now)
  await beginReminders(db, now)
  let notified = 0
  for (const id of await selectUnderWay(db)) {
    for (let count = BATCH; count > 0 && !shouldStop(); notified += count) {
      const beganMs = performance.now()
      count = await handOver(db, id, now)
      // half of the time is left to alarms
      if (count === BATCH) await delay(performance.now() - beganMs)
    }
    if (!shouldStop()) await endRound(db, id)
  }
  return notified
}

/** Hands some readers of a message to their channels. @returns how many it took */
async function handOver(db: Db, id: BulletinId, now: EpochMs): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const round = await holdSent(trx, id)
    if (round === null) return 0
    const taken = await takeReaders(trx, id, round, BATCH)
    const fresh = taken.filter(({ isFirst }) => isFirst)
    const missing = taken.filter(({ isFirst, isMissing }) => !isFirst && isMissing)
    const news = { subjectKind: 'bulletin', subjectId: id, channels: personalChannels } as const
    await insertNoticesOfStores(
      trx,
      { ...news, about: 'bulletin_sent', messageKey: `bulletin:${id}` },
      fresh,
      now,
    )
    await insertNoticesOfStores(
      trx,
      { ...news, about: 'bulletin_reminder', messageKey: `bulletin:${id}:reminder:${round}` },
      missing,
      now,
    )
    return taken.length
  })
}

/** From now on those who are missing are to be reminded. */
export async function beginReminder(trx: Trx, row: BulletinRow, now: EpochMs): Promise<void> {
  const { bulletinId, round, sentAt, deadlineAt } = row
  const reminded = { reminders: round + 1, sentAt: sentAt ?? now, remindedAt: now }
  const nextReminderAt = nextOwnReminder(deadlineAt, reminded)
  await updateBulletin(trx, bulletinId, {
    round: round + 1,
    isUnderWay: true,
    remindedAt: now,
    nextReminderAt,
  })
}

async function beginReminders(db: Db, now: EpochMs): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const row of await lockReminding(trx, now, REMINDED_AT_ONCE)) await beginReminder(trx, row, now)
  })
}

/** Removes messages of long ago, and files that were never sent. */
export async function tidyBulletins(db: Db, now: EpochMs): Promise<void> {
  await deleteOldBulletins(db, later(now, -KEPT_MS))
  await deleteUnsent(db, later(now, -UNSENT_KEPT_MS))
}
