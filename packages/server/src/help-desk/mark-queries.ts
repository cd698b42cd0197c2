import type { Mark } from '@coldkeep/domain/help-desk/mark'
import type { StoreId } from '@coldkeep/domain/ids'
import type { Insertable } from 'kysely'
import type { Db, Trx } from '../db/connect'
import type { HelpDeskTables } from '../db/help-desk-tables'
import type { SessionKey } from './session-queries'

export type NewMark = Omit<Insertable<HelpDeskTables['helpMark']>, 'mark'> & { readonly mark: Mark }

/** What is drawn on the pictures of some sessions of a store, in the order in which it was drawn. */
export function selectMarks(db: Db, storeId: StoreId, sessions: readonly string[]) {
  if (sessions.length === 0) return Promise.resolve([])
  return db
    .selectFrom('helpMark')
    .select(['helpSessionId', 'photoId', 'helpMarkId', 'mark', 'accountId', 'accountName', 'drawnAt'])
    .where('storeId', '=', storeId)
    .where('helpSessionId', 'in', sessions)
    .orderBy('drawnAt')
    .orderBy('helpMarkId')
    .execute()
}

export type MarkRow = Awaited<ReturnType<typeof selectMarks>>[number]

/** The same mark twice is there once. */
export async function insertMark(trx: Trx, { mark, ...row }: NewMark): Promise<void> {
  await trx
    .insertInto('helpMark')
    .values({ ...row, mark: JSON.stringify(mark) })
    .onConflict((on) => on.doNothing())
    .execute()
}

export async function deleteMark(
  trx: Trx,
  { storeId, helpSessionId }: SessionKey,
  { photoId, helpMarkId }: { readonly photoId: string; readonly helpMarkId: string },
): Promise<void> {
  await trx
    .deleteFrom('helpMark')
    .where('storeId', '=', storeId)
    .where('helpSessionId', '=', helpSessionId)
    .where('photoId', '=', photoId)
    .where('helpMarkId', '=', helpMarkId)
    .execute()
}
