import { wireBrand, wireFridgeEntry } from '@coldkeep/contract/areas/fridge-lists'
import { Problem } from '@coldkeep/contract/problem'
import type { DepartmentId, FridgeEntryId } from '@coldkeep/domain/ids'
import { type EntryState, type FridgeList, foldedTitle } from '@coldkeep/domain/organisation/fridge-list'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { isTopDepartment } from '../access/department-path-queries'
import { isOutdated, rowChanged } from '../access/row-changed'
import { type Scope, scopeOf } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { countDevicesOf } from '../devices/fridge-entry-queries'
import {
  countEntries,
  type FridgeEntryRow,
  insertEntry,
  lockEntries,
  lockList,
  removeEntryRow,
  selectTaken,
  updateEntry,
} from './entry-queries'
import type { EntryUsers } from './entry-users'
import { notifyReviewers } from './notify-of-brand'
import { selectUseOf } from './use-queries'
import { presentBrand, presentEntry } from './words/present-entry'

/** More than anyone looks through; a list is chosen from. */
const MOST_ENTRIES = 500

export interface ListWriter {
  readonly user: SignedIn
  readonly now: EpochMs
}

/** What people write of an entry; only a brand has more than its title. */
export interface EntryDraft {
  readonly title: string
  readonly contact?: string
  readonly phone?: string
  readonly address?: string
}

type Named = { readonly id: FridgeEntryId; readonly revision?: number | undefined }
type Added = { readonly id: FridgeEntryId; readonly state: EntryState }

/**
 * Adds an entry to the list of a department. A brand that is entered below the top waits for approval.
 * @param departmentId the caller's own when left out
 * @throws Problem `department.unknown`, `fridge.name_taken`, `fridge.list_full`
 */
export function addEntry(
  db: Db,
  { user, now }: ListWriter,
  list: FridgeList,
  draft: EntryDraft,
  departmentId: DepartmentId = user.departmentId,
): Promise<Added> {
  checkWithin(user, departmentId)
  return db.transaction().execute(async (trx) => {
    await lockList(trx, list)
    await checkName(trx, { list, departmentId, draft, except: null })
    if ((await countEntries(trx, list, departmentId)) >= MOST_ENTRIES) {
      throw new Problem('fridge.list_full', { most: MOST_ENTRIES })
    }
    const state = await stateOfNew(trx, user, list)
    const entry = { list, departmentId, ...columnsOf(draft), state }
    const id = await insertEntry(trx, { ...entry, ...proposedBy(state, { user, now }) })
    await auditEntry(trx, { user, now }, state === 'proposed' ? 'propose' : 'add', { ...entry }, { ...draft })
    if (state === 'proposed')
      await notifyReviewers(trx, { user, now }, { id, departmentId, title: draft.title })
    return { id, state }
  })
}

/**
 * Changes an entry of one's own departments. A brand that was refused is proposed again.
 * @throws Problem `fridge.unknown`, `access.owner`, `row.changed`, `fridge.name_taken`, `fridge.name_approved`
 */
export function changeEntry(
  db: Db,
  writer: ListWriter,
  list: FridgeList,
  { id, revision, ...draft }: EntryDraft & Named,
): Promise<Added> {
  return db.transaction().execute(async (trx) => {
    await lockList(trx, list)
    const row = await lockOwn(trx, writer.user, list, { id, revision })
    await checkName(trx, { list, departmentId: row.departmentId, draft, except: id })
    const isRenamed = draft.title !== row.title
    const mayApprove = list !== 'brand' || (await isTopDepartment(trx, writer.user.departmentId))
    if (row.state === 'approved' && isRenamed && !mayApprove) {
      throw new Problem('fridge.name_approved', {}, { title: 'choice' })
    }
    const isProposedAgain = row.state === 'refused'
    const state = isProposedAgain ? 'proposed' : row.state
    const proposal = isProposedAgain ? proposedBy(state, writer) : {}
    await updateEntry(trx, id, { ...columnsOf(draft), state, ...proposal })
    await auditEntry(trx, writer, 'change', row, { ...draft, before: draftOf(row) })
    const departmentId = row.departmentId as DepartmentId
    if (isProposedAgain) await notifyReviewers(trx, writer, { id, departmentId, title: draft.title })
    return { id, state }
  })
}

/**
 * Removes an entry that no device in use has; retired ones keep its name.
 * @throws Problem `fridge.unknown`, `access.owner`, `row.changed`, `fridge.in_use`, `fridge.in_use_unseen`
 */
export async function removeEntry(
  db: Db,
  writer: ListWriter,
  users: EntryUsers,
  list: FridgeList,
  named: Named,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockOwn(trx, writer.user, list, named)
    await checkUnused(trx, scopeOf(writer.user), users, row)
    await removeEntryRow(trx, named.id, writer.now)
    await auditEntry(trx, writer, 'remove', row, draftOf(row))
  })
}

async function checkUnused(
  trx: Trx,
  scope: Scope,
  users: EntryUsers,
  { list, fridgeEntryId }: FridgeEntryRow,
): Promise<void> {
  const count = await users.count(trx, list, fridgeEntryId)
  if (count > 0) throw new Problem('fridge.in_files', { count })
  const { used } = await countDevicesOf(trx, list, fridgeEntryId)
  if (used === 0) return
  const { devices, stores } = await selectUseOf(trx, scope, list, fridgeEntryId)
  // how many devices are withheld from the caller is no one's business
  throw devices === 0
    ? new Problem('fridge.in_use_unseen')
    : new Problem('fridge.in_use', { devices, stores })
}

/**
 * An entry that the caller may change, kept from others until the transaction ends.
 * @throws Problem `fridge.unknown`, `access.owner`, `row.changed`
 */
export async function lockOwn(
  trx: Trx,
  user: SignedIn,
  list: FridgeList,
  named: Named,
): Promise<FridgeEntryRow> {
  const row = (await lockEntries(trx, user.departmentId, [named.id])).get(named.id)
  if (row === undefined || row.list !== list) throw new Problem('fridge.unknown')
  checkOwn(row)
  checkCurrent(row, named)
  return row
}

/** @throws Problem `access.owner` */
export function checkOwn({ canEdit }: FridgeEntryRow): void {
  if (!canEdit) throw new Problem('access.owner')
}

/** @throws Problem `row.changed` with the row as it is now */
export function checkCurrent(row: FridgeEntryRow, seen: { readonly revision?: number | undefined }): void {
  if (!isOutdated(seen, row)) return
  throw row.list === 'brand'
    ? rowChanged(wireBrand, presentBrand(row))
    : rowChanged(wireFridgeEntry, presentEntry(row))
}

/** @throws Problem `fridge.name_taken` where the department uses an entry of this name already */
export async function checkName(
  trx: Trx,
  {
    list,
    departmentId,
    draft: { title },
    except,
  }: {
    readonly list: FridgeList
    readonly departmentId: DepartmentId | null
    readonly draft: Pick<EntryDraft, 'title'>
    readonly except: FridgeEntryId | null
  },
): Promise<void> {
  const taken =
    departmentId === null
      ? null
      : await selectTaken(trx, { list, departmentId, folded: foldedTitle(title), except })
  if (taken !== null) throw new Problem('fridge.name_taken', { name: taken.title }, { title: 'choice' })
}

/** @throws Problem `department.unknown` */
export function checkWithin(user: SignedIn, departmentId: DepartmentId): void {
  if (!scopeOf(user).departments.includes(departmentId)) throw new Problem('department.unknown')
}

async function stateOfNew(trx: Trx, user: SignedIn, list: FridgeList): Promise<EntryState> {
  if (list !== 'brand') return 'approved'
  return (await isTopDepartment(trx, user.departmentId)) ? 'approved' : 'proposed'
}

function proposedBy(state: EntryState, { user, now }: ListWriter) {
  return state === 'proposed'
    ? {
        proposedBy: user.accountId,
        proposer: user.name,
        proposedAt: now,
        reviewer: '',
        reviewedAt: null,
        reason: '',
      }
    : {}
}

function columnsOf({ title, contact = '', phone = '', address = '' }: EntryDraft) {
  return { title, folded: foldedTitle(title), contact, phone, address }
}

function draftOf({ list, title, contact, phone, address }: FridgeEntryRow): EntryDraft {
  return list === 'brand' ? { title, contact, phone, address } : { title }
}

type Act = 'add' | 'propose' | 'change' | 'remove' | 'merge' | 'approve' | 'refuse'

export async function auditEntry(
  trx: Trx,
  { user, now }: ListWriter,
  act: Act,
  { list, title, departmentId }: Pick<FridgeEntryRow, 'list' | 'title' | 'departmentId'>,
  detail: object,
): Promise<void> {
  await addAudit(trx, {
    at: now,
    by: { accountId: user.accountId, name: user.name },
    storeId: null,
    ...(departmentId !== null && { departmentId }),
    kind: `fridge.${act}`,
    subject: title,
    detail: { list, ...detail },
    outcome: 'done',
  })
}
