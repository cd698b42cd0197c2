import { Problem } from '@coldkeep/contract/problem'
import type { ProblemCode } from '@coldkeep/contract/problem-status'
import type { DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Clock } from '@coldkeep/domain/time/instant'
import type * as z from 'zod/mini'
import { isOutdated, rowChanged } from '../access/row-changed'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'

/** Of PostgreSQL, as of the embedded database. */
const UNIQUE_VIOLATION = '23505'

/** A table that people write row by row. `at` names a row in what was sent, for refusals. */
export interface EditedTable<Draft extends object, Row extends Draft & Numbered> {
  /** Audit entries are called `kind.add`, `kind.change` and `kind.remove`. */
  readonly kind: string
  /** The refusal for a row that does not exist any more. */
  readonly unknown: ProblemCode
  /** In which calls list a row. */
  readonly shape: z.ZodMiniType
  /** The row, kept from others until the transaction ends; `null` where there is none. */
  readonly lock: (trx: Trx, id: number) => Promise<Row | null>
  /** The refusal of a row where the database has another one that must not repeat. */
  readonly taken: (at: string) => Problem
  readonly insert: (trx: Trx, draft: Draft, at: string) => Promise<void>
  readonly update: (trx: Trx, before: Row, draft: Draft, at: string) => Promise<void>
  readonly remove: (trx: Trx, row: Row) => Promise<void>
  /**
   * The department that a row belongs to, to which the audit entry goes; that of the editing account when
   * left out.
   */
  readonly ownerOf?: (row: Row) => DepartmentId | undefined
  /** Of rows that belong to a store: whose entries they are, and the devices that they are about. */
  readonly placeOf?: (trx: Trx, draft: Draft) => Promise<RowPlace>
  /** What people call it, from the outside in. */
  readonly nameOf: (draft: Draft) => readonly string[]
}

interface RowPlace {
  readonly storeId: StoreId | null
  readonly deviceIds: readonly DeviceId[]
}

interface Numbered {
  readonly id: number
  readonly revision: number
}

export interface Editing {
  readonly db: Db
  readonly user: SignedIn
  readonly clock: Clock
}

type Change<Draft> = Draft & { readonly id: number; readonly revision?: number | undefined }

/** All rows or none. */
export async function addRows<Draft extends object, Row extends Draft & Numbered>(
  table: EditedTable<Draft, Row>,
  editing: Editing,
  drafts: readonly Draft[],
  atOf: (index: number) => string,
): Promise<void> {
  await editing.db.transaction().execute(async (trx) => {
    for (const [index, draft] of drafts.entries()) {
      await refusing(table, atOf(index), (at) => table.insert(trx, draft, at))
      await audit(trx, table, editing, 'add', draft, { ...(draft as Readonly<Record<string, unknown>>) })
    }
  })
}

/**
 * All changes or none.
 * @throws Problem `row.changed` with the current row where someone else changed it first
 */
export async function changeRows<Draft extends object, Row extends Draft & Numbered>(
  table: EditedTable<Draft, Row>,
  editing: Editing,
  changes: readonly Change<Draft>[],
  atOf: (index: number) => string,
): Promise<void> {
  await editing.db.transaction().execute(async (trx) => {
    for (const [index, change] of changes.entries()) {
      const before = await presentRow(trx, table, change)
      const { id: _, revision: __, ...rest } = change
      const draft = rest as unknown as Draft
      await refusing(table, atOf(index), (at) => table.update(trx, before, draft, at))
      const was = Object.fromEntries(Object.keys(draft).map((key) => [key, before[key as keyof Row]]))
      const departmentId = table.ownerOf?.(before)
      await audit(trx, table, { ...editing, departmentId }, 'change', draft, { before: was, after: draft })
    }
  })
}

/** @throws Problem `row.changed` with the current row where someone else has changed it */
export async function removeRow<Draft extends object, Row extends Draft & Numbered>(
  table: EditedTable<Draft, Row>,
  editing: Editing,
  named: { readonly id: number; readonly revision?: number | undefined },
): Promise<void> {
  await editing.db.transaction().execute(async (trx) => {
    const row = await presentRow(trx, table, named)
    await table.remove(trx, row)
    const { id: _, revision: __, ...was } = row
    const departmentId = table.ownerOf?.(row)
    await audit(trx, table, { ...editing, departmentId }, 'remove', row, was)
  })
}

/**
 * Turns a violated uniqueness into a refusal. The transaction is given up with the refusal, so that it does
 * not matter that the database has ended it.
 */
export async function refusing<Value>(
  { taken }: Pick<EditedTable<never, never>, 'taken'>,
  at: string,
  write: (at: string) => Promise<Value>,
): Promise<Value> {
  try {
    return await write(at)
  } catch (error) {
    const isRepeated = error instanceof Error && (error as NodeJS.ErrnoException).code === UNIQUE_VIOLATION
    throw isRepeated ? taken(at) : error
  }
}

async function presentRow<Draft extends object, Row extends Draft & Numbered>(
  trx: Trx,
  { lock, unknown, shape }: EditedTable<Draft, Row>,
  named: { readonly id: number; readonly revision?: number | undefined },
): Promise<Row> {
  const row = await lock(trx, named.id)
  if (row === null) throw new Problem(unknown)
  if (isOutdated(named, row)) throw rowChanged(shape, row)
  return row
}

async function audit<Draft extends object, Row extends Draft & Numbered>(
  trx: Trx,
  { kind, nameOf, placeOf }: EditedTable<Draft, Row>,
  { user, clock, departmentId }: Editing & { readonly departmentId?: DepartmentId | undefined },
  act: 'add' | 'change' | 'remove',
  named: Draft,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await addAudit(trx, {
    at: clock.now(),
    by: { accountId: user.accountId, name: user.name },
    storeId: null,
    ...(await placeOf?.(trx, named)),
    ...(departmentId && { departmentId }),
    kind: `${kind}.${act}`,
    subject: nameOf(named).join(' · '),
    detail,
    outcome: 'done',
  })
}
