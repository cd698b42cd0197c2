import type { StoreId } from '@coldkeep/domain/ids'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db } from '../db/connect'

export async function selectStoreIds(db: Db): Promise<StoreId[]> {
  const rows = await db.selectFrom('store').select('storeId').orderBy('storeId').execute()
  return rows.map((row) => row.storeId)
}

/** True while readings of a day are still to be packed. */
export async function isDayDue(db: Db, on: LocalDate): Promise<boolean> {
  const { rows } = await sql`
    select 1 as due from hour_due
    where hour >= ${`${on}T00:00:00Z`}::timestamptz and hour < ${`${addDays(on, 1)}T00:00:00Z`}::timestamptz
    limit 1`.execute(db)
  return rows.length > 0
}
