import type { DepartmentId } from '@coldkeep/domain/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Db } from '../db/connect'

/** The time zones of the stores of a scope. */
export async function selectZones(db: Db, scope: Scope): Promise<string[]> {
  const rows = await db.selectFrom('store').select('zone').distinct().where(isInScope(scope)).execute()
  return rows.map((row) => row.zone)
}

/** The time zone that most stores of a scope are in; `UTC` where there is none. */
export async function selectCommonZone(db: Db, scope: Scope): Promise<string> {
  const row = await db
    .selectFrom('store')
    .select('zone')
    .where(isInScope(scope))
    .groupBy('zone')
    .orderBy(sql`count(*) desc`)
    .orderBy('zone')
    .limit(1)
    .executeTakeFirst()
  return row?.zone ?? 'UTC'
}

/** The time zone that most stores of a department and below are in; `UTC` where there is none. */
export function zoneOfDepartment(departmentId: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce((
    select s.zone from store s join department d on d.department_id = s.department_id
    where d.path @> array[${departmentId}]::bigint[] group by s.zone order by count(*) desc, s.zone limit 1), 'UTC')`
}

export async function selectZoneOfDepartment(db: Db, departmentId: DepartmentId): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select ${zoneOfDepartment(sql`${departmentId}`)} as zone`.execute(db)
  return (rows[0] as { zone: string }).zone
}
