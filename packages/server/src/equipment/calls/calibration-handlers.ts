import type { WireProbe } from '@coldkeep/contract/areas/calibrations'
import { Problem } from '@coldkeep/contract/problem'
import type { DeviceId, ProbeCalibrationId, StoreId } from '@coldkeep/domain/ids'
import { localDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { Translate } from '@coldkeep/phrases/keys'
import { scopeOf } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import type { Db, Trx } from '../../db/connect'
import { pointName } from '../../wording/point-name'
import {
  deleteCalibration,
  insertCalibration,
  selectCalibrations,
  selectProbePoints,
} from '../calibration-queries'
import { auditEquipment, deviceIn, lockDevice } from '../write-device'

type CalibrationCall = 'listCalibrations' | 'addCalibration' | 'removeCalibration'

export const calibrationHandlers = {
  listCalibrations: async ({ db, user, params, clock, translate }) =>
    present(await probesOf(db, await deviceIn(db, scopeOf(user), params.deviceid, clock.now())), translate),

  addCalibration: async ({ db, user, params, body, clock, translate }) => {
    const now = clock.now()
    return db.transaction().execute(async (trx) => {
      const row = await lockDevice(trx, user, params.deviceid, {}, now)
      const { storeId, deviceId, timeZone } = row
      const probe = (await probesOf(trx, row)).find(({ point }) => point === body.point)
      if (probe === undefined) throw new Problem('point.unknown', {}, { point: 'choice' })
      const checkedOn = localDate(body.checked_on)
      if (checkedOn > localDateOf(timeZone, now))
        throw new Problem('request.malformed', {}, { checked_on: 'range' })
      if (probe.calibrations.some(({ checked_on }) => checked_on === checkedOn))
        throw new Problem('calibration.exists', {}, { checked_on: 'choice' })
      const { point: pointId, checked_by: checkedBy, certificate } = body
      await insertCalibration(trx, {
        storeId,
        deviceId,
        pointId,
        checkedOn,
        checkedBy,
        certificate,
        recordedAt: now,
        recordedBy: user.name,
      })
      const detail = {
        probe: probe.name,
        after: { checked_on: checkedOn, checked_by: checkedBy, certificate },
      }
      await auditEquipment(trx, { user, now }, 'calibrate', row, detail)
      return present(await probesOf(trx, row), translate)
    })
  },

  removeCalibration: async ({ db, user, params, clock, translate }) => {
    const now = clock.now()
    return db.transaction().execute(async (trx) => {
      const row = await lockDevice(trx, user, params.deviceid, {}, now)
      const before = await removeCalibration(trx, row, params.calibrationid)
      await auditEquipment(trx, { user, now }, 'uncalibrate', row, { before })
      return present(await probesOf(trx, row), translate)
    })
  },
} satisfies Pick<Handlers, CalibrationCall>

interface Keys {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
}

/** @returns what stood there. @throws Problem `calibration.unknown` */
async function removeCalibration(trx: Trx, device: Keys, id: ProbeCalibrationId) {
  const row = await deleteCalibration(trx, device, id)
  if (row === undefined) throw new Problem('calibration.unknown')
  const { pointId: point, checkedOn: checked_on, checkedBy: checked_by, certificate } = row
  return { point, checked_on, checked_by, certificate }
}

/** Probes as the reader calls them; the audit names them as they are stored. */
function present(probes: readonly WireProbe[], translate: Translate): WireProbe[] {
  return probes.map((probe) => ({ ...probe, name: pointName(probe.name, translate) }))
}

async function probesOf(db: Db, device: Keys) {
  const points = await selectProbePoints(db, device)
  const rows = await selectCalibrations(db, device)
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
