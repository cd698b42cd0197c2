import type { AccountId, DepartmentId, RepairProgressId } from '@coldkeep/domain/ids'
import type { RepairPhase, StandardStep } from '@coldkeep/domain/repair/repair-case'
import { sql } from 'kysely'
import { isUsedIn } from '../access/owned-queries'
import type { Db } from '../db/connect'

export interface RepairStep {
  readonly repairProgressId: RepairProgressId
  readonly standard: StandardStep | null
  readonly title: string
  readonly phase: RepairPhase
}

/** The steps that are used in a department, in their order. */
export function selectSteps(db: Db, departmentId: DepartmentId): Promise<RepairStep[]> {
  return db
    .selectFrom('repairProgress')
    .select(['repairProgressId', 'standard', 'title', 'phase'])
    .where(isUsedIn(departmentId, 'repairProgress'))
    .orderBy('position')
    .orderBy('repairProgressId')
    .execute()
}

/**
 * Accounts that may change cases of a department's stores: those of it and of departments above it, with the page and in
 * use. Equipment that is withheld from them is not looked at.
 */
export async function selectEngineers(
  db: Db,
  departmentId: DepartmentId,
): Promise<{ accountId: AccountId; name: string }[]> {
  const { rows } = await sql<{ accountId: AccountId; name: string }>`
    select a.account_id, a.name
    from account a join department d on d.department_id = ${departmentId} and a.department_id = any(d.path)
    where a.is_enabled and exists (
      select from page_permission p join page_permission_type t using (page_permission_type_id)
      where p.account_id = a.account_id and '4-4' = any(t.page_keys))
    order by a.name, a.account_id`.execute(db)
  return rows
}
