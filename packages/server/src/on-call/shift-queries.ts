import type { AccountId, DepartmentId, OnCallShiftId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Period } from '@coldkeep/domain/time/period'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'

/** True for accounts `a` that can be on call in department `d`: they see it, or a part of it. */
const isAvailable = sql<boolean>`a.is_enabled and exists (select from department own
  where own.department_id = a.department_id
    and (d.path @> array[own.department_id] or own.path @> array[d.department_id]))`

export interface ShiftRow {
  readonly onCallShiftId: OnCallShiftId
  readonly departmentId: DepartmentId
  readonly departmentName: string
  /** Down to the department. */
  readonly path: readonly DepartmentId[]
  readonly accountId: AccountId
  readonly name: string
  readonly fromAt: EpochMs
  readonly untilAt: EpochMs
  readonly isAvailable: boolean
  readonly revision: number
}

const shifts = sql`select s.on_call_shift_id, s.department_id, d.name as department_name, d.path, s.account_id, a.name,
    s.from_at, s.until_at, s.revision, ${isAvailable} as is_available
  from on_call_shift s join department d on d.department_id = s.department_id
    join account a on a.account_id = s.account_id`

/** The shifts of a department that lie in a period, wholly or partly. */
export async function selectShifts(
  db: Db,
  departmentId: DepartmentId,
  { startAt, endAt }: Period,
  limit: number,
): Promise<ShiftRow[]> {
  const { rows } = await sql<ShiftRow>`${shifts}
    where s.department_id = ${departmentId}::bigint and s.until_at > ${sqlInstant(startAt)}
      and s.from_at < ${sqlInstant(endAt)}
    order by s.from_at, s.on_call_shift_id limit ${limit}`.execute(db)
  return rows
}

/** One shift, for its change: others wait until the transaction ends. */
export async function lockShift(trx: Trx, id: OnCallShiftId): Promise<ShiftRow | null> {
  const { rows } =
    await sql<ShiftRow>`${shifts} where s.on_call_shift_id = ${id}::bigint for update of s`.execute(trx)
  return rows[0] ?? null
}

export interface ShiftDraft {
  readonly departmentId: DepartmentId
  readonly accountId: AccountId
  readonly fromAt: EpochMs
  readonly untilAt: EpochMs
}

export async function insertShifts(
  trx: Trx,
  drafts: readonly ShiftDraft[],
  changedBy: string,
): Promise<OnCallShiftId[]> {
  if (drafts.length === 0) return []
  const rows = await trx
    .insertInto('onCallShift')
    .values(drafts.map((draft) => ({ ...draft, changedBy })))
    .returning('onCallShiftId')
    .execute()
  return rows.map(({ onCallShiftId }) => onCallShiftId)
}

export async function updateShift(
  trx: Trx,
  { departmentId, onCallShiftId }: Pick<ShiftRow, 'departmentId' | 'onCallShiftId'>,
  columns: Partial<Omit<ShiftDraft, 'departmentId'>>,
  changedBy: string,
): Promise<void> {
  await trx
    .updateTable('onCallShift')
    .set((is) => ({ ...columns, changedBy, revision: is('revision', '+', 1) }))
    .where('departmentId', '=', departmentId)
    .where('onCallShiftId', '=', onCallShiftId)
    .execute()
}

export async function deleteShift(
  trx: Trx,
  { departmentId, onCallShiftId }: Pick<ShiftRow, 'departmentId' | 'onCallShiftId'>,
): Promise<void> {
  await trx
    .deleteFrom('onCallShift')
    .where('departmentId', '=', departmentId)
    .where('onCallShiftId', '=', onCallShiftId)
    .execute()
}

/** Shifts of a department that are not over. */
export async function countShifts(trx: Trx, departmentId: DepartmentId, now: EpochMs): Promise<number> {
  const { count } = await trx
    .selectFrom('onCallShift')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('departmentId', '=', departmentId)
    .where('untilAt', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteOldShifts(db: Db, before: EpochMs): Promise<void> {
  await db.deleteFrom('onCallShift').where('untilAt', '<', before).execute()
}

/** Accounts that can be on call in a department, of those that a caller sees, by name. */
export async function selectPeople(
  db: Db,
  departmentId: DepartmentId,
  within: readonly DepartmentId[],
  limit: number,
): Promise<{ readonly id: AccountId; readonly name: string }[]> {
  const { rows } = await sql<{ id: AccountId; name: string }>`
    select a.account_id as id, a.name from account a, department d
    where d.department_id = ${departmentId}::bigint and a.department_id = any(${within}::bigint[]) and ${isAvailable}
    order by a.name, a.account_id limit ${limit}`.execute(db)
  return rows
}

/** Those of some accounts that can be on call in a department and that a caller sees. */
export async function selectAllowed(
  db: Db,
  departmentId: DepartmentId,
  within: readonly DepartmentId[],
  ids: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, string>> {
  const { rows } = await sql<{ id: AccountId; name: string }>`
    select a.account_id as id, a.name from account a, department d
    where d.department_id = ${departmentId}::bigint and a.account_id = any(${ids}::bigint[])
      and a.department_id = any(${within}::bigint[]) and ${isAvailable}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Who is on call in departments at an instant, whether they are available or not. */
export async function selectOnCall(
  db: Db,
  departmentIds: readonly DepartmentId[],
  at: EpochMs,
): Promise<{ readonly departmentId: DepartmentId; readonly accountId: AccountId }[]> {
  if (departmentIds.length === 0) return []
  return db
    .selectFrom('onCallShift')
    .select(['departmentId', 'accountId'])
    .distinct()
    .where('departmentId', 'in', departmentIds)
    .where('fromAt', '<=', at)
    .where('untilAt', '>', at)
    .orderBy('departmentId')
    .orderBy('accountId')
    .execute()
}
