import { Problem } from '@coldkeep/contract/problem'
import { nextReminder } from '@coldkeep/domain/bulletins/reminders'
import type { BulletinId } from '@coldkeep/domain/ids'
import { addAudit } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { type BulletinRow, lockBulletin, updateBulletin } from './bulletin-queries'
import type { BulletinWriter } from './categories'
import { beginReminder } from './hand-over'
import { countMissing } from './receipt-queries'

/**
 * Reminds those who are missing.
 * @returns how many they are
 * @throws Problem `bulletin.unknown`, `bulletin.not_sent`, `bulletin.no_confirmation`, `bulletin.reminded`, `bulletin.nobody_missing`
 */
export function remindByHand(db: Db, writer: BulletinWriter, id: BulletinId): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const row = await lockOwn(trx, writer, id)
    if (row.state !== 'sent' || row.sentAt === null) throw new Problem('bulletin.not_sent')
    if (!row.needsConfirmation) throw new Problem('bulletin.no_confirmation')
    const { round: reminders, sentAt, remindedAt } = row
    const from = nextReminder({ reminders, sentAt, remindedAt })
    if (from === null || from > writer.now) throw new Problem('bulletin.reminded')
    const missing = await countMissing(trx, id)
    if (missing === 0) throw new Problem('bulletin.nobody_missing')
    await beginReminder(trx, row, writer.now)
    await auditChange(trx, writer, row, 'remind', { missing })
    return missing
  })
}

/**
 * Withdraws a message, or what waits for its time; once it is withdrawn, again changes nothing.
 * @throws Problem `bulletin.unknown`
 */
export function withdraw(db: Db, writer: BulletinWriter, id: BulletinId): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const row = await lockOwn(trx, writer, id)
    if (row.state === 'withdrawn' || row.state === 'stopped') return
    const withdrawn = { withdrawnAt: writer.now, withdrawnBy: writer.user.name }
    const ended = { state: 'withdrawn', isUnderWay: false, nextReminderAt: null } as const
    await updateBulletin(trx, id, { ...ended, ...withdrawn })
    await auditChange(trx, writer, row, 'withdraw', {})
  })
}

async function lockOwn(trx: Trx, { user }: BulletinWriter, id: BulletinId): Promise<BulletinRow> {
  const row = await lockBulletin(trx, id, user.departmentIds)
  if (row === null) throw new Problem('bulletin.unknown')
  return row
}

function auditChange(
  trx: Trx,
  { user, now }: BulletinWriter,
  { bulletinId: id, departmentId, texts, language }: BulletinRow,
  act: 'remind' | 'withdraw',
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return addAudit(trx, {
    at: now,
    by: { accountId: user.accountId, name: user.name },
    storeId: null,
    departmentId,
    kind: `bulletin.${act}`,
    subject: texts[language]?.title ?? String(id),
    detail: { id, ...detail },
    outcome: 'done',
  })
}
