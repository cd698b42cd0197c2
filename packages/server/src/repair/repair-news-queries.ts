import type { RepairCaseId, StoreId } from '@coldkeep/domain/ids'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/connect'

/** What news of a case says of it. */
export interface NewsCase {
  readonly storeId: StoreId
  readonly repairCaseId: RepairCaseId
  readonly fault: string
  readonly storeCode: string
  readonly storeName: string
  readonly deviceName: string | null
}

export async function selectNewsCases(
  db: Db,
  named: readonly { readonly storeId: StoreId; readonly subjectId: number | null }[],
): Promise<NewsCase[]> {
  const known = named.filter(({ subjectId }) => subjectId !== null)
  if (known.length === 0) return []
  const { rows } = await sql<NewsCase>`
    select c.store_id, c.repair_case_id, c.fault, s.code as store_code, s.name as store_name, d.name as device_name
    from unnest(${known.map(({ storeId }) => storeId)}::int[], ${known.map(({ subjectId }) => subjectId)}::bigint[])
        as n (store_id, repair_case_id)
      join repair_case c on c.store_id = n.store_id and c.repair_case_id = n.repair_case_id
      join store s on s.store_id = c.store_id
      left join device d on d.store_id = c.store_id and d.device_id = c.device_id`.execute(db)
  return rows
}

/** The device of case `n.subject_id`; none for one of a store as a whole. */
export const equipmentOfRepair = sql`select c.store_id, c.device_id from repair_case c
  where c.store_id = n.store_id and c.repair_case_id = n.subject_id`

/** That case `n.subject_id` is the reader's needs no reading once it is another's or closed. */
export const isRepairSettled = sql<SqlBool>`not exists (select from repair_case c where c.store_id = n.store_id
  and c.repair_case_id = n.subject_id and c.assignee_id = n.account_id and c.closed_at is null)`
