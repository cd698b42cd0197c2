import type { ServiceRecord } from '@coldkeep/contract/areas/amber'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { NoticeChannel } from '@coldkeep/domain/notices/notice-kind'
import type { ServiceId } from '@coldkeep/domain/service-points/service'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'

export interface RecordPeriod {
  readonly from: EpochMs
  readonly until: EpochMs
}

export interface RecordRow {
  readonly id: string
  readonly kind: ServiceRecord['kind']
  readonly at: EpochMs
  readonly engineer: string
  readonly by: string
  readonly points: number
  readonly fromOn: LocalDate | null
  readonly untilOn: LocalDate | null
  readonly channel: NoticeChannel | null
  /** Of the message, or of the part of the service. */
  readonly subject: string | null
}

interface Paged {
  readonly offset: number
  readonly limit: number
}

/** What became of the alert service of engineers whose department was one of those down to store `s`. */
const eventsOf = ({ from, until }: RecordPeriod) => sql`
  from alert_service_event e
  where e.department_id = any(d.path) and e.at >= ${sqlInstant(from)} and e.at < ${sqlInstant(until)}`

/** What it sent of alarms of store `s`: a row of the outbox that is for one account alone, as no other row of an alarm is. */
const sentOf = ({ from, until }: RecordPeriod, scope: Scope) => sql`
  from notice n join alarm al on al.store_id = n.store_id and al.alarm_id = n.subject_id
  where n.store_id = s.store_id and n.subject_kind = 'alarm' and n.notice_target_id is null and n.state = 'sent'
    and n.created_at >= ${sqlInstant(from)} and n.created_at < ${sqlInstant(until)} and ${isShown(scope, 'al')}`

/** Records of the alert service (7) at a store, the newest first. */
export async function selectAlertRecords(
  db: Db,
  storeId: StoreId,
  scope: Scope,
  period: RecordPeriod,
  { offset, limit }: Paged,
): Promise<{ readonly rows: readonly RecordRow[]; readonly total: number }> {
  return readPage(
    db,
    sql`
    from store s join department d on d.department_id = s.department_id
      join lateral (
        select 'event-' || e.alert_service_event_id as id, e.kind, e.at, e.account_name as engineer, e.by_name as by,
          e.points, e.from_on, e.until_on, null::text as channel, null::text as subject
        ${eventsOf(period)}
        union all
        select 'notice-' || n.notice_id, 'notified', n.created_at, coalesce(a.name, ''), '', 0, null, null, n.channel,
          n.title
        from (select n.* ${sentOf(period, scope)}) n left join account a on a.account_id = n.account_id
      ) r on true
    where s.store_id = ${storeId}::bigint`,
    { offset, limit },
  )
}

/** What used the points of another service at a store, as its department was then. */
export async function selectUseRecords(
  db: Db,
  storeId: StoreId,
  {
    serviceId,
    departments,
  }: { readonly serviceId: ServiceId; readonly departments: readonly DepartmentId[] },
  { from, until }: RecordPeriod,
  paged: Paged,
): Promise<{ readonly rows: readonly RecordRow[]; readonly total: number }> {
  return readPage(
    db,
    sql`
    from (
      select 'entry-' || e.credit_entry_id as id, e.kind, e.at, '' as engineer, e.account_name as by, e.points,
        null::date as from_on, null::date as until_on, null::text as channel, e.subservice as subject
      from store s join department d on d.department_id = s.department_id
        join credit_entry e on e.chain_id = d.path[1] and e.store_id = s.store_id
      where s.store_id = ${storeId}::bigint and e.service_id = ${serviceId} and e.kind in ('use', 'correct')
        and e.department_id = any(${departments}::bigint[])
        and e.at >= ${sqlInstant(from)} and e.at < ${sqlInstant(until)}
    ) r`,
    paged,
  )
}

async function readPage(db: Db, from: RawBuilder<unknown>, { offset, limit }: Paged) {
  const { rows } = await sql<RecordRow>`
    select r.id, r.kind, r.at, r.engineer, r.by, r.points, r.from_on, r.until_on, r.channel, r.subject ${from}
    order by r.at desc, r.id desc offset ${offset} limit ${limit}`.execute(db)
  const counted = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}

/** How many records of the alert service there are of each of some stores. */
export async function countAlertRecords(
  db: Db,
  storeIds: readonly StoreId[],
  scope: Scope,
  period: RecordPeriod,
): Promise<ReadonlyMap<StoreId, number>> {
  const { rows } = await sql<{ storeId: StoreId; count: number }>`
    select s.store_id, ((select count(*) ${eventsOf(period)}) + (select count(*) ${sentOf(period, scope)}))::int as count
    from store s join department d on d.department_id = s.department_id
    where s.store_id = any(${storeIds}::int[])`.execute(db)
  return new Map(rows.map(({ storeId, count }) => [storeId, count]))
}
