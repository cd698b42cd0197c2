import { mainPlace, type PlacedAlarms } from '@coldkeep/domain/alarms/main-place'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'

/** The department that most new alarms are in. */
export interface FloodPlace extends PlacedAlarms {
  readonly name: string
}

/**
 * Where most of the alarms are that were announced to operators since an instant.
 * @param above the department whose scope it is
 * @returns null where they are all over it
 */
export async function selectFloodPlace(
  db: Db,
  scope: Scope,
  above: DepartmentId,
  since: EpochMs,
): Promise<FloodPlace | null> {
  const counts = await db
    .selectFrom('alarm')
    .innerJoin('store', 'store.storeId', 'alarm.storeId')
    .innerJoin('department', 'department.departmentId', 'store.departmentId')
    .select(['department.path', sql<number>`count(*)::int`.as('alarms')])
    .where(isInScope(scope))
    .where(isShown(scope, 'alarm'))
    .where(
      sql<boolean>`greatest(alarm.last_raised_at, alarm.announced_at) >= ${instantText(since)}::timestamptz`,
    )
    // the same that are looked through for the count of new ones
    .where((is) =>
      is.or([is('alarm.clearedAt', 'is', null), is('alarm.raisedAt', '>=', later(since, -minutes(60)))]),
    )
    .groupBy('department.path')
    .execute()
  const place = mainPlace(above, counts)
  if (place === null) return null
  const { name } = await db
    .selectFrom('department')
    .select('name')
    .where('departmentId', '=', place.path.at(-1) as DepartmentId)
    .executeTakeFirstOrThrow()
  return { ...place, name }
}
