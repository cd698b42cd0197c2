import { dueReminder, reminderDays } from '@coldkeep/domain/alert-service/alert-service'
import { personalChannels } from '@coldkeep/domain/notices/notice-kind'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import { daysBetween } from '@coldkeep/domain/time/local-date'
import { selectAccountsOf } from '../access/account-right-queries'
import { rightsOf } from '../access/account-rights'
import {
  insertServiceEnd,
  type ServedEngineer,
  selectEndingServices,
} from '../accounts/alert-service-queries'
import { SERVER } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { deleteOldShifts } from '../on-call/shift-queries'
import { NO_STORE } from '../outbox/news-kind'
import { insertOwnNotices } from '../outbox/own-notice-queries'
import { deleteOldReminders, takeReminder } from './reminder-queries'

/** After a longer stop ends are recorded no more. */
const RECORDED_DAYS = 90
const KEPT_MS = days(730)

/**
 * Reminds the engineer, and whoever may renew, of alert services that end soon, once for each of the days before an end, and
 * records those that have ended. Several servers may do it at once.
 */
export async function amberRounds(db: Db, now: EpochMs): Promise<void> {
  const withinDays = Math.max(...reminderDays) + 1
  for (const engineer of await selectEndingServices(db, now, { withinDays, sinceDays: RECORDED_DAYS })) {
    await db.transaction().execute(async (trx) => {
      if (engineer.today > engineer.endsOn) await insertServiceEnd(trx, engineer, SERVER)
      else await remind(trx, engineer, now)
    })
  }
  await deleteOldReminders(db, later(now, -KEPT_MS))
  await deleteOldShifts(db, later(now, -KEPT_MS))
}

async function remind(
  trx: Trx,
  { accountId, name, endsOn, today, path }: ServedEngineer,
  now: EpochMs,
): Promise<void> {
  const daysBefore = dueReminder(endsOn, today)
  if (daysBefore === null || !(await takeReminder(trx, { accountId, endsOn, daysBefore, at: now }))) return
  const above = await selectAccountsOf(trx, path)
  const renewers = above.filter((one) => rightsOf(one).pageKeys.has('2-2-4'))
  await insertOwnNotices(
    trx,
    {
      storeId: NO_STORE,
      subjectKind: 'amber',
      subjectId: accountId,
      about: 'service_ends',
      messageKey: `amber:${accountId}:${endsOn}:${daysBefore}`,
      detail: { name, endsOn, left: String(daysBetween(today, endsOn)), departments: path.join('.') },
      channels: personalChannels,
    },
    [...new Set([accountId, ...renewers.map((one) => one.accountId)])],
    now,
  )
}
