import type { DeviceId, DownloadId, PointId, StoreId } from '@coldkeep/domain/ids'
import { deviceTypes } from '@coldkeep/domain/organisation/device'
import { pointKinds } from '@coldkeep/domain/points/point'
import { type SensorGroup, sensorGroups } from '@coldkeep/domain/points/sensor-group'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { localTime, zoneOffset } from '../wire/instant'
import { wireDownloadStatus, wireDownloads } from './downloads'

/** `wide`: a row per time and a column per sensor. `long`: a row per reading, with its quality. */
export const reportForms = ['wide', 'long'] as const
export const reportFormats = ['csv', 'xlsx'] as const
/** Whose clock the times are on: one with the offset that is sent, or that of the store. */
export const reportClocks = ['offset', 'store'] as const

export const MOST_REPORT_DAYS = 366
export const MOST_REPORT_SENSORS = 1000
/** Sensors times days of one report: a thousand for a month. */
export const MOST_SENSOR_DAYS = 31_000
/** The clock of reports, where nothing else is chosen: minutes ahead of UTC. */
export const REPORT_OFFSET_MINUTES = 480

const access = ['2-1-1'] as const
const path = '/api/v2/data-dl'
/** Beyond the limit, so that a list that is too long is reported as such. */
const MOST_SENT = 20_000

/** A group of sensors, or `all`; `null` in code. */
export const wireSensorGroup = z.codec(z.enum([...sensorGroups, 'all']), z.nullable(z.enum(sensorGroups)), {
  decode: (group) => (group === 'all' ? null : group),
  encode: (group) => group ?? 'all',
})

/** One device, or all of a type. */
const wireDevice = z.union([wireId<DeviceId>(), z.enum(deviceTypes)])

const choices = z.array(z.object({ id: z.string(), title: z.string() }))

export const listSensorGroups = defineCall({
  method: 'GET',
  path: `${path}/data-type`,
  access,
  summary: 'The groups of sensors that reports are made of.',
  answer: z.array(z.object({ uid: wireSensorGroup, title: z.string() })),
})

export const listReportDevices = defineCall({
  method: 'GET',
  path: `${path}/device-types`,
  access,
  summary: 'The devices of a store with sensors of a group; without a store, the types of devices.',
  query: z.object({ 'data-type': wireSensorGroup, storeId: as('storeid', z.optional(wireId<StoreId>())) }),
  answer: choices,
})

export const listReportSensors = defineCall({
  method: 'GET',
  path: `${path}/sensors`,
  access,
  summary: 'The sensors of a device that belong to a group; of a type of device, the kinds of sensors.',
  query: z.object({ 'data-type': wireSensorGroup, dev: wireDevice }),
  answer: choices,
})

const sensorKind = z.enum(pointKinds)

/** `device,sensor`: two ids, or a type of device and a kind of sensor. */
const wirePick = z.codec(
  z.string().check(z.regex(/^([0-9]{1,15},[0-9]{1,15}|[a-z_]{1,40},[a-z_]{1,40})$/)),
  z.union([
    z.object({ deviceId: z.custom<DeviceId>(), pointId: z.custom<PointId>() }),
    z.object({ type: z.enum(deviceTypes), kind: sensorKind }),
  ]),
  {
    decode: (text) => {
      const [device = '', sensor = ''] = text.split(',')
      if (/^[0-9]/.test(device)) {
        return { deviceId: Number(device) as DeviceId, pointId: Number(sensor) as PointId }
      }
      return { type: device as never, kind: sensor as never }
    },
    encode: (pick) => ('pointId' in pick ? `${pick.deviceId},${pick.pointId}` : `${pick.type},${pick.kind}`),
  },
)
export type WirePick = z.output<typeof wirePick>

const wireOrder = z.object({
  storeId: wireId<StoreId>(),
  dtStart: localTime,
  /** With its whole second. */
  dtEnd: localTime,
  dataType: wireSensorGroup,
  timezone: z._default(zoneOffset, REPORT_OFFSET_MINUTES),
  query: z.array(wirePick).check(z.minLength(1), z.maxLength(MOST_SENT)),
  clock: z._default(z.enum(reportClocks), 'offset'),
  form: z._default(z.enum(reportForms), 'wide'),
  format: z._default(z.enum(reportFormats), 'csv'),
})
type WireOrder = z.output<typeof wireOrder>

/** Times as the chosen clock shows them, `YYYY-MM-DDTHH:mm:ss`. */
export interface ReportOrder extends Pick<WireOrder, 'clock' | 'form' | 'format'> {
  readonly storeId: StoreId
  readonly first: string
  readonly last: string
  readonly group: SensorGroup | null
  readonly offsetMinutes: number
  readonly picks: readonly WirePick[]
}

export const orderReport = defineCall({
  method: 'POST',
  path: `${path}/gen-report`,
  access,
  summary: 'Orders a report of sensors of one store; what is under way already is not made twice.',
  body: z.codec(wireOrder, z.custom<ReportOrder>(), {
    decode: ({ storeId, dtStart, dtEnd, dataType, timezone, query, clock, form, format }) => ({
      ...{ storeId, first: dtStart, last: dtEnd, group: dataType },
      ...{ offsetMinutes: timezone, picks: query, clock, form, format },
    }),
    encode: ({ storeId, first, last, group, offsetMinutes, picks, clock, form, format }) => ({
      ...{ storeId, dtStart: first, dtEnd: last, dataType: group },
      ...{ timezone: offsetMinutes, query: [...picks], clock, form, format },
    }),
  }),
  answer: z.object({ id: wireId<DownloadId>() }),
})

export const listReports = defineCall({
  method: 'GET',
  path: `${path}/records`,
  access,
  summary: 'The reports that the caller ordered, newest first.',
  answer: z.object({ records: wireDownloads }),
})

export const reportStatus = defineCall({
  method: 'GET',
  path: `${path}/status`,
  access,
  summary: 'How far the reports of the caller have come.',
  answer: z.object({ jobs: wireDownloadStatus }),
})
