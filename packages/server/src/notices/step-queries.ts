import type { NoticeTargetId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import type { Db, Trx } from '../db/connect'

export interface StepColumns {
  readonly noticeTargetId: NoticeTargetId
  readonly step: number
  readonly afterMinutes: number
  readonly nextTargetId: NoticeTargetId
}

export interface StepRow extends StepColumns {
  readonly noticeStepId: number
  readonly revision: number
  readonly targetName: string
  readonly nextName: string
}

/** Steps between targets that are both the caller's. */
export async function selectSteps(db: Db, scope: Scope, id: number | null = null): Promise<StepRow[]> {
  const only = id === null ? sql`` : sql`and s.notice_step_id = ${id}::bigint`
  const { rows } = await sql<StepRow>`
    select s.notice_step_id, s.notice_target_id, s.step, s.after_minutes, s.next_target_id, s.revision,
      t.name as target_name, n.name as next_name
    from notice_step s join notice_target t on t.notice_target_id = s.notice_target_id
      join notice_target n on n.notice_target_id = s.next_target_id
    where t.department_ids <@ ${scope.departments}::bigint[] and n.department_ids <@ ${scope.departments}::bigint[] ${only}
    order by t.name, s.notice_target_id, s.step`.execute(db)
  return rows
}

/** @returns false where the target has this step already */
export async function insertStep(trx: Trx, columns: StepColumns): Promise<boolean> {
  const row = await trx
    .insertInto('noticeStep')
    .values(columns)
    .onConflict((conflict) => conflict.columns(['noticeTargetId', 'step']).doNothing())
    .returning('noticeStepId')
    .executeTakeFirst()
  return row !== undefined
}

/** True where another row is this step of the target. */
export async function hasStep(
  trx: Trx,
  { noticeTargetId, step }: Pick<StepColumns, 'noticeTargetId' | 'step'>,
  exceptId: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom('noticeStep')
    .select('noticeStepId')
    .where('noticeTargetId', '=', noticeTargetId)
    .where('step', '=', step)
    .where('noticeStepId', '!=', exceptId)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false where the row has another revision */
export async function updateStep(
  trx: Trx,
  id: number,
  revision: number,
  columns: StepColumns,
): Promise<boolean> {
  const row = await trx
    .updateTable('noticeStep')
    .set((is) => ({ ...columns, revision: is('revision', '+', 1) }))
    .where('noticeStepId', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row.numUpdatedRows > 0n
}

/** @returns false where the row has another revision */
export async function deleteStep(trx: Trx, id: number, revision: number | undefined): Promise<boolean> {
  const row = await trx
    .deleteFrom('noticeStep')
    .where('noticeStepId', '=', id)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision as number))
    .executeTakeFirst()
  return row.numDeletedRows > 0n
}
