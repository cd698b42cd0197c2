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
    presentCalibration(
      await probesOf(db, await deviceIn(db, scopeOf(user), params.deviceId, clock.now())),
      translate,
    ),

  addCalibration: async ({ db, user, params, body, clock, translate }) => {
    const now = clock.now()
    return db.transaction().execute(async (trx) => {
      const row = await lockDevice(trx, user, params.deviceId, {}, now)
      const { storeId, deviceId, timeZone } = row
      const probe = (await probesOf(trx, row)).find(({ point }) => point === body.point)
      if (probe === undefined) throw new Problem('point.unknown', {}, { point: 'choice' })
      const checkedOn = localDate(body.checkedOn)
      if (checkedOn > localDateOf(timeZone, now))
        throw new Problem('request.malformed', {}, { checkedOn: 'range' })
      if (probe.calibrations.some((known) => known.checkedOn === checkedOn))
        throw new Problem('calibration.exists', {}, { checkedOn: 'choice' })
      const { point: pointId, checkedBy, certificate } = body
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
        after: { checkedOn, checkedBy, certificate },
      }
      await auditEquipment(trx, { user, now }, 'calibrate', row, detail)
      return presentCalibration(await probesOf(trx, row), translate)
    })
  },

  removeCalibration: async ({ db, user, params, clock, translate }) => {
    const now = clock.now()
    return db.transaction().execute(async (trx) => {
      const row = await lockDevice(trx, user, params.deviceId, {}, now)
      const before = await removeCalibration(trx, row, params.calibrationId)
      await auditEquipment(trx, { user, now }, 'uncalibrate', row, { before })
      return presentCalibration(await probesOf(trx, row), translate)
    })
  },
} satisfies Pick<Handlers, CalibrationCall>

interface Keys {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
}

/**
 * @returns what was stored.
 * @throws Problem `calibration.unknown`
 */
async function removeCalibration(trx: Trx, device: Keys, id: ProbeCalibrationId) {
  const row = await deleteCalibration(trx, device, id)
  if (row === undefined) throw new Problem('calibration.unknown')
  const { pointId: point, checkedOn, checkedBy, certificate } = row
  return { point, checkedOn, checkedBy, certificate }
}

/** Probes as the reader calls them; the audit names them as they are stored. */
function presentCalibration(probes: readonly WireProbe[], translate: Translate): WireProbe[] {
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
        checkedOn: row.checkedOn,
        checkedBy: row.checkedBy,
        certificate: row.certificate,
        recordedAt: row.recordedAt,
        recordedBy: row.recordedBy,
      })),
  }))
}
