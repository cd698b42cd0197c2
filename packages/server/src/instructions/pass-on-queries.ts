import type { DepartmentId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Db } from '../db/connect'

/**
 * Gives models and folders of scripts of departments that are about to be removed to the nearest department
 * above that stays: what stores use goes on, and can still be edited.
 * @returns names that are in use there already, which keep their department from being removed
 */
export async function passOn(trx: Db, removed: readonly DepartmentId[]): Promise<readonly string[]> {
  if (removed.length === 0) return []
  const heir = sql`(select above.id from department gone, unnest(gone.path) with ordinality as above (id, level)
    where gone.department_id = t.department_id and above.id <> all(${removed}::bigint[])
    order by above.level desc limit 1)`
  const isOfRemoved = sql`t.department_id = any(${removed}::bigint[])`
  await sql`update device_model t set department_id = ${heir} where ${isOfRemoved} and not exists (
    select from device_model other where other.device_model_id <> t.device_model_id
      and other.brand = t.brand and other.model = t.model
      and (other.department_id = ${heir} or other.department_id = any(${removed}::bigint[])))`.execute(trx)
  await sql`update script_folder t set department_id = ${heir} where ${isOfRemoved} and not exists (
    select from script_folder other where other.script_folder_id <> t.script_folder_id and other.name = t.name
      and (other.department_id = ${heir} or other.department_id = any(${removed}::bigint[])))`.execute(trx)
  const { rows } = await sql<{ name: string }>`
    select brand || ' ' || model as name from device_model t where ${isOfRemoved}
    union all select name from script_folder t where ${isOfRemoved} order by 1`.execute(trx)
  return rows.map(({ name }) => name)
}
