import { Problem } from '@coldkeep/contract/problem'
import { ticketOf } from '@coldkeep/domain/repair/repair-case'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { scopeOf } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import type { Db, Trx } from '../db/connect'
import type { PhotoSubjectKind } from '../photos/photo-subject'
import { type HelpSessionRow, selectSession, touchSession } from './session-queries'

/**
 * A session whose store the caller sees, and the equipment that it is about.
 * @throws Problem `help_desk.unknown`
 */
export async function seenSession(db: Db, user: SignedIn, helpSessionId: string): Promise<HelpSessionRow> {
  const row = await selectSession(db, scopeOf(user), helpSessionId)
  if (row === null) throw new Problem('help_desk.unknown')
  return row
}

/**
 * Does something in a session that goes on.
 * @throws Problem `help_desk.ended`, and as {@link seenSession}
 */
export async function changeSession(
  db: Db,
  { user, now }: { readonly user: SignedIn; readonly now: EpochMs },
  helpSessionId: string,
  change: (trx: Trx, session: HelpSessionRow) => Promise<void>,
): Promise<HelpSessionRow> {
  const row = await seenSession(db, user, helpSessionId)
  await db.transaction().execute(async (trx) => {
    // its row is held until the end of the transaction, so that nothing happens in a session that ends meanwhile
    if (!(await touchSession(trx, row, now))) throw new Problem('help_desk.ended')
    await change(trx, row)
  })
  return row
}

/** Pictures of a session, for whoever sees it. */
export const helpPhotos: PhotoSubjectKind = {
  async find(db, scope, id) {
    const row = await selectSession(db, scope, id)
    if (row === null) return null
    return { storeId: row.storeId, deviceIds: row.deviceIds, title: ticketOf(row.repairCaseId) }
  },

  // a session does not say how many it awaits
  async forget() {},
}
