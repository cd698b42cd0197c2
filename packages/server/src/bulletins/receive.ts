import { Problem } from '@coldkeep/contract/problem'
import { confirmed, opened, type Receipt } from '@coldkeep/domain/bulletins/receipt'
import type { BulletinId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import { lockReceipt, type OwnRow, selectOneOwn, updateReceipt } from './own-queries'

/**
 * A message to the caller, which counts as opened.
 * @throws Problem `bulletin.unknown`, `bulletin.withdrawn`
 */
export function openBulletin(db: Db, user: SignedIn, id: BulletinId, now: EpochMs): Promise<OwnRow> {
  return receive(db, user, id, (receipt) => opened(receipt, now))
}

/**
 * Confirms a message to the caller.
 * @param at by the clock of the reader
 * @throws Problem `bulletin.unknown`, `bulletin.withdrawn`, `bulletin.no_confirmation`
 */
export function confirmBulletin(
  db: Db,
  user: SignedIn,
  id: BulletinId,
  { at, now }: { readonly at: number; readonly now: EpochMs },
): Promise<OwnRow> {
  return receive(db, user, id, (receipt, { needsConfirmation, sentAt }) => {
    if (!needsConfirmation) throw new Problem('bulletin.no_confirmation')
    return confirmed(receipt, { sentAt, at: epochMs(at), now })
  })
}

async function receive(
  db: Db,
  user: SignedIn,
  id: BulletinId,
  act: (receipt: Receipt, row: OwnRow) => Receipt,
): Promise<OwnRow> {
  return db.transaction().execute(async (trx) => {
    // locked before it is read, so that what was done at the same time is seen
    const receipt = await lockReceipt(trx, user.accountId, id)
    const row = receipt && (await selectOneOwn(trx, user, id))
    if (receipt === null || row === null) throw new Problem('bulletin.unknown')
    if (row.state !== 'sent') throw new Problem('bulletin.withdrawn')
    const next = act(receipt, row)
    if (isSame(receipt, next)) return row
    await updateReceipt(trx, user.accountId, id, next)
    return (await selectOneOwn(trx, user, id)) ?? row
  })
}

function isSame(one: Receipt, other: Receipt): boolean {
  return (
    one.deliveredAt === other.deliveredAt &&
    one.openedAt === other.openedAt &&
    one.confirmedAt === other.confirmedAt
  )
}
