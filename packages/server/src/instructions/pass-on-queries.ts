import type { DepartmentId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import { heirOf } from '../access/owned-queries'
import type { Db } from '../db/connect'

/**
 * Gives models of departments that are about to be removed to the nearest department above that stays.
 * @returns those whose name is in use there already, and which stay where they are
 */
export async function passOnModels(trx: Db, removed: readonly DepartmentId[]): Promise<readonly string[]> {
  const heir = heirOf(removed, 'deviceModel')
  const isOfRemoved = sql`device_model.department_id = any(${removed}::bigint[])`
  await sql`update device_model set department_id = ${heir} where ${isOfRemoved} and not exists (
    select from device_model other where other.device_model_id <> device_model.device_model_id
      and other.brand = device_model.brand and other.model = device_model.model
      and (other.department_id = ${heir} or other.department_id = any(${removed}::bigint[])))`.execute(trx)
  const { rows } = await sql<{ name: string }>`
    select brand || ' ' || model as name from device_model where ${isOfRemoved} order by 1`.execute(trx)
  return rows.map(({ name }) => name)
}
