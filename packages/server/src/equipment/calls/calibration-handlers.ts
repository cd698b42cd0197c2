import { Problem } from '@coldkeep/contract/problem'
import type { DeviceId, ProbeCalibrationId, StoreId } from '@coldkeep/domain/ids'
import { localDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { sql } from 'kysely'
import { scopeOf } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import type { Db, Trx } from '../../db/connect'
import { probeKinds } from '../../devices/probe-kinds'
import { auditEquipment, deviceIn, lockDevice } from '../write-device'

type CalibrationCall = 'listCalibrations' | 'addCalibration' | 'removeCalibration'

export const calibrationHandlers = {
  listCalibrations: async ({ db, user, params, clock }) =>
    selectProbes(db, await deviceIn(db, scopeOf(user), params.deviceid, clock.now())),

  addCalibration: async ({ db, user, params, body, clock }) => {
    const now = clock.now()
    return db.transaction().execute(async (trx) => {
      const row = await lockDevice(trx, user, params.deviceid, {}, now)
      const { storeId, deviceId, timeZone } = row
      const probe = (await selectProbes(trx, row)).find(({ point }) => point === body.point)
      if (probe === undefined) throw new Problem('point.unknown', {}, { point: 'choice' })
      const checkedOn = localDate(body.checked_on)
      if (checkedOn > localDateOf(timeZone, now))
        throw new Problem('request.malformed', {}, { checked_on: 'range' })
      if (probe.calibrations.some(({ checked_on }) => checked_on === checkedOn))
        throw new Problem('calibration.exists', {}, { checked_on: 'choice' })
      const { point: pointId, checked_by: checkedBy, certificate } = body
      await trx
        .insertInto('probeCalibration')
        .values({
          storeId,
          deviceId,
          pointId,
          checkedOn,
          checkedBy,
          certificate,
          recordedAt: now,
          recordedBy: user.name,
        })
        .execute()
      const detail = {
        probe: probe.name,
        after: { checked_on: checkedOn, checked_by: checkedBy, certificate },
      }
      await auditEquipment(trx, { user, now }, 'calibrate', row, detail)
      return selectProbes(trx, row)
    })
  },

  removeCalibration: async ({ db, user, params, clock }) => {
    const now = clock.now()
    return db.transaction().execute(async (trx) => {
      const row = await lockDevice(trx, user, params.deviceid, {}, now)
      const before = await deleteCalibration(trx, row, params.calibrationid)
      await auditEquipment(trx, { user, now }, 'uncalibrate', row, { before })
      return selectProbes(trx, row)
    })
  },
} satisfies Pick<Handlers, CalibrationCall>

interface Keys {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
}

/** @returns what stood there. @throws Problem `calibration.unknown` */
async function deleteCalibration(trx: Trx, { storeId, deviceId }: Keys, id: ProbeCalibrationId) {
  const row = await trx
    .deleteFrom('probeCalibration')
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('probeCalibrationId', '=', id)
    .returning(['pointId', sql<string>`checked_on::text`.as('checkedOn'), 'checkedBy', 'certificate'])
    .executeTakeFirst()
  if (row === undefined) throw new Problem('calibration.unknown')
  const { pointId: point, checkedOn: checked_on, checkedBy: checked_by, certificate } = row
  return { point, checked_on, checked_by, certificate }
}

async function selectProbes(db: Db, { storeId, deviceId }: Keys) {
  const points = await db
    .selectFrom('point')
    .select(['pointId', 'name', 'kind'])
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('kind', 'in', [...probeKinds])
    .orderBy('position')
    .orderBy('pointId')
    .execute()
  const rows = await db
    .selectFrom('probeCalibration')
    .select(['probeCalibrationId', 'pointId', 'checkedBy', 'certificate', 'recordedAt', 'recordedBy'])
    .select(sql<string>`checked_on::text`.as('checkedOn'))
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .orderBy('checkedOn', 'desc')
    .execute()
  return points.map(({ pointId, name, kind }) => ({
    point: pointId,
    name,
    kind,
    calibrations: rows
      .filter((row) => row.pointId === pointId)
      .map((row) => ({
        id: row.probeCalibrationId,
        checked_on: row.checkedOn,
        checked_by: row.checkedBy,
        certificate: row.certificate,
        recorded_at: row.recordedAt,
        recorded_by: row.recordedBy,
      })),
  }))
}
