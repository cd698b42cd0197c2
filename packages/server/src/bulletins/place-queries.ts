import type { AccountId, BulletinId, DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../db/connect'

/** To whom a message goes: accounts of the departments that its stores are in. */
export interface BulletinPlace {
  /** Of the sender, whose own accounts are left out. */
  readonly senderDepartmentId: DepartmentId
  /** In which the stores are. */
  readonly departments: readonly DepartmentId[]
  /** `null`: all of them. */
  readonly storeId: StoreId | null
  readonly exceptStores: readonly StoreId[]
  readonly exceptPeople: readonly AccountId[]
}

const chosenStores = ({ departments, storeId, exceptStores }: BulletinPlace): RawBuilder<unknown> => sql`
  select s.store_id, s.code, s.name, s.department_id, s.zone from store s
  where s.department_id = any(${[...departments]}::bigint[])
    and s.store_id <> all(${[...exceptStores]}::int[])
    ${storeId === null ? sql`` : sql`and s.store_id = ${storeId}::bigint`}`

/** True for accounts `a` that get it where one of its stores is in their department. */
const isReader = ({ senderDepartmentId, exceptPeople }: BulletinPlace): RawBuilder<unknown> => sql`
  a.is_enabled and a.department_id <> ${senderDepartmentId} and a.account_id <> all(${[...exceptPeople]}::bigint[])`

export interface PlaceCount {
  readonly people: number
  /** With at least one of these people. */
  readonly stores: number
  readonly emptyStores: number
  readonly zones: readonly string[]
}

export async function countPlace(db: Db, place: BulletinPlace): Promise<PlaceCount> {
  const { rows } = await sql<PlaceCount>`
    with chosen as materialized (${chosenStores(place)}),
      people as materialized (
        select a.department_id from account a
        where ${isReader(place)} and a.department_id in (select department_id from chosen))
    select (select count(*)::int from people) as people,
      (select count(*)::int from chosen where department_id in (select department_id from people)) as stores,
      (select count(*)::int from chosen where department_id not in (select department_id from people)) as empty_stores,
      coalesce((select array_agg(distinct zone order by zone) from chosen), '{}') as zones`.execute(db)
  const [row] = rows
  return row ?? { people: 0, stores: 0, emptyStores: 0, zones: [] }
}

export interface PlaceStore {
  readonly id: StoreId
  readonly code: string
  readonly name: string
  readonly people: readonly { readonly id: AccountId; readonly name: string }[]
  readonly peopleCount: number
}

const PEOPLE_SHOWN = 50

/** The stores of a place with their people, those without people too, by code. */
export async function selectPlaceStores(
  db: Db,
  place: BulletinPlace,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly stores: readonly PlaceStore[]; readonly total: number }> {
  const { rows } = await sql<PlaceStore & { readonly total: number }>`
    with chosen as (${chosenStores(place)}), shown as (
      select c.*, count(*) over ()::int as total from chosen c order by c.code, c.store_id offset ${offset} limit ${limit})
    select c.store_id as id, c.code, c.name, c.total, coalesce(p.people, '[]'::jsonb) as people,
      coalesce(p.people_count, 0) as people_count
    from shown c left join lateral (
      select jsonb_agg(jsonb_build_object('id', a.account_id, 'name', a.name) order by a.name, a.account_id)
          filter (where a.place <= ${PEOPLE_SHOWN}) as people, count(*)::int as people_count
      from (select a.account_id, a.name, row_number() over (order by a.name, a.account_id) as place
        from account a where a.department_id = c.department_id and ${isReader(place)}) a
    ) p on true
    order by c.code, c.store_id`.execute(db)
  const total = rows[0]?.total ?? 0
  return { stores: rows.map(({ total: _, ...store }) => store), total }
}

/**
 * Fixes the stores of a message and their people, as they are called now.
 * @returns how many people, in how many stores that have any
 */
export async function fixReaders(
  trx: Trx,
  bulletinId: BulletinId,
  place: BulletinPlace,
): Promise<Pick<PlaceCount, 'people' | 'stores'>> {
  await sql`insert into bulletin_store (bulletin_id, store_id, department_id, code, name)
    select ${bulletinId}::bigint, c.store_id, c.department_id, c.code, c.name from (${chosenStores(place)}) c`.execute(
    trx,
  )
  await sql`insert into bulletin_reader (bulletin_id, account_id, name, department_id, store_id)
    select ${bulletinId}::bigint, a.account_id, a.name, a.department_id, c.store_id
    from (select department_id, min(store_id) as store_id from bulletin_store where bulletin_id = ${bulletinId}
        group by department_id) c
      join account a on a.department_id = c.department_id
    where ${isReader(place)}`.execute(trx)
  const { rows } = await sql<Pick<PlaceCount, 'people' | 'stores'>>`
    select (select count(*)::int from bulletin_reader where bulletin_id = ${bulletinId}) as people,
      (select count(*)::int from bulletin_store s where s.bulletin_id = ${bulletinId} and s.department_id in
        (select department_id from bulletin_reader where bulletin_id = ${bulletinId})) as stores`.execute(trx)
  return rows[0] ?? { people: 0, stores: 0 }
}
