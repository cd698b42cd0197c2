import type { DepartmentId, RepairProgressId } from '@coldkeep/domain/ids'
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

/** Of lists of departments below; a choice of more is not looked through. */
const MOST_BELOW = 200
const wordsOfStep = sql`coalesce(repair_progress.standard, repair_progress.title)`

/**
 * The steps that are used in a department or below it, of each words once: its own first, then those of the departments
 * that are nearest to it, 200 at most.
 */
export async function selectStepsBelow(db: Db, departmentId: DepartmentId): Promise<RepairStep[]> {
  const own = await selectSteps(db, departmentId)
  const known = own.map(({ standard, title }) => standard ?? title)
  const below = await db
    .selectFrom((from) =>
      from
        .selectFrom('repairProgress')
        .distinctOn(wordsOfStep)
        .select(columns)
        .select(sql<number>`${depthOf('repairProgress')}`.as('depth'))
        .where('removedAt', 'is', null)
        .where(isOwnedBelow(departmentId, 'repairProgress'))
        .where(sql<SqlBool>`${wordsOfStep} <> all(${known}::text[])`)
        .orderBy(wordsOfStep)
        .orderBy(depthOf('repairProgress'))
        .orderBy('position')
        .orderBy('repairProgressId')
        .as('step'),
    )
    .select(columns)
    .orderBy('depth')
    .orderBy('position')
    .orderBy('repairProgressId')
    .limit(MOST_BELOW)
    .execute()
  return [...own, ...below]
}

/** True for cases whose step has the words of this one: departments may call theirs alike. */
export function isAtStep(id: RepairProgressId) {
  return sql`repair_case.repair_progress_id in (select alike.repair_progress_id from repair_progress chosen
    join repair_progress alike on coalesce(alike.standard, alike.title) = coalesce(chosen.standard, chosen.title)
    where chosen.repair_progress_id = ${id}::bigint)`
}
