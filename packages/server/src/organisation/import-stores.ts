import { Problem } from '@coldkeep/contract/problem'
import type { StoreId } from '@coldkeep/domain/ids'
import { storeCells } from '@coldkeep/domain/organisation/store-cells'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../access/signed-in'
import type { AuditEntry } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import { holdStores, markAllAreaDays } from './area-day-queries'
import type { PlannedStore, StorePlan } from './plan-stores'
import {
  bumpRevisions,
  insertStoreCodes,
  insertVendors,
  selectVendorIds,
  upsertStores,
} from './store-queries'

/**
 * Adds and changes stores as planned. The sums of departments that stores leave or come to are made again.
 * @returns ids of the new stores by their numbers
 * @throws Problem `row.changed` where one of the new numbers has been taken in the meantime
 */
export async function importPlanned(trx: Trx, plan: StorePlan): Promise<ReadonlyMap<string, StoreId>> {
  const { added, changed, newVendors } = plan
  await insertVendors(trx, newVendors)
  const vendors = await selectVendorIds(trx)
  const ids = await insertStoreCodes(
    trx,
    added.map(({ figures }) => figures.code),
  )
  if (ids.size < added.length) throw new Problem('row.changed')
  const known = changed.flatMap(({ before }) => before?.storeId ?? [])
  await holdStores(trx, known)
  const moved = changed.flatMap(({ before, columns }) =>
    before !== null && (columns.includes('department') || columns.includes('time_zone'))
      ? [before.storeId]
      : [],
  )
  await markAllAreaDays(trx, moved)
  await upsertStores(
    trx,
    [...added, ...changed].map((store) => rowOf(store, ids, vendors)),
  )
  await bumpRevisions(trx, known)
  await markAllAreaDays(trx, moved)
  return ids
}

function rowOf(
  { before, departmentId, figures }: PlannedStore,
  ids: ReadonlyMap<string, StoreId>,
  vendors: Awaited<ReturnType<typeof selectVendorIds>>,
) {
  const { department: _, vendor, ...rest } = figures
  const storeId = before?.storeId ?? ids.get(figures.code)
  if (storeId === undefined) throw new Error(`store ${figures.code} has no id`)
  return { ...rest, storeId, departmentId, vendorId: vendor === null ? null : (vendors.get(vendor) ?? null) }
}

/**
 * One for each store, so that the record of a store shows what became of it.
 * @param file where it comes from
 */
export function storeEntries(
  { added, changed }: StorePlan,
  ids: ReadonlyMap<string, StoreId>,
  { user, at, file }: { readonly user: SignedIn; readonly at: EpochMs; readonly file: string },
): AuditEntry[] {
  return [...added, ...changed].map((store) => ({
    at,
    by: { accountId: user.accountId, name: user.name },
    kind: store.before === null ? 'store.add' : 'store.change',
    storeId: store.before?.storeId ?? ids.get(store.figures.code) ?? null,
    subject: store.figures.code,
    detail: { file, ...changeOf(store) },
    outcome: 'done',
  }))
}

/** The changed fields of a store for the audit: as they are in a file, after and before. */
function changeOf({ figures, columns, was }: PlannedStore) {
  const pick = (cells: Readonly<Record<string, string>>) =>
    Object.fromEntries(columns.map((column) => [column, cells[column]]))
  return { now: pick(storeCells(figures)), ...(was !== null && { before: pick(storeCells(was)) }) }
}
