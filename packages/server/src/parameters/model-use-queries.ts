import type { DeviceModelId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import { isSeenFrom } from '../access/owned-queries'
import { scopeOf } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'

/** Published models that the caller sees, with how many of the devices that they see are of each. */
export async function selectParameterModels(db: Db, user: SignedIn, only?: DeviceModelId) {
  const scope = scopeOf(user)
  const { rows } = await sql<{ id: DeviceModelId; brand: string; name: string; devices: number }>`
    with used as materialized (select device.device_model_id, count(*)::int as devices
      from device join store on store.store_id = device.store_id
      where device.removed_at is null and ${isInScope(scope)} and ${isShown(scope, 'device')}
      group by 1)
    select device_model.device_model_id as id, brand, model as name, coalesce(used.devices, 0) as devices
    from device_model left join used on used.device_model_id = device_model.device_model_id
    where ${isSeenFrom(user.departmentId, 'deviceModel')}
      and (${only ?? null}::bigint is null or device_model.device_model_id = ${only ?? null})
      and exists (select from model_version v where v.device_model_id = device_model.device_model_id)
    order by brand, model, device_model.device_model_id`.execute(db)
  return rows
}

/** The models of all devices in use. */
export async function selectUsedModels(db: Db): Promise<DeviceModelId[]> {
  const rows = await db
    .selectFrom('device')
    .select('deviceModelId')
    .distinct()
    .where('removedAt', 'is', null)
    .execute()
  return rows.map(({ deviceModelId }) => deviceModelId)
}
