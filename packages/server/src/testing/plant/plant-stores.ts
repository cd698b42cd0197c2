import type { DepartmentId, StoreId, TerminalId, VendorId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'
import type { Store } from '@coldkeep/domain/organisation/store'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../../db/connect'
import { insertDepartment } from '../../organisation/organisation-queries'

export interface StoreDraft extends Omit<Store, 'id'> {
  readonly floorAreaM2?: number
  readonly phone?: string
  readonly taxId?: string
  readonly securityAccount?: string
  /** Days of the store, as `2026-11-28`. */
  readonly openedOn?: string
  readonly serviceEndsOn?: string
}

/** Adds a department with everything below it and tells the ids. */
export async function insertDepartments(
  db: Db,
  draft: DepartmentDraft,
  parentId: DepartmentId | null = null,
  position = 0,
): Promise<Department> {
  const id = await insertDepartment(db, parentId, draft.name, position)
  const children: Department[] = []
  for (const [index, child] of draft.children.entries()) {
    children.push(await insertDepartments(db, child, id, index))
  }
  return { id, name: draft.name, children }
}

export async function insertVendor(db: Db, name: string): Promise<VendorId> {
  const row = await db.insertInto('vendor').values({ name }).returning('vendorId').executeTakeFirstOrThrow()
  return row.vendorId
}

/** Takes the store's number, which no other store may have, and adds the store. */
export async function insertStore(db: Db, draft: StoreDraft): Promise<StoreId> {
  const { storeId } = await db
    .insertInto('storeCode')
    .values({ code: draft.code })
    .returning('storeId')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('store')
    .values({ storeId, openedOn: null, ...draft })
    .execute()
  return storeId
}

export interface TerminalDraft {
  readonly terminalId: TerminalId
  readonly storeId: StoreId
  /** SHA-256 of the secret that it signs in with. */
  readonly secretHash: Uint8Array
  /** Of the box that has the place, where one has claimed it. */
  readonly serial?: string
  readonly hardware?: string
  readonly claimedAt?: EpochMs
}

export async function insertTerminal(db: Db, terminal: TerminalDraft, now: EpochMs): Promise<void> {
  await db
    .insertInto('terminal')
    .values({ ...terminal, createdAt: now })
    .execute()
}

/** A department that has no id yet, with everything below it. */
export interface DepartmentDraft {
  readonly name: string
  readonly children: readonly DepartmentDraft[]
}
