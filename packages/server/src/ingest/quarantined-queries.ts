import type { QuarantineId, StoreId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'

/**
 * Deletes a message that was quarantined.
 * @returns false where it was not there any more
 */
export async function deleteQuarantined(
  db: Db,
  { storeId, quarantineId }: { readonly storeId: StoreId; readonly quarantineId: QuarantineId },
): Promise<boolean> {
  const row = await db
    .deleteFrom('quarantine')
    .where('storeId', '=', storeId)
    .where('quarantineId', '=', quarantineId)
    .returning('quarantineId')
    .executeTakeFirst()
  return row !== undefined
}
