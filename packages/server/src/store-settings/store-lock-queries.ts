import type { StoreId } from '@coldkeep/domain/ids'
import type { Trx } from '../db/connect'

/** Keeps others from changing the terminals of a store until the end of the transaction. */
export async function lockTerminalsOf(trx: Trx, storeId: StoreId): Promise<void> {
  await trx
    .selectFrom('terminal')
    .select('terminalId')
    .where('storeId', '=', storeId)
    .orderBy('terminalId')
    .forUpdate()
    .execute()
}
