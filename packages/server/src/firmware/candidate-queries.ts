import { isBoxType } from '@coldkeep/domain/firmware/box-installation'
import type { DepartmentId, StoreId, TerminalId, VendorId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { isTokenValid } from './box-install-queries'
import { FIRMWARE_JOB } from './firmware-job-kind'
import { isOver } from './install-queries'

/** Which terminals of a scope; what is `null` leaves all. */
export interface CandidateFilter {
  readonly tree: ChosenStores | null
  readonly codes: readonly string[] | null
  readonly vendorId: VendorId | null
}

/** Stores of departments, without some and with some others. */
export interface ChosenStores {
  readonly departments: readonly DepartmentId[]
  readonly stores: readonly StoreId[]
  readonly withoutStores: readonly StoreId[]
}

/** A terminal that may be updated. */
export interface Candidate {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly code: string
  readonly vendorId: VendorId | null
  readonly hardware: string
  /** `null`: its program is older than updates, or its box has none that may sign in. */
  readonly firmwareType: string | null
  /** `null`: not reported yet. */
  readonly firmwareVersion: string | null
  readonly devices: number
  /** Brand and model of what it polls. */
  readonly deviceModels: readonly string[]
  /** In a job of the same type that has not ended. */
  readonly isBusy: boolean
}

/** One read of terminals and their devices; linear in both. @param type that is to be installed: of their program or their box */
export async function selectCandidates(
  db: Db,
  scope: Scope,
  type: string,
  { tree, codes, vendorId }: CandidateFilter,
): Promise<Candidate[]> {
  const runs = isBoxType(type)
    ? sql`case when ${isTokenValid} then b.firmware_type_id end as firmware_type, b.version as firmware_version,`
    : sql`s.firmware_type, s.firmware_version,`
  const { rows } = await sql<Candidate>`
    select t.store_id, t.terminal_id, store.code, store.vendor_id, coalesce(t.hardware, '') as hardware,
      ${runs} coalesce(d.devices, 0)::int as devices, coalesce(d.models, '{}') as device_models,
      (exists (select from firmware_install i where i.store_id = t.store_id and i.terminal_id = t.terminal_id
          and not ${isOver('i')})
        or exists (select from job_target w join job j on j.job_id = w.job_id
          where w.store_id = t.store_id and w.terminal_id = t.terminal_id and w.state = 'waiting'
            and j.kind = ${FIRMWARE_JOB})) as is_busy
    from terminal t
      join store on store.store_id = t.store_id
      left join terminal_state s on s.store_id = t.store_id and s.terminal_id = t.terminal_id
      left join box_system b on b.store_id = t.store_id and b.terminal_id = t.terminal_id
      left join (select device.store_id, device.terminal_id, count(*) as devices,
          array_agg(distinct m.brand || ' ' || m.model) as models
        from device join device_model m on m.device_model_id = device.device_model_id
        where device.removed_at is null
        group by 1, 2) d on d.store_id = t.store_id and d.terminal_id = t.terminal_id
    where ${isInScope(scope)} and t.is_enabled
      and ${tree === null ? sql`true` : isChosen(tree)}
      and (${codes}::text[] is null or store.code = any(${codes}::text[]))
      and (${vendorId}::bigint is null or store.vendor_id = ${vendorId}::bigint)
    order by store.code, t.terminal_id`.execute(db)
  return rows
}

function isChosen({ departments, stores, withoutStores }: ChosenStores) {
  return sql<boolean>`(store.store_id = any(${stores}::bigint[])
    or store.department_id = any(${departments}::bigint[]) and not store.store_id = any(${withoutStores}::bigint[]))`
}

/** The departments of a scope with those above each up to the root, itself last. */
export async function selectDepartmentPaths(
  db: Db,
  { departments }: Scope,
): Promise<{ readonly id: DepartmentId; readonly path: readonly DepartmentId[] }[]> {
  const { rows } = await sql<{ id: DepartmentId; path: DepartmentId[] }>`
    select department_id as id, path from department where department_id = any(${departments}::bigint[])`.execute(
    db,
  )
  return rows
}

/** What is counted of a tree. */
interface TreeFilter {
  readonly type: string
  readonly vendorId: VendorId | null
}

/** Terminals with what can be updated: their program, or the system of their box. */
const treeTables = ({ type }: TreeFilter) => sql`store
  join terminal t on t.store_id = store.store_id and t.is_enabled
  join ${isBoxType(type) ? sql`box_system b` : sql`terminal_state b`}
    on b.store_id = t.store_id and b.terminal_id = t.terminal_id`

function isOfTree({ type, vendorId }: TreeFilter) {
  const isOfType = isBoxType(type)
    ? sql`${isTokenValid} and b.firmware_type_id = ${type}`
    : sql`b.firmware_type = ${type}`
  return sql<boolean>`${isOfType} and (${vendorId}::bigint is null or store.vendor_id = ${vendorId}::bigint)`
}

/** Stores and terminals of a type by their department. */
export async function countByDepartment(
  db: Db,
  scope: Scope,
  filter: TreeFilter,
): Promise<{ readonly id: DepartmentId; readonly stores: number; readonly terminals: number }[]> {
  const { rows } = await sql<{ id: DepartmentId; stores: number; terminals: number }>`
    select store.department_id as id, count(distinct store.store_id)::int as stores, count(*)::int as terminals
    from ${treeTables(filter)} where ${isInScope(scope)} and ${isOfTree(filter)}
    group by store.department_id order by store.department_id`.execute(db)
  return rows
}

interface TreeStore {
  readonly id: StoreId
  readonly code: string
  readonly name: string
  readonly terminals: number
}

/** The first stores of a department, by number, with how many there are. */
export async function selectTreeStores(
  db: Db,
  scope: Scope,
  {
    departmentId,
    limit,
    ...filter
  }: TreeFilter & { readonly departmentId: DepartmentId; readonly limit: number },
): Promise<{ readonly rows: readonly TreeStore[]; readonly total: number }> {
  const { rows } = await sql<TreeStore & { readonly total: number }>`
    select store.store_id as id, store.code, store.name, count(*)::int as terminals, (count(*) over ())::int as total
    from ${treeTables(filter)}
    where ${isInScope(scope)} and store.department_id = ${departmentId} and ${isOfTree(filter)}
    group by store.store_id order by store.code limit ${limit}`.execute(db)
  return { rows: rows.map(({ total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Those of some numbers that stores of a scope have. */
export async function selectKnownCodes(db: Db, scope: Scope, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select store.code from store where ${isInScope(scope)} and store.code = any(${codes}::text[])`.execute(db)
  return new Set(rows.map(({ code }) => code))
}
