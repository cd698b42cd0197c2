import type { DepartmentId, StoreId, VendorId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { upsertRows } from '../db/upsert-rows'

/** Everything that people write down of a store. */
export interface StoreRow {
  readonly storeId: StoreId
  readonly departmentId: DepartmentId
  readonly vendorId: VendorId | null
  readonly code: string
  readonly name: string
  readonly country: string
  readonly zone: string
  readonly address: string
  readonly opensAtMinute: number
  readonly closesAtMinute: number
  readonly openedOn: string | null
  readonly phone: string
  readonly taxId: string
  readonly securityAccount: string
  readonly serviceEndsOn: string | null
  readonly floorAreaM2: number | null
  readonly note: string
}

const kinds = {
  storeId: 'int4',
  departmentId: 'int8',
  vendorId: 'int8',
  code: 'text',
  name: 'text',
  country: 'text',
  zone: 'text',
  address: 'text',
  opensAtMinute: 'int4',
  closesAtMinute: 'int4',
  openedOn: 'date',
  phone: 'text',
  taxId: 'text',
  securityAccount: 'text',
  serviceEndsOn: 'date',
  floorAreaM2: 'float8',
  note: 'text',
} as const
const columns = Object.keys(kinds) as (keyof typeof kinds)[]

/** Of the whole fleet: a number belongs to one store, even one that the caller may not see. */
export function selectStoresByCode(db: Db, codes: readonly string[]): Promise<StoreRow[]> {
  return db.selectFrom('store').select(columns).where(sql<boolean>`code = any(${codes}::text[])`).execute()
}

export function selectStoreRows(db: Db, scope: Scope): Promise<StoreRow[]> {
  return db.selectFrom('store').select(columns).where(isInScope(scope)).orderBy('code').execute()
}

/** Others who change stores with these numbers, or make them, wait until the transaction is through. */
export async function lockStoreCodes(trx: Db, codes: readonly string[]): Promise<void> {
  await sql`select code from store_code where code = any(${codes}::text[]) order by code for update`.execute(
    trx,
  )
}

/** @returns the new ids by number; those that were taken in the meantime are missing */
export async function insertStoreCodes(
  trx: Db,
  codes: readonly string[],
): Promise<ReadonlyMap<string, StoreId>> {
  const { rows } = await sql<{ code: string; storeId: StoreId }>`
    insert into store_code (code) select u from unnest(${codes}::text[]) u order by u
    on conflict do nothing returning code, store_id`.execute(trx)
  return new Map(rows.map(({ code, storeId }) => [code, storeId]))
}

export async function upsertStores(trx: Db, stores: readonly StoreRow[]): Promise<void> {
  await upsertRows(trx, 'store', kinds, ['storeId'], stores)
}

export async function bumpRevisions(trx: Db, storeIds: readonly StoreId[]): Promise<void> {
  if (storeIds.length === 0) return
  await sql`update store set revision = revision + 1 where store_id = any(${storeIds}::int[])`.execute(trx)
}

/** The vendors of the fleet by name. */
export async function selectVendorIds(db: Db): Promise<ReadonlyMap<string, VendorId>> {
  const rows = await db.selectFrom('vendor').select(['vendorId', 'name']).execute()
  return new Map(rows.map(({ vendorId, name }) => [name, vendorId]))
}

export async function insertVendors(trx: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await sql`insert into vendor (name) select u from unnest(${names}::text[]) u order by u
    on conflict do nothing`.execute(trx)
}
