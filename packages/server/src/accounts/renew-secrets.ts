import type { Db } from '../db/connect'
import { deleteServerKeys } from '../db/server-keys'
import { deleteSignIns } from './sign-in-queries'

/**
 * Takes away what tokens, renewals and links to files are signed with. A server makes new ones at its start; one that
 * runs keeps the old until then.
 * @returns how many sign-ins ended
 */
export async function renewSecrets(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await deleteServerKeys(trx, ['token', 'renewal', 'download'])
    return deleteSignIns(trx)
  })
}
