import type { DeviceId, DeviceModelId, PointId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { ModelPoint } from '@coldkeep/domain/polling/device-model'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'

/** A device that a script asks and a store lacked. */
export interface EnteredDeviceRow {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly deviceModelId: DeviceModelId
  readonly name: string
  readonly unitId: number
  readonly type: DeviceType
  readonly zone: TemperatureZone | null
}

export async function insertEnteredDevice(trx: Db, device: EnteredDeviceRow, now: EpochMs): Promise<void> {
  await trx
    .insertInto('device')
    .values({ ...device, commissionedAt: now, removedAt: null })
    .execute()
}

/** The position behind all points of a device. */
export async function selectNextPosition(db: Db, storeId: StoreId, deviceId: DeviceId): Promise<number> {
  const { next } = await db
    .selectFrom('point')
    .select(sql<number>`coalesce(max(position) + 1, 0)::int`.as('next'))
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .executeTakeFirstOrThrow()
  return next
}

/** Makes points of a device from a position on. @returns their ids in the same order */
export async function insertPoints(
  trx: Db,
  { storeId, deviceId }: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  next: number,
  points: readonly Pick<ModelPoint, 'name' | 'kind' | 'unit'>[],
): Promise<PointId[]> {
  const made = await trx
    .insertInto('point')
    .values(
      points.map(({ name, kind, unit }, index) => ({
        storeId,
        deviceId,
        position: next + index,
        name,
        kind,
        unit,
      })),
    )
    .returning(['pointId', 'position'])
    .execute()
  return made.sort((a, b) => a.position - b.position).map(({ pointId }) => pointId)
}
