import type { AccountId, DepartmentId, RepairProgressId } from '@coldkeep/domain/ids'
import type { RepairPhase, StandardStep, StepTitles } from '@coldkeep/domain/repair/repair-case'
import { type SqlBool, sql } from 'kysely'
import { depthOf, isOwnedBelow } from '../access/owned-queries'
import type { Db } from '../db/connect'

export interface RepairStep {
  readonly repairProgressId: RepairProgressId
  readonly standard: StandardStep | null
  readonly title: string
  readonly titles: StepTitles
  readonly phase: RepairPhase
  /** `null`: it comes with the product. */
  readonly departmentId: DepartmentId | null
  readonly position: number
  readonly revision: number
}

/** The nearest department from here up that has a list of its own; none: what comes with the product is used. */
const listOwner = (departmentId: DepartmentId) => sql`(select own.department_id from department here
  join repair_progress own on own.department_id = any(here.path) and own.removed_at is null
  where here.department_id = ${departmentId}
  order by array_position(here.path, own.department_id) desc limit 1)`

const columns = [
  'repairProgressId',
  'departmentId',
  'standard',
  'title',
  'titles',
  'phase',
  'position',
  'revision',
] as const

/** The steps that are used in a department, in their order: its own list, or the nearest one above. */
export function selectSteps(db: Db, departmentId: DepartmentId): Promise<RepairStep[]> {
  return db
    .selectFrom('repairProgress')
    .select(columns)
    .where('removedAt', 'is', null)
    .where(sql<SqlBool>`department_id is not distinct from ${listOwner(departmentId)}`)
    .orderBy('position')
    .orderBy('repairProgressId')
    .execute()
}

/** The steps that are used in a department or below it, of each words once. */
export async function selectStepsBelow(db: Db, departmentId: DepartmentId): Promise<RepairStep[]> {
  const below = await db
    .selectFrom('repairProgress')
    .select(columns)
    .where('removedAt', 'is', null)
    .where(isOwnedBelow(departmentId, 'repairProgress'))
    .orderBy(depthOf('repairProgress'))
    .orderBy('position')
    .orderBy('repairProgressId')
    .execute()
  const all = [...(await selectSteps(db, departmentId)), ...below]
  const seen = new Set<string>()
  return all.filter(({ standard, title }) => {
    const words = standard ?? title
    return !seen.has(words) && seen.add(words)
  })
}

/** True for cases whose step has the words of this one: departments may call theirs alike. */
export function isAtStep(id: RepairProgressId) {
  return sql`repair_case.repair_progress_id in (select alike.repair_progress_id from repair_progress chosen
    join repair_progress alike on coalesce(alike.standard, alike.title) = coalesce(chosen.standard, chosen.title)
    where chosen.repair_progress_id = ${id}::bigint)`
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
