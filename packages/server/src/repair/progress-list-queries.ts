import type { DepartmentId, RepairProgressId } from '@coldkeep/domain/ids'
import type { RepairPhase, StandardStep, StepTitles } from '@coldkeep/domain/repair/repair-case'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { heirOf } from '../access/owned-queries'
import type { Db, Trx } from '../db/connect'

/** A step as a list is written. */
export interface WrittenStep {
  /** Of a step of this department; `null`: a new one. */
  readonly id: RepairProgressId | null
  readonly standard: StandardStep | null
  readonly title: string
  readonly titles: StepTitles
  readonly phase: RepairPhase
}

/** Kept from others who change the list of this department until the transaction ends. */
export async function lockList(trx: Trx, departmentId: DepartmentId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`repair progress ${departmentId}`}, 0))`.execute(
    trx,
  )
}

/** Gives a department this list; steps of it that are not in it any more stay for cases that have come to them. */
export async function writeList(
  trx: Trx,
  departmentId: DepartmentId,
  steps: readonly WrittenStep[],
  now: EpochMs,
): Promise<void> {
  // two steps that change their words with each other would be in each other's way
  await removeList(trx, departmentId, now)
  for (const [place, { id, titles, ...step }] of steps.entries()) {
    const row = { ...step, titles: JSON.stringify(titles) as never, position: place + 1, removedAt: null }
    if (id === null)
      await trx
        .insertInto('repairProgress')
        .values({ ...row, departmentId })
        .execute()
    else
      await trx
        .updateTable('repairProgress')
        .set({ ...row, revision: sql<number>`revision + 1` })
        .where('repairProgressId', '=', id)
        .where('departmentId', '=', departmentId)
        .execute()
  }
}

/** The department uses the list above it from now on. */
export async function removeList(trx: Trx, departmentId: DepartmentId, now: EpochMs): Promise<void> {
  await trx
    .updateTable('repairProgress')
    .set({ removedAt: now })
    .where('departmentId', '=', departmentId)
    .where('removedAt', 'is', null)
    .execute()
}

/** Steps of departments that are about to be removed stay with one above, for cases that have come to them. */
export async function passOnProgress(trx: Db, removed: readonly DepartmentId[]): Promise<readonly string[]> {
  if (removed.length === 0) return []
  await sql`update repair_progress set department_id = ${heirOf(removed, 'repairProgress')},
      removed_at = coalesce(removed_at, now())
    where department_id = any(${removed}::bigint[])`.execute(trx)
  return []
}
