import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { SOON_DAYS } from '@coldkeep/domain/upkeep/due-state'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import { placed, todayAt } from './plan-queries'

/** How many plans of a scope are due within a week, and overdue; the same as their states. */
export async function countDuePlans(
  db: Db,
  scope: Scope,
  now: EpochMs,
): Promise<{ soon: number; overdue: number }> {
  const isOverdue = sql`upkeep_plan.due_on + upkeep_plan.grace_days < ${todayAt(now)}`
  return (
    placed(db, scope)
      .where('device.removedAt', 'is', null)
      // an index ends here: no store is further ahead
      .where('upkeepPlan.dueOn', '<=', lastDay(now))
      .where(sql<boolean>`upkeep_plan.due_on <= ${todayAt(now)} + ${SOON_DAYS}::int`)
      .select([
        sql<number>`count(*) filter (where not (${isOverdue}))::int`.as('soon'),
        sql<number>`count(*) filter (where ${isOverdue})::int`.as('overdue'),
      ])
      .executeTakeFirstOrThrow()
  )
}

function lastDay(now: EpochMs): LocalDate {
  return addDays(localDateOf('Pacific/Kiritimati', now), SOON_DAYS)
}
