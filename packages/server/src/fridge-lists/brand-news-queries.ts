import type { DepartmentId } from '@coldkeep/domain/ids'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/connect'

/** The departments from the top down to one, with their names. */
export async function selectPlaces(
  db: Db,
  departmentIds: readonly DepartmentId[],
): Promise<ReadonlyMap<DepartmentId, readonly { readonly id: DepartmentId; readonly name: string }[]>> {
  if (departmentIds.length === 0) return new Map()
  const { rows } = await sql<{ of: DepartmentId; id: DepartmentId; name: string }>`
    select here.department_id as of, above.department_id as id, above.name
    from department here, unnest(here.path) with ordinality as step (id, level)
      join department above on above.department_id = step.id
    where here.department_id = any(${[...departmentIds]}::bigint[])
    order by here.department_id, step.level`.execute(db)
  const places = new Map<DepartmentId, { readonly id: DepartmentId; readonly name: string }[]>()
  for (const { of, id, name } of rows) places.set(of, [...(places.get(of) ?? []), { id, name }])
  return places
}

/** That brand `n.subject_id` waits needs no reading once it does not. */
export const isBrandSettled = sql<SqlBool>`n.about = 'proposed' and not exists (select from fridge_entry e
  where e.fridge_entry_id = n.subject_id and e.state = 'proposed' and e.removed_at is null)`
