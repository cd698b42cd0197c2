import { Problem } from '@coldkeep/contract/problem'
import type { DepartmentId, FridgeEntryId } from '@coldkeep/domain/ids'
import type { FridgeList } from '@coldkeep/domain/organisation/fridge-list'
import { type Scope, scopeOf } from '../access/scope'
import type { Db, Trx } from '../db/connect'
import { countDevicesOf, moveDevices } from '../devices/fridge-entry-queries'
import { auditEntry, checkCurrent, checkOwn, type ListWriter } from './entries'
import { type FridgeEntryRow, isEntryUsedIn, lockEntries, lockList, removeEntryRow } from './entry-queries'
import type { EntryUsers } from './entry-users'
import { selectSomeDevices, selectUseOf } from './use-queries'

const MOST_EXAMPLES = 10

export interface Merge {
  readonly list: FridgeList
  readonly from: FridgeEntryId
  readonly into: FridgeEntryId
  readonly fromRevision?: number | undefined
  readonly intoRevision?: number | undefined
}

/**
 * What a merge would change.
 * @throws Problem as {@link mergeEntries}
 */
export function previewMerge(db: Db, { user }: ListWriter, merge: Merge) {
  return db.transaction().execute(async (trx) => {
    const scope = scopeOf(user)
    const { from, into, retired } = await lockPair(trx, user.departmentId, scope, merge)
    const { devices, stores } = await selectUseOf(trx, scope, merge.list, merge.from)
    return {
      from: { title: from.title, revision: from.revision },
      into: { title: into.title, revision: into.revision },
      ...{ devices, stores, retired },
      examples: await selectSomeDevices(trx, scope, merge.list, merge.from, MOST_EXAMPLES),
    }
  })
}

/**
 * Sets all devices of an entry, and what else names it, to another one, and removes it.
 * @throws Problem `fridge.unknown`, `access.owner`, `row.changed`, `fridge.merge_same`, `fridge.merge_elsewhere` where
 * stores that use the one do not use the other, `fridge.merge_unseen` where devices of it are withheld from the caller
 * @returns how many devices have another entry now
 */
export function mergeEntries(db: Db, writer: ListWriter, users: EntryUsers, merge: Merge): Promise<number> {
  const { user, now } = writer
  return db.transaction().execute(async (trx) => {
    await lockList(trx, merge.list)
    const { from, into } = await lockPair(trx, user.departmentId, scopeOf(user), merge)
    checkCurrent(from, { revision: merge.fromRevision })
    checkCurrent(into, { revision: merge.intoRevision })
    const devices = await moveDevices(trx, merge.list, merge)
    await users.move(trx, merge.list, merge, now)
    await removeEntryRow(trx, merge.from, now)
    await auditEntry(trx, writer, 'merge', from, { into: into.title, devices })
    return devices
  })
}

async function lockPair(
  trx: Trx,
  reader: DepartmentId,
  scope: Scope,
  { list, from: fromId, into: intoId }: Merge,
): Promise<{ readonly from: FridgeEntryRow; readonly into: FridgeEntryRow; readonly retired: number }> {
  if (fromId === intoId) throw new Problem('fridge.merge_same', {}, { into: 'choice' })
  const rows = await lockEntries(trx, reader, [fromId, intoId])
  const [from, into] = [rows.get(fromId), rows.get(intoId)]
  if (from?.list !== list || into?.list !== list) throw new Problem('fridge.unknown')
  checkOwn(from)
  if (from.state !== 'approved' || into.state !== 'approved') throw new Problem('fridge.unknown')
  // what a department has is used there and below, and so must be what takes its place
  if (from.departmentId !== null && !(await isEntryUsedIn(trx, intoId, from.departmentId))) {
    throw new Problem('fridge.merge_elsewhere', { name: into.title }, { into: 'choice' })
  }
  const { used, retired } = await countDevicesOf(trx, list, fromId)
  const { devices } = await selectUseOf(trx, scope, list, fromId)
  if (devices < used) throw new Problem('fridge.merge_unseen')
  return { from, into, retired }
}
