import type { ScriptFolderRow } from '@coldkeep/contract/areas/scripts'
import type { DepartmentId, ScriptFolderId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import { heirOf, isSeenFrom, ownerColumns } from '../access/owned-queries'
import type { Db, Trx } from '../db/connect'

/** Those that accounts of a department see, by name; one where an id is given. */
export function selectFolders(
  db: Db,
  from: DepartmentId,
  id: ScriptFolderId | null = null,
): Promise<ScriptFolderRow[]> {
  return db
    .selectFrom('scriptFolder')
    .select(['scriptFolderId as id', 'name', 'revision'])
    .select(ownerColumns(from, 'scriptFolder'))
    .where(isSeenFrom(from, 'scriptFolder'))
    .select(
      sql<number>`(select count(*)::int from poll_script s
        where s.script_folder_id = script_folder.script_folder_id)`.as('scripts'),
    )
    .$if(id !== null, (query) => query.where('scriptFolderId', '=', id as ScriptFolderId))
    .orderBy('name')
    .orderBy('scriptFolderId')
    .execute()
}

/** Held until the transaction ends. */
export async function lockFolder(trx: Trx, id: ScriptFolderId): Promise<void> {
  await trx
    .selectFrom('scriptFolder')
    .select('scriptFolderId')
    .where('scriptFolderId', '=', id)
    .forUpdate()
    .execute()
}

/** The department of a folder that accounts of another see, held against removal; `undefined` where there is none. */
export function lockSeenFolder(trx: Trx, from: DepartmentId, id: ScriptFolderId) {
  return trx
    .selectFrom('scriptFolder')
    .select('departmentId')
    .select(ownerColumns(from, 'scriptFolder'))
    .where('scriptFolderId', '=', id)
    .where(isSeenFrom(from, 'scriptFolder'))
    .forShare('scriptFolder')
    .executeTakeFirst()
}

/** Folders of one name are made one after the other. */
export async function lockFolderName(trx: Trx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`script folder ${name}`}, 0))`.execute(trx)
}

/** Whether a department sees any folder of a name. */
export async function isFolderNameSeen(db: Db, departmentId: DepartmentId, name: string): Promise<boolean> {
  const known = await db
    .selectFrom('scriptFolder')
    .select('scriptFolderId')
    .where('name', '=', name)
    .where(isSeenFrom(departmentId, 'scriptFolder'))
    .executeTakeFirst()
  return known !== undefined
}

export async function insertFolder(trx: Trx, departmentId: DepartmentId, name: string): Promise<void> {
  await trx.insertInto('scriptFolder').values({ name, departmentId }).execute()
}

/** Also counts up the revision that a folder had before. */
export async function updateFolder(
  trx: Trx,
  { id, revision }: Pick<ScriptFolderRow, 'id' | 'revision'>,
  name: string,
): Promise<void> {
  await trx
    .updateTable('scriptFolder')
    .set({ name, revision: revision + 1 })
    .where('scriptFolderId', '=', id)
    .execute()
}

export async function deleteFolder(trx: Trx, id: ScriptFolderId): Promise<void> {
  await trx.deleteFrom('scriptFolder').where('scriptFolderId', '=', id).execute()
}

/**
 * Gives folders of departments that are about to be removed to the nearest department above that stays.
 * @returns those whose name is in use there already, and which stay where they are
 */
export async function passOnFolders(trx: Db, removed: readonly DepartmentId[]): Promise<readonly string[]> {
  const heir = heirOf(removed, 'scriptFolder')
  const isOfRemoved = sql`script_folder.department_id = any(${removed}::bigint[])`
  await sql`update script_folder set department_id = ${heir} where ${isOfRemoved} and not exists (
    select from script_folder other where other.script_folder_id <> script_folder.script_folder_id
      and other.name = script_folder.name
      and (other.department_id = ${heir} or other.department_id = any(${removed}::bigint[])))`.execute(trx)
  const { rows } = await sql<{ name: string }>`
    select name from script_folder where ${isOfRemoved} order by 1`.execute(trx)
  return rows.map(({ name }) => name)
}
