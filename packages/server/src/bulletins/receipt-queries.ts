import type { Receipt } from '@coldkeep/domain/bulletins/receipt'
import type { AccountId, BulletinId, DepartmentId } from '@coldkeep/domain/ids'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/connect'
import type { BulletinRow } from './bulletin-queries'

/** True where one of the people of the stores of reader `r` has confirmed, and that is enough for message `b`. */
export const isConfirmedByOther = sql<SqlBool>`(b.first_counts and exists (select from bulletin_reader other
  where other.bulletin_id = r.bulletin_id and other.department_id = r.department_id
    and other.confirmed_at is not null))`

/** True for a reader `r` who may see one of the stores for which it came. */
const isStillReader = sql<SqlBool>`exists (select from account a, bulletin_store bs, store s, department d
  where a.account_id = r.account_id and a.is_enabled
    and bs.bulletin_id = r.bulletin_id and bs.department_id = r.department_id
    and s.store_id = bs.store_id and d.department_id = s.department_id
    and d.path @> array[a.department_id]::bigint[])`

/** True for a reader `r` who has to confirm message `b` still. */
export const isMissing = sql<SqlBool>`(b.needs_confirmation and r.confirmed_at is null and not ${isConfirmedByOther}
  and ${isStillReader})`

export interface SentRow extends BulletinRow {
  readonly department: string
  readonly sent: number
  readonly delivered: number
  readonly opened: number
  readonly confirmed: number
  readonly allStores: number
  readonly confirmedStores: number
  readonly emptyStores: number
}

const sentColumns = sql`b.*, coalesce(d.name, '') as department,
  r.sent, r.delivered, r.opened, r.confirmed, s.all_stores, s.confirmed_stores, s.empty_stores`

const withReceipts = sql`bulletin b left join department d on d.department_id = b.department_id
  cross join lateral (
    select count(*)::int as sent, count(r.delivered_at)::int as delivered, count(r.opened_at)::int as opened,
      count(r.confirmed_at)::int as confirmed
    from bulletin_reader r where r.bulletin_id = b.bulletin_id) r
  cross join lateral (
    select count(*) filter (where p.people > 0)::int as all_stores,
      count(*) filter (where p.confirmed >= case when b.first_counts then 1 else p.people end and p.people > 0)::int
        as confirmed_stores,
      count(*) filter (where p.people is null)::int as empty_stores
    from bulletin_store bs left join (
      select r.department_id, count(*) as people, count(r.confirmed_at) as confirmed
      from bulletin_reader r where r.bulletin_id = b.bulletin_id group by r.department_id
    ) p on p.department_id = bs.department_id
    where bs.bulletin_id = b.bulletin_id) s`

/** Messages of some departments with what became of them, the newest first. */
export async function selectSent(
  db: Db,
  departments: readonly DepartmentId[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly SentRow[]> {
  const { rows } = await sql<SentRow>`
    with page as materialized (select b.bulletin_id from bulletin b
      where b.department_id = any(${[...departments]}::bigint[])
      order by b.send_at desc, b.bulletin_id desc offset ${offset} limit ${limit})
    select ${sentColumns} from ${withReceipts}
    where b.bulletin_id in (select bulletin_id from page)
    order by b.send_at desc, b.bulletin_id desc`.execute(db)
  return rows
}

export async function countSent(db: Db, departments: readonly DepartmentId[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from bulletin b
    where b.department_id = any(${[...departments]}::bigint[])`.execute(db)
  return rows[0]?.total ?? 0
}

export async function selectOneSent(
  db: Db,
  departments: readonly DepartmentId[],
  id: BulletinId,
): Promise<SentRow | null> {
  const { rows } = await sql<SentRow>`
    select ${sentColumns} from ${withReceipts}
    where b.bulletin_id = ${id}::bigint and b.department_id = any(${[...departments]}::bigint[])`.execute(db)
  return rows[0] ?? null
}

export async function countMissing(db: Db, id: BulletinId): Promise<number> {
  const { rows } = await sql<{ missing: number }>`select count(*)::int as missing
    from bulletin_reader r join bulletin b on b.bulletin_id = r.bulletin_id
    where r.bulletin_id = ${id} and ${isMissing}`.execute(db)
  return rows[0]?.missing ?? 0
}

export interface ReaderRow extends Receipt {
  readonly id: AccountId
  readonly name: string
  readonly stores: readonly string[]
  readonly storeCount: number
  readonly hasLeft: boolean
  readonly reminders: number
}

const STORES_NAMED = 3

const storesOf = (bulletinId: BulletinId, departmentId: RawBuilder<unknown>) => sql`lateral (
  select count(*)::int as store_count, min(named.code) as first_code,
    coalesce(array_agg(named.code || ' ' || named.name order by named.code)
      filter (where named.place <= ${STORES_NAMED}), '{}') as stores
  from (select bs.code, bs.name, row_number() over (order by bs.code) as place from bulletin_store bs
    where bs.bulletin_id = ${bulletinId} and bs.department_id = ${departmentId}) named
) places`

interface Slice {
  readonly offset: number
  readonly limit: number
}
interface ReaderPage {
  readonly readers: readonly ReaderRow[]
  readonly total: number
}

/** Readers of a message, by their stores. */
export async function selectReaders(
  db: Db,
  id: BulletinId,
  group: 'all' | 'missing' | 'left',
  { offset, limit }: Slice,
): Promise<ReaderPage> {
  const which = { all: sql`true`, missing: isMissing, left: sql`not ${isStillReader}` }[group]
  const { rows } = await sql<ReaderRow & { readonly total: number }>`
    with shown as (
      select r.*, count(*) over ()::int as total, first.code as first_code
      from bulletin_reader r join bulletin b on b.bulletin_id = r.bulletin_id
        left join bulletin_store first on first.bulletin_id = r.bulletin_id and first.store_id = r.store_id
      where r.bulletin_id = ${id} and ${which}
      order by first.code, r.department_id, r.name, r.account_id offset ${offset} limit ${limit})
    select r.account_id as id, r.name, r.delivered_at, r.opened_at, r.confirmed_at, r.received_at, r.reminders, r.total,
      places.stores, places.store_count, not ${isStillReader} as has_left
    from shown r cross join ${storesOf(id, sql`r.department_id`)}
    order by r.first_code, r.department_id, r.name, r.account_id`.execute(db)
  return pageOf(rows)
}

/** Accounts that have come to stores of a message since, by their stores. */
export async function selectJoined(
  db: Db,
  { bulletinId: id, departmentId, exceptPeople }: BulletinRow,
  { offset, limit }: Slice,
): Promise<ReaderPage> {
  const { rows } = await sql<ReaderRow & { readonly total: number }>`
    select a.account_id as id, a.name, null::timestamptz as delivered_at, null::timestamptz as opened_at,
      null::timestamptz as confirmed_at, null::timestamptz as received_at, 0 as reminders, false as has_left,
      count(*) over ()::int as total, places.stores, places.store_count
    from account a cross join ${storesOf(id, sql`a.department_id`)}
    where a.is_enabled and a.department_id <> ${departmentId} and places.store_count > 0
      and a.department_id in (select bs.department_id from bulletin_store bs where bs.bulletin_id = ${id})
      and a.account_id <> all(${[...exceptPeople]}::bigint[])
      and not exists (select from bulletin_reader r where r.bulletin_id = ${id} and r.account_id = a.account_id)
    order by places.first_code, a.name, a.account_id offset ${offset} limit ${limit}`.execute(db)
  return pageOf(rows)
}

function pageOf(rows: readonly (ReaderRow & { readonly total: number })[]): ReaderPage {
  return { readers: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}
