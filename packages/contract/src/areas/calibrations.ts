import type { DeviceId, PointId, ProbeCalibrationId } from '@coldkeep/domain/ids'
import { pointKinds } from '@coldkeep/domain/points/point'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireDate, wireInstant } from '../wire/instant'
import { line } from '../wire/line'

const path = '/api/v2/equipment/{deviceid}/calibrations'
const access = ['3-2'] as const
const params = z.object({ deviceId: as('deviceid', wireId<DeviceId>()) })

/** The probes of a device for product and air, each with its calibrations, newest first. */
const probes = z.array(
  z.object({
    point: wireId<PointId>(),
    name: z.string(),
    kind: z.enum(pointKinds),
    calibrations: z.array(
      z.object({
        id: wireId<ProbeCalibrationId>(),
        checkedOn: z.string(),
        checkedBy: z.string(),
        certificate: z.string(),
        recordedAt: wireInstant,
        recordedBy: z.string(),
      }),
    ),
  }),
)
export type WireProbe = z.output<typeof probes>[number]

export const listCalibrations = defineCall({
  method: 'GET',
  path,
  access,
  summary: 'When the probes of a device were calibrated, by whom, and under which certificate.',
  params,
  answer: probes,
})

export const addCalibration = defineCall({
  method: 'POST',
  path,
  access,
  summary: 'Notes that a probe of a device was calibrated on a day that has come.',
  params,
  body: z.object({
    point: wireId<PointId>(),
    checkedOn: wireDate,
    checkedBy: line(1, 120),
    certificate: line(1, 80),
  }),
  answer: probes,
})

export const removeCalibration = defineCall({
  method: 'DELETE',
  path: `${path}/{calibrationid}`,
  access,
  summary: 'Takes back a calibration that was entered by mistake; the audit keeps it.',
  params: z.extend(params, { calibrationId: as('calibrationid', wireId<ProbeCalibrationId>()) }),
  answer: probes,
})
