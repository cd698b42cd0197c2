import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import { probeKinds } from '@coldkeep/domain/points/point'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import type { Period } from '@coldkeep/domain/time/period'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isShown } from '../access/scope-queries'
import { selectAlarmsDuring, selectHistories } from '../alarms/shown-alarm-queries'
import type { Db } from '../db/connect'
import type { EvidenceAlarm, EvidenceDevice, ProbeCalibration } from './evidence'

/** Some devices of a store with their probes, by name; those that are withheld from the caller are left out. */
export async function selectEvidenceDevices(
  db: Db,
  scope: Scope,
  storeId: StoreId,
  deviceIds: readonly DeviceId[],
  calibratedUntil: LocalDate,
): Promise<EvidenceDevice[]> {
  const devices = await db
    .selectFrom('device')
    .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'device.deviceModelId')
    .select(['device.deviceId', 'device.name', 'deviceModel.brand', 'deviceModel.model'])
    .where('device.storeId', '=', storeId)
    .where(sql<boolean>`device.device_id = any(${deviceIds}::bigint[])`)
    .where(isShown(scope, 'device'))
    .orderBy('device.name')
    .orderBy('device.deviceId')
    .execute()
  const points = await db
    .selectFrom('point')
    .select(['deviceId', 'pointId', 'name', 'kind'])
    .where('storeId', '=', storeId)
    .where(sql<boolean>`device_id = any(${deviceIds}::bigint[])`)
    .where('kind', 'in', [...probeKinds])
    .orderBy('position')
    .orderBy('pointId')
    .execute()
  const calibrations = await selectLastCalibrations(db, storeId, calibratedUntil)
  return devices.map((device) => ({
    ...device,
    probes: points
      .filter(({ deviceId }) => deviceId === device.deviceId)
      .map(({ deviceId: _, ...point }) => ({
        ...point,
        calibration: calibrations.get(point.pointId) ?? null,
      })),
  }))
}

async function selectLastCalibrations(
  db: Db,
  storeId: StoreId,
  until: LocalDate,
): Promise<Map<PointId, ProbeCalibration>> {
  const rows = await db
    .selectFrom('probeCalibration')
    .distinctOn('pointId')
    .select(['pointId', sql<string>`checked_on::text`.as('checkedOn'), 'checkedBy', 'certificate'])
    .where('storeId', '=', storeId)
    .where('checkedOn', '<=', until)
    .orderBy('pointId')
    .orderBy('checkedOn', 'desc')
    .execute()
  return new Map(
    rows.map(({ pointId, checkedOn, ...rest }) => [pointId, { checkedOn: localDate(checkedOn), ...rest }]),
  )
}

/** Alarms of a store that were active in a period, in order, each with what was done about it. */
export async function selectEvidenceAlarms(
  db: Db,
  scope: Scope,
  storeId: StoreId,
  period: Period,
): Promise<EvidenceAlarm[]> {
  const alarms = await selectAlarmsDuring(db, scope, storeId, period)
  const deeds = await selectHistories(
    db,
    storeId,
    alarms.map(({ alarmId }) => alarmId),
  )
  const deedsOf = groupBy(deeds, ({ alarmId }) => alarmId)
  return alarms.map((alarm) => ({ ...alarm, history: deedsOf.get(alarm.alarmId) ?? [] }))
}
