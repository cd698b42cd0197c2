import type { StoreId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Db } from '../db/connect'

/**
 * Makes this transaction the only one that changes what is known of these stores' alarms, until it ends.
 * @param storeIds each once, in order: everyone who locks several takes them in the same order
 * @returns the number of this change per store
 */
export async function lockAlarmStores(trx: Db, storeIds: readonly StoreId[]): Promise<Map<StoreId, number>> {
  const { rows } = await sql<{ storeId: StoreId; seq: number }>`
    insert into alarm_store (store_id, seq)
    select store_id, 1 from unnest(${storeIds}::int[]) as u (store_id)
    on conflict (store_id) do update set seq = alarm_store.seq + 1
    returning store_id, seq`.execute(trx)
  return new Map(rows.map((row) => [row.storeId, row.seq]))
}
