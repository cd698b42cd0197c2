import type { DepartmentId, ParameterApplyId, ParameterProfileId } from '@coldkeep/domain/ids'
import type { ApplyState } from '@coldkeep/domain/parameters/apply'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import { isSeenFrom, ownerColumns } from '../../access/owned-queries'
import type { Db, Trx } from '../../db/connect'
import { sqlInstant } from '../../db/instants'
import type { ParameterTables } from '../../db/parameter-tables'

export interface ApplyFilter {
  readonly id?: ParameterApplyId
  readonly departments?: readonly DepartmentId[] | undefined
  readonly profileId?: ParameterProfileId | undefined
  readonly state?: ApplyState | undefined
}

type ApplyTable = ParameterTables['parameterApply']

export async function insertApply(trx: Trx, apply: Insertable<ApplyTable>): Promise<ParameterApplyId> {
  const { parameterApplyId } = await trx
    .insertInto('parameterApply')
    .values(apply)
    .returning('parameterApplyId')
    .executeTakeFirstOrThrow()
  return parameterApplyId
}

export async function updateApply(
  trx: Trx,
  id: ParameterApplyId,
  changes: Updateable<ApplyTable>,
): Promise<void> {
  await trx.updateTable('parameterApply').set(changes).where('parameterApplyId', '=', id).execute()
}

function one(db: Db, id: ParameterApplyId) {
  return db.selectFrom('parameterApply').selectAll().where('parameterApplyId', '=', id)
}

/** `undefined`: there is none. */
export function selectApply(db: Db, id: ParameterApplyId) {
  return one(db, id).executeTakeFirst()
}

export type Apply = NonNullable<Awaited<ReturnType<typeof selectApply>>>

/** The same, kept from others until the transaction ends. */
export function lockApply(trx: Trx, id: ParameterApplyId): Promise<Apply | undefined> {
  return one(trx, id).forUpdate().executeTakeFirst()
}

/** Those that have not ended, the oldest first. */
export async function selectOpenApplies(db: Db): Promise<readonly ParameterApplyId[]> {
  const rows = await db
    .selectFrom('parameterApply')
    .select('parameterApplyId')
    .where('state', 'in', ['waiting', 'trial', 'watching', 'waves', 'paused'])
    .orderBy('parameterApplyId')
    .execute()
  return rows.map(({ parameterApplyId }) => parameterApplyId)
}

/** Those that accounts of a department see, the newest first. */
export function selectApplies(
  db: Db,
  from: DepartmentId,
  filter: ApplyFilter,
  page: { readonly offset: number; readonly limit: number },
) {
  return matching(db, from, filter)
    .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'parameterApply.deviceModelId')
    .innerJoin('parameterProfile', 'parameterProfile.parameterProfileId', 'parameterApply.parameterProfileId')
    .selectAll('parameterApply')
    .select(['deviceModel.brand', 'deviceModel.model', 'parameterProfile.name as profileName'])
    .select(ownerColumns(from, 'parameterApply'))
    .select(
      sql<boolean>`exists (select from parameter_apply later where later.undo_of = parameter_apply.parameter_apply_id
        and later.state not in ('rejected', 'expired', 'stopped'))`.as('isUndone'),
    )
    .orderBy('parameterApply.parameterApplyId', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

export type ShownApply = Awaited<ReturnType<typeof selectApplies>>[number]

export async function countApplies(db: Db, from: DepartmentId, filter: ApplyFilter): Promise<number> {
  const { count } = await matching(db, from, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function matching(db: Db, from: DepartmentId, { id, departments, profileId, state }: ApplyFilter) {
  let query = db.selectFrom('parameterApply').where(isSeenFrom(from, 'parameterApply'))
  if (id !== undefined) query = query.where('parameterApply.parameterApplyId', '=', id)
  if (departments !== undefined)
    query = query.where(sql<SqlBool>`parameter_apply.department_id = any(${departments}::bigint[])`)
  if (profileId !== undefined) query = query.where('parameterApply.parameterProfileId', '=', profileId)
  if (state !== undefined) query = query.where('parameterApply.state', '=', state)
  return query
}

/** Whether an apply is being taken back, or has been. */
export async function isUndone(trx: Trx, id: ParameterApplyId): Promise<boolean> {
  const row = await trx
    .selectFrom('parameterApply')
    .select('parameterApplyId')
    .where('undoOf', '=', id)
    .where('state', 'not in', ['rejected', 'expired', 'stopped'])
    .executeTakeFirst()
  return row !== undefined
}

/** The departments from the top down to one: whose accounts see all of its stores. */
export async function selectDepartmentPath(db: Db, id: DepartmentId): Promise<readonly DepartmentId[]> {
  const row = await db
    .selectFrom('department')
    .select('path')
    .where('departmentId', '=', id)
    .executeTakeFirst()
  return row?.path ?? []
}

/** That an apply waits for a second person needs no reading once it does not. */
export function isApplySettled(now: EpochMs) {
  return sql<SqlBool>`n.about = 'apply_requested' and not exists (select from parameter_apply a
    where a.parameter_apply_id = n.subject_id and a.state = 'waiting' and a.decide_until > ${sqlInstant(now)})`
}
