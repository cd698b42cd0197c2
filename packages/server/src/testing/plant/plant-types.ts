import type { EquipmentOffer } from '@coldkeep/domain/access/equipment'
import type { DevicePermissionTypeId } from '@coldkeep/domain/ids'
import type { Db } from '../../db/connect'

/** A permission type of equipment: what whoever has it sees and writes to. */
export async function insertEquipmentType(
  db: Db,
  title: string,
  { sees, writes }: EquipmentOffer,
): Promise<DevicePermissionTypeId> {
  const row = await db
    .insertInto('devicePermissionType')
    .values({ title, sees: [...sees], writes: [...writes] })
    .returning('devicePermissionTypeId')
    .executeTakeFirstOrThrow()
  return row.devicePermissionTypeId
}
