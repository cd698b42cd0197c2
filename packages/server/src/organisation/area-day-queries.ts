import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db } from '../db/connect'

/** How days of stores become one day of their department and time zone. */
interface AreaSums {
  readonly storeDays: string
  readonly areaDays: string
  /** What each column is made of. */
  readonly columns: Readonly<Record<string, string>>
}

const sums = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `sum(d.${name})`]))
const highest = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `max(d.${name})`]))
/** What stores are put in order by: id and two figures of each, four bytes apiece, see analysis/rank-stores.ts. */
const ranked = (first: string, second: string) => ({
  ranks: `string_agg(int4send(d.store_id) || float4send((${first})::real) || float4send((${second})::real), ''::bytea)`,
})

export const areaSums = {
  connection: {
    storeDays: 'connection_store_day',
    areaDays: 'connection_area_day',
    columns: {
      ...sums('ok', 'device_lost', 'host_lost', 'device_lost_seconds', 'host_lost_seconds'),
      ...ranked('d.ok', 'd.ok + d.device_lost + d.host_lost'),
    },
  },
  temperature: {
    storeDays: 'temperature_store_day',
    areaDays: 'temperature_area_day',
    columns: {
      ...sums('breach', 'watch', 'protected', 'no_data', 'covered_minutes', 'expected_minutes'),
      ...ranked('d.breach', 'd.watch + d.no_data'),
    },
  },
  operation: {
    storeDays: 'operation_store_day',
    areaDays: 'operation_area_day',
    columns: {
      ...sums('cooling', 'pulldown', 'defrost', 'door', 'standby', 'off', 'offline', 'runs', 'defrosts'),
      ...sums('compressor_minutes', 'defrost_minutes', 'door_openings'),
      ...highest('longest_run_minutes'),
      ...ranked('d.cooling + d.pulldown', 'd.cooling + d.pulldown + d.defrost + d.door + d.standby + d.off'),
    },
  },
  energy: {
    storeDays: 'energy_day',
    areaDays: 'energy_area_day',
    columns: {
      ...sums('judged', 'over', 'over_minutes', 'held_minutes', 'expected_minutes'),
      ...highest('excess_kw', 'maximum_kw', 'contracted_kw'),
      stores_over: 'count(*) filter (where d.over > 0)',
      highest_use: 'max(d.maximum_kw / nullif(d.contracted_kw, 0))',
      ...ranked('coalesce(d.maximum_kw, -1)', 'coalesce(d.contracted_kw, 0)'),
    },
  },
  health: {
    storeDays: 'health_store_day',
    areaDays: 'health_area_day',
    columns: {
      ...sums('good', 'fair', 'watch', 'poor', 'no_score'),
      median_tenths: "string_agg(d.median_tenths, ''::bytea)",
    },
  },
} as const satisfies Record<string, AreaSums>

export type AreaAnalysis = keyof typeof areaSums

/** Marks the sums that days of stores belong to, in the transaction that writes those days. */
export async function markAreaDays(
  trx: Db,
  analysis: AreaAnalysis,
  days: readonly { readonly storeId: StoreId; readonly on: LocalDate }[],
): Promise<void> {
  if (days.length === 0) return
  // In order, so that those who mark or take the same wait in turn. An existing mark is written again: the
  // one who takes it then waits for this transaction, and sees its days. The stores stay where they are until
  // then: a move waits, and finds these days to mark; or is over, and its department is the one that is
  // marked.
  const storeIds = days.map((day) => day.storeId)
  await sql`
    with place as materialized (
      select store_id, department_id from store where store_id = any(${storeIds}::int[]) order by store_id for share
    )
    insert into area_due (analysis, department_id, "on")
    select distinct ${analysis}, place.department_id, u."on"
    from unnest(${storeIds}::int[], ${days.map((day) => day.on)}::date[]) as u (store_id, "on")
      join place using (store_id)
    order by 2, 3
    on conflict (analysis, department_id, "on") do update set "on" = excluded."on"`.execute(trx)
}

/** The analyses of which sums are marked. */
export async function selectDueAnalyses(db: Db): Promise<AreaAnalysis[]> {
  const rows = await db.selectFrom('areaDue').select('analysis').distinct().execute()
  return rows.map(({ analysis }) => analysis as AreaAnalysis)
}

/** Holds the departments of which sums are marked, in order. */
export async function lockDueDepartments(trx: Db, analysis: AreaAnalysis): Promise<DepartmentId[]> {
  const { rows } = await sql<{ departmentId: DepartmentId }>`
    select department_id from department
    where department_id in (select department_id from area_due where analysis = ${analysis})
    order by department_id for no key update`.execute(trx)
  return rows.map((row) => row.departmentId)
}

/** A day of a department. */
interface AreaDay {
  readonly departmentId: DepartmentId
  readonly on: string
}

/** Takes marks; who takes them waits for transactions that are setting them again. */
export async function deleteDueAreaDays(
  trx: Db,
  analysis: AreaAnalysis,
  departmentIds: readonly DepartmentId[],
): Promise<readonly AreaDay[]> {
  const { rows } = await sql<AreaDay>`
    with taken as (
      select department_id, "on" from area_due
      where analysis = ${analysis} and department_id = any(${departmentIds}::bigint[])
      order by department_id, "on" for update
    )
    delete from area_due d using taken t
    where d.analysis = ${analysis} and d.department_id = t.department_id and d."on" = t."on"
    returning d.department_id, d."on"::text`.execute(trx)
  return rows
}

export async function deleteAreaDays(
  trx: Db,
  analysis: AreaAnalysis,
  days: readonly AreaDay[],
): Promise<void> {
  const { areaDays } = areaSums[analysis]
  await sql`
    delete from ${sql.table(areaDays)} a using ${daysOf(days)}
    where a.department_id = u.department_id and a."on" = u."on"`.execute(trx)
}

/** Adds up days of departments from those of their stores, by time zone. */
export async function insertAreaDays(
  trx: Db,
  analysis: AreaAnalysis,
  days: readonly AreaDay[],
): Promise<void> {
  const { storeDays, areaDays, columns } = areaSums[analysis]
  await sql`
    insert into ${sql.table(areaDays)} (department_id, zone, "on", computed_at,
      ${sql.raw(Object.keys(columns).join(', '))})
    select store.department_id, store.zone, d."on", max(d.computed_at), ${sql.raw(Object.values(columns).join(', '))}
    from ${daysOf(days)} join store on store.department_id = u.department_id
      join ${sql.table(storeDays)} d on d.store_id = store.store_id and d."on" = u."on"
    group by store.department_id, store.zone, d."on"`.execute(trx)
}

function daysOf(days: readonly AreaDay[]) {
  return sql`unnest(${days.map((day) => day.departmentId)}::bigint[], ${days.map((day) => day.on)}::date[])
    as u (department_id, "on")`
}

/** Removes the sums of departments that are no more, and the marks of them. */
export async function deleteAreas(trx: Db, departmentIds: readonly DepartmentId[]): Promise<void> {
  if (departmentIds.length === 0) return
  for (const { areaDays } of Object.values(areaSums)) {
    await sql`delete from ${sql.table(areaDays)} where department_id = any(${departmentIds}::bigint[])`.execute(
      trx,
    )
  }
  await sql`delete from area_due where department_id = any(${departmentIds}::bigint[])`.execute(trx)
}

/**
 * Before stores are changed: waits for those who are writing days of theirs, and lets none begin. All stores
 * that a transaction is going to change at once, since everyone who holds stores takes them in this order.
 */
export async function holdStores(trx: Db, storeIds: readonly StoreId[]): Promise<void> {
  await sql`select from store where store_id = any(${storeIds}::int[]) order by store_id for no key update`.execute(
    trx,
  )
}

/**
 * Marks the sums of all days of stores that are held, in the transaction that moves these: before it, for the
 * department and time zone that they leave, and after it, for those that they come to.
 */
export async function markAllAreaDays(trx: Db, storeIds: readonly StoreId[]): Promise<void> {
  if (storeIds.length === 0) return
  for (const [analysis, { storeDays }] of Object.entries(areaSums)) {
    await sql`
      insert into area_due (analysis, department_id, "on")
      select distinct ${analysis}, store.department_id, d."on"
      from ${sql.table(storeDays)} d join store using (store_id)
      where store.store_id = any(${storeIds}::int[])
      order by 2, 3
      on conflict (analysis, department_id, "on") do update set "on" = excluded."on"`.execute(trx)
  }
}
