import type { DeviceId, ProbeCalibrationId, StoreId } from '@coldkeep/domain/ids'
import { probeKinds } from '@coldkeep/domain/points/point'
import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import type { Tables } from '../db/tables'

interface Keys {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
}

export async function insertCalibration(
  trx: Trx,
  calibration: Insertable<Tables['probeCalibration']>,
): Promise<void> {
  await trx.insertInto('probeCalibration').values(calibration).execute()
}

/** @returns what was stored; `undefined`: nothing */
export function deleteCalibration(trx: Trx, { storeId, deviceId }: Keys, id: ProbeCalibrationId) {
  return trx
    .deleteFrom('probeCalibration')
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('probeCalibrationId', '=', id)
    .returning(['pointId', sql<string>`checked_on::text`.as('checkedOn'), 'checkedBy', 'certificate'])
    .executeTakeFirst()
}

/** The points of a device that are measured by probes, in their order. */
export function selectProbePoints(db: Db, { storeId, deviceId }: Keys) {
  return db
    .selectFrom('point')
    .select(['pointId', 'name', 'kind'])
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('kind', 'in', [...probeKinds])
    .orderBy('position')
    .orderBy('pointId')
    .execute()
}

/** Of all probes of a device, newest first. */
export function selectCalibrations(db: Db, { storeId, deviceId }: Keys) {
  return db
    .selectFrom('probeCalibration')
    .select(['probeCalibrationId', 'pointId', 'checkedBy', 'certificate', 'recordedAt', 'recordedBy'])
    .select(sql<string>`checked_on::text`.as('checkedOn'))
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .orderBy('checkedOn', 'desc')
    .execute()
}
