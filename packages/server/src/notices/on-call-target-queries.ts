import type { AccountId, DepartmentId, NoticeTargetId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Db } from '../db/connect'

/** The departments of those of some targets that are whoever is on call in one. */
export async function selectOnCallTargets(
  db: Db,
  ids: readonly NoticeTargetId[],
): Promise<ReadonlyMap<NoticeTargetId, DepartmentId>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('noticeTarget')
    .select(['noticeTargetId', 'onCallDepartmentId'])
    .where('noticeTargetId', 'in', ids)
    .where('onCallDepartmentId', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.noticeTargetId, row.onCallDepartmentId as DepartmentId]))
}

/** Accounts in use of departments and of those below them. */
export async function selectPeopleOf(
  db: Db,
  departmentIds: readonly DepartmentId[],
): Promise<{ readonly departmentId: DepartmentId; readonly accountId: AccountId }[]> {
  const { rows } = await sql<{ departmentId: DepartmentId; accountId: AccountId }>`
    select top.id as department_id, m.account_id
    from unnest(${departmentIds}::bigint[]) as top (id)
      join department d on d.path @> array[top.id] join account m on m.department_id = d.department_id and m.is_enabled
    order by top.id, m.account_id`.execute(db)
  return rows
}
