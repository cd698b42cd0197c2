import type { DepartmentId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'

/** The nearest note of a department and those above it. */
export function selectServiceNote(db: Db, departmentId: DepartmentId) {
  return db
    .selectFrom('serviceNote')
    .innerJoin('department', 'department.departmentId', 'serviceNote.departmentId')
    .select([
      'serviceNote.departmentId',
      'serviceNote.note',
      'serviceNote.revision',
      'serviceNote.savedBy',
      'serviceNote.savedAt',
      'department.name as departmentName',
    ])
    .where(
      sql<boolean>`service_note.department_id in (select unnest(here.path) from department here
        where here.department_id = ${departmentId})`,
    )
    .orderBy(sql`cardinality(department.path)`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The own note of a department, held until the transaction ends. */
export async function lockServiceNote(trx: Trx, departmentId: DepartmentId) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`service note ${departmentId}`}, 0))`.execute(trx)
  return trx
    .selectFrom('serviceNote')
    .select(['note', 'revision'])
    .where('departmentId', '=', departmentId)
    .executeTakeFirst()
}

/** An empty note is none. */
export async function putServiceNote(
  trx: Trx,
  departmentId: DepartmentId,
  written: {
    readonly note: string
    readonly revision: number
    readonly savedBy: string
    readonly savedAt: EpochMs
  },
): Promise<void> {
  if (written.note === '') {
    await trx.deleteFrom('serviceNote').where('departmentId', '=', departmentId).execute()
    return
  }
  await trx
    .insertInto('serviceNote')
    .values({ departmentId, ...written })
    .onConflict((conflict) => conflict.column('departmentId').doUpdateSet(written))
    .execute()
}
