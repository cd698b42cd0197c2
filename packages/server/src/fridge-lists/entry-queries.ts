import type { DepartmentId, FridgeEntryId } from '@coldkeep/domain/ids'
import type { EntryState, FridgeList } from '@coldkeep/domain/organisation/fridge-list'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import { heirOf, isSeenFrom, isUsedIn, ownerColumns } from '../access/owned-queries'
import type { Db, Trx } from '../db/connect'
import type { Tables } from '../db/tables'

/** Entries of a list that an account of a department sees, by name. */
export function selectEntries(
  db: Db,
  { list, reader, usedIn, states }: EntryFilter,
): Promise<readonly FridgeEntryRow[]> {
  return shown(db, reader)
    .where('fridgeEntry.list', '=', list)
    .where('fridgeEntry.state', 'in', states)
    .where('fridgeEntry.removedAt', 'is', null)
    .where(isSeenFrom(reader, 'fridgeEntry'))
    .$if(usedIn !== null, (query) => query.where(isUsedIn(usedIn as DepartmentId, 'fridgeEntry')))
    .orderBy(sql`lower(fridge_entry.title)`)
    .orderBy('fridgeEntry.fridgeEntryId')
    .execute()
}

interface EntryFilter {
  readonly list: FridgeList
  /** Of the account that reads. */
  readonly reader: DepartmentId
  /** Only what devices of stores there can be set to; `null`: all that is seen. */
  readonly usedIn: DepartmentId | null
  readonly states: readonly EntryState[]
}

/** Entries as they are now, kept from others who change them; those that the reader does not see are left out. */
export async function lockEntries(
  trx: Trx,
  reader: DepartmentId,
  ids: readonly FridgeEntryId[],
): Promise<ReadonlyMap<FridgeEntryId, FridgeEntryRow>> {
  // in one order, so that two who merge the same entries wait for each other
  await trx
    .selectFrom('fridgeEntry')
    .select('fridgeEntryId')
    .where('fridgeEntryId', 'in', ids)
    .orderBy('fridgeEntryId')
    .forUpdate()
    .execute()
  const rows = await shown(trx, reader)
    .where('fridgeEntry.fridgeEntryId', 'in', ids)
    .where('fridgeEntry.removedAt', 'is', null)
    .where(isSeenFrom(reader, 'fridgeEntry'))
    .execute()
  return new Map(rows.map((row) => [row.fridgeEntryId, row]))
}

export type FridgeEntryRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

/** Whether what is used in one department is so in another one as well: it belongs to it, above it, or to no one. */
export async function isEntryUsedIn(
  db: Db,
  fridgeEntryId: FridgeEntryId,
  departmentId: DepartmentId,
): Promise<boolean> {
  const row = await db
    .selectFrom('fridgeEntry')
    .select('fridgeEntryId')
    .where('fridgeEntryId', '=', fridgeEntryId)
    .where(isUsedIn(departmentId, 'fridgeEntry'))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The entry that a device of a department can be set to, kept from being removed until the transaction ends.
 * @returns false for one of another list or place, and for one that is not in the list
 */
export async function holdEntry(
  trx: Trx,
  { list, fridgeEntryId, departmentId }: EntryChoice,
): Promise<boolean> {
  const row = await trx
    .selectFrom('fridgeEntry')
    .select('fridgeEntryId')
    .where('fridgeEntryId', '=', fridgeEntryId)
    .where('list', '=', list)
    .where('state', '=', 'approved')
    .where('removedAt', 'is', null)
    .where(isUsedIn(departmentId, 'fridgeEntry'))
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

interface EntryChoice {
  readonly list: FridgeList
  readonly fridgeEntryId: FridgeEntryId
  readonly departmentId: DepartmentId
}

/** An entry of this name that is used in a department already; `null` where the name is free. */
export async function selectTaken(
  trx: Trx,
  { list, folded, departmentId, except }: NameQuery,
): Promise<{ readonly title: string; readonly state: EntryState } | null> {
  const row = await trx
    .selectFrom('fridgeEntry')
    .select(['title', 'state'])
    .where('list', '=', list)
    .where('folded', '=', folded)
    .where('removedAt', 'is', null)
    .where('state', '<>', 'refused')
    .where(isUsedIn(departmentId, 'fridgeEntry'))
    .$if(except !== null, (query) => query.where('fridgeEntryId', '<>', except as FridgeEntryId))
    .executeTakeFirst()
  return row ?? null
}

interface NameQuery {
  readonly list: FridgeList
  readonly folded: string
  readonly departmentId: DepartmentId
  readonly except: FridgeEntryId | null
}

/** One after the other, so that of two who enter one name the second sees that of the first. */
export async function lockList(trx: Trx, list: FridgeList): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fridge list ${list}`}, 0))`.execute(trx)
}

export async function countEntries(trx: Trx, list: FridgeList, departmentId: DepartmentId): Promise<number> {
  const { count } = await trx
    .selectFrom('fridgeEntry')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('list', '=', list)
    .where('departmentId', '=', departmentId)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertEntry(
  trx: Trx,
  entry: Insertable<Tables['fridgeEntry']>,
): Promise<FridgeEntryId> {
  const { fridgeEntryId } = await trx
    .insertInto('fridgeEntry')
    .values(entry)
    .returning('fridgeEntryId')
    .executeTakeFirstOrThrow()
  return fridgeEntryId
}

export async function updateEntry(
  trx: Trx,
  fridgeEntryId: FridgeEntryId,
  change: Updateable<Tables['fridgeEntry']>,
): Promise<void> {
  await trx
    .updateTable('fridgeEntry')
    .set({ ...change, revision: sql<number>`revision + 1` })
    .where('fridgeEntryId', '=', fridgeEntryId)
    .execute()
}

export async function removeEntryRow(trx: Trx, fridgeEntryId: FridgeEntryId, now: EpochMs): Promise<void> {
  await updateEntry(trx, fridgeEntryId, { removedAt: now })
}

/**
 * Gives entries of departments that are about to be removed to the nearest department above that stays.
 * @returns those whose name is in use there already, and which stay where they are
 */
export async function passOnEntries(trx: Db, removed: readonly DepartmentId[]): Promise<readonly string[]> {
  if (removed.length === 0) return []
  const heir = heirOf(removed, 'fridgeEntry')
  const isOfRemoved = sql<SqlBool>`fridge_entry.department_id = any(${removed}::bigint[])`
  await sql`update fridge_entry set department_id = ${heir} where ${isOfRemoved} and not exists (
    select from fridge_entry other where other.fridge_entry_id <> fridge_entry.fridge_entry_id
      and other.list = fridge_entry.list and other.folded = fridge_entry.folded
      and other.removed_at is null and other.state <> 'refused'
      and fridge_entry.removed_at is null and fridge_entry.state <> 'refused'
      and (other.department_id = ${heir} or other.department_id = any(${removed}::bigint[])))`.execute(trx)
  const { rows } = await sql<{ title: string }>`
    select title from fridge_entry where ${isOfRemoved} order by 1`.execute(trx)
  return rows.map(({ title }) => title)
}

function shown(db: Db, reader: DepartmentId) {
  return db
    .selectFrom('fridgeEntry')
    .select([
      'fridgeEntry.fridgeEntryId',
      'fridgeEntry.list',
      'fridgeEntry.departmentId',
      'fridgeEntry.title',
      'fridgeEntry.contact',
      'fridgeEntry.phone',
      'fridgeEntry.address',
      'fridgeEntry.state',
      'fridgeEntry.proposedBy',
      'fridgeEntry.proposer',
      'fridgeEntry.proposedAt',
      'fridgeEntry.reviewer',
      'fridgeEntry.reviewedAt',
      'fridgeEntry.reason',
      'fridgeEntry.revision',
    ])
    .select(ownerColumns(reader, 'fridgeEntry'))
}
