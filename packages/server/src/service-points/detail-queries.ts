import type { CreditEntryId, CreditGrantId, DepartmentId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { ServiceId, Subservice } from '@coldkeep/domain/service-points/service'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/connect'
import type { CreditDetail } from '../db/credit-tables'
import { sqlInstant } from '../db/instants'

/** Whose entries are read: departments as they were when the entry was made. */
export interface DetailFilter {
  readonly chainId: DepartmentId
  /** `null`: all of the chain, those of departments included that are gone. */
  readonly departments: readonly DepartmentId[] | null
  readonly storeId: StoreId | null
}

export interface DetailEntry {
  readonly creditEntryId: CreditEntryId
  readonly kind: 'use' | 'correct'
  readonly at: EpochMs
  readonly storeName: string
  readonly zone: string | null
  readonly subservice: Subservice
  readonly points: number
  readonly owed: number
  readonly accountName: string
  readonly detail: CreditDetail & { readonly terminalId?: TerminalId }
  readonly grants: readonly { readonly id: CreditGrantId; readonly points: number }[]
  readonly isCorrected: boolean
}

/** Where a page of a file goes on. */
type After = Pick<DetailEntry, 'at' | 'creditEntryId'>

const isOf = ({ chainId, departments, storeId }: DetailFilter, serviceId: ServiceId) =>
  sql<SqlBool>`e.chain_id = ${chainId} and e.service_id = ${serviceId} and e.kind in ('use', 'correct')
    ${departments === null ? sql`` : sql`and e.department_id = any(${departments}::bigint[])`}
    ${storeId === null ? sql`` : sql`and e.store_id = ${storeId}::bigint`}`

/** What used the points of a service, and what was taken back, the newest first. */
export async function selectDetails(
  db: Db,
  filter: DetailFilter,
  serviceId: ServiceId,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  after: After | null = null,
): Promise<DetailEntry[]> {
  const onward =
    after === null
      ? sql``
      : sql`and (e.at, e.credit_entry_id) < (${sqlInstant(after.at)}, ${after.creditEntryId}::bigint)`
  const { rows } = await sql<DetailEntry>`
    select e.credit_entry_id, e.kind, e.at, e.store_name, s.zone, e.subservice, e.points, e.owed, e.account_name,
      e.detail,
      coalesce((select jsonb_agg(jsonb_build_object('id', g.credit_grant_id, 'points', g.points)
          order by g.credit_grant_id)
        from (select l.credit_grant_id, sum(abs(l.points)) as points from credit_leg l
          where l.chain_id = e.chain_id and l.credit_entry_id = e.credit_entry_id and l.place = 'spent'
            and l.credit_grant_id is not null group by 1) g), '[]'::jsonb) as grants,
      exists (select from credit_entry c where c.chain_id = e.chain_id and c.cause_kind = 'entry'
        and c.cause_id = e.credit_entry_id::text and c.step = 'undo') as is_corrected
    from credit_entry e left join store s on s.store_id = e.store_id
    where ${isOf(filter, serviceId)} ${onward}
    order by e.at desc, e.credit_entry_id desc offset ${offset} limit ${limit}`.execute(db)
  return rows
}

export async function countDetails(db: Db, filter: DetailFilter, serviceId: ServiceId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from credit_entry e where ${isOf(filter, serviceId)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** All of them, in batches of so many. */
export async function* readDetails(
  db: Db,
  filter: DetailFilter,
  serviceId: ServiceId,
  atOnce: number,
): AsyncGenerator<readonly DetailEntry[]> {
  let after: After | null = null
  for (;;) {
    const rows: DetailEntry[] = await selectDetails(
      db,
      filter,
      serviceId,
      { offset: 0, limit: atOnce },
      after,
    )
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < atOnce) return
    after = last
  }
}
