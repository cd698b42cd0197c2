import type { AccountId } from '@coldkeep/domain/ids'
import { selectWriterRow } from '../../access/account-right-queries'
import { rightsOf } from '../../access/account-rights'
import type { Writer } from '../../access/signed-in'
import type { Db } from '../../db/connect'

/** An account as it is now; `null`: it is not in use any more. */
export async function writerOf(db: Db, accountId: AccountId): Promise<Writer | null> {
  const row = await selectWriterRow(db, accountId)
  if (row === undefined) return null
  const { name, departmentIds } = row
  return { accountId, name, departmentIds, ...rightsOf(row) }
}
