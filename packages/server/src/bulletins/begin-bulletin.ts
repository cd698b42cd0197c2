import { nextOwnReminder } from '@coldkeep/domain/bulletins/reminders'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { selectWriterRow } from '../access/account-right-queries'
import { rightsOf } from '../access/account-rights'
import { selectDepartmentsBelow } from '../access/scope-queries'
import { addAudit, SERVER } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { type BulletinRow, lockScheduled, updateBulletin } from './bulletin-queries'
import { type BulletinPlace, fixReaders } from './place-queries'

const AT_ONCE = 10

/** To whom a message goes by what its sender chose, as stores and accounts are now. */
async function placeOf(
  db: Db,
  row: Pick<
    BulletinRow,
    'departmentId' | 'placeDepartmentId' | 'placeStoreId' | 'exceptStores' | 'exceptPeople'
  >,
): Promise<BulletinPlace> {
  const { departmentId, placeDepartmentId, placeStoreId, exceptStores, exceptPeople } = row
  return {
    senderDepartmentId: departmentId,
    departments: await selectDepartmentsBelow(db, placeDepartmentId, departmentId),
    storeId: placeStoreId,
    ...{ exceptStores, exceptPeople },
  }
}

/**
 * Fixes the readers of a message, which is sent with the end of the transaction: whoever hands it over finds it then.
 * @returns how many people in how many stores it went to
 */
export async function beginBulletin(
  trx: Trx,
  row: Pick<BulletinRow, 'bulletinId' | 'deadlineAt' | 'needsConfirmation'>,
  place: BulletinPlace,
  now: EpochMs,
): Promise<{ readonly people: number; readonly stores: number }> {
  const fixed = await fixReaders(trx, row.bulletinId, place)
  const deadlineAt = row.needsConfirmation ? row.deadlineAt : null
  const nextReminderAt = nextOwnReminder(deadlineAt, { reminders: 0, sentAt: now, remindedAt: null })
  await updateBulletin(trx, row.bulletinId, { state: 'sent', sentAt: now, isUnderWay: true, nextReminderAt })
  return fixed
}

/** Sends what has waited for its time. One whose sender may not send it any more, or that would go to nobody, is stopped. */
export async function beginScheduled(db: Db, now: EpochMs): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rows = await lockScheduled(trx, now, AT_ONCE)
    for (const row of rows) await beginOne(trx, row, now)
    return rows.length
  })
}

async function beginOne(trx: Trx, row: BulletinRow, now: EpochMs): Promise<void> {
  const because = await reasonToStop(trx, row)
  if (because === null) {
    const place = await placeOf(trx, row)
    const { people, stores } = await beginBulletin(trx, row, place, now)
    if (people > 0) return auditScheduled(trx, row, now, 'done', { people, stores })
  }
  const stoppedBecause = because ?? 'nobody'
  const stopped = {
    state: 'stopped',
    stoppedBecause,
    sentAt: null,
    isUnderWay: false,
    nextReminderAt: null,
  } as const
  await updateBulletin(trx, row.bulletinId, stopped)
  await auditScheduled(trx, row, now, 'refused', { reason: stoppedBecause })
}

async function reasonToStop(trx: Trx, row: BulletinRow): Promise<'no_right' | null> {
  const sender = await selectWriterRow(trx, row.accountId)
  if (sender === undefined) return 'no_right'
  const mayStill =
    rightsOf(sender).pageKeys.has('4-6') && sender.departmentIds.includes(row.placeDepartmentId)
  return mayStill ? null : 'no_right'
}

function auditScheduled(
  trx: Trx,
  { bulletinId, departmentId, texts, language }: BulletinRow,
  now: EpochMs,
  outcome: 'done' | 'refused',
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return addAudit(trx, {
    at: now,
    by: SERVER,
    storeId: null,
    departmentId,
    kind: 'bulletin.send',
    subject: texts[language]?.title ?? String(bulletinId),
    detail: { id: bulletinId, ...detail },
    outcome,
  })
}
