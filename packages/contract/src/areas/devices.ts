import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import { deviceTypes, temperatureZones } from '@coldkeep/domain/organisation/device'
import { pointKinds } from '@coldkeep/domain/points/point'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireInstant } from '../wire/instant'

const deviceParams = z.object({ deviceId: as('deviceid', wireId<DeviceId>()) })

const livePoint = z.object({
  id: wireId<PointId>(),
  /** In the caller's language, where a built-in model has it. */
  name: z.string(),
  kind: z.enum(pointKinds),
  unit: z.string(),
  value: z.nullable(z.number()),
  quality: z.int(),
  at: z.nullable(wireInstant),
})

export const connectionStates = ['online', 'offline', 'never_seen'] as const

export const getDevice = defineCall({
  method: 'GET',
  path: '/api/v2/device/{deviceid}',
  access: ['3-2'],
  summary: 'One device: where it is, what it is, and the latest value of each of its points.',
  params: deviceParams,
  answer: z.object({
    id: wireId<DeviceId>(),
    name: z.string(),
    type: z.enum(deviceTypes),
    zone: z.nullable(z.enum(temperatureZones)),
    brand: z.string(),
    model: z.string(),
    unitId: z.int(),
    /** The caller may write to it. */
    mayOperate: z.boolean(),
    periodSeconds: z.int(),
    store: z.object({
      id: wireId<StoreId>(),
      code: z.string(),
      name: z.string(),
      address: z.string(),
      zone: z.string(),
      /** Names from the top of the organisation down. */
      departments: z.array(z.object({ id: z.string(), name: z.string() })),
      vendor: z.nullable(z.string()),
    }),
    terminal: z.object({
      id: z.string(),
      state: z.enum(connectionStates),
      /** Since when the state holds. */
      since: z.nullable(wireInstant),
      hostLostSince: z.nullable(wireInstant),
      lastMessageAt: z.nullable(wireInstant),
    }),
    points: z.array(livePoint),
  }),
})

/** Of a chart: half of what the widest screens have from side to side. */
export const MOST_SERIES_COLUMNS = 2_000
export const MOST_SERIES_POINTS = 12
/** Columns of all points together: more lines than that cannot be told apart on a whole screen. */
export const MOST_SERIES_COLUMNS_TOGETHER = 12_000

export const deviceSeries = defineCall({
  method: 'GET',
  path: '/api/v2/device/{deviceid}/series',
  access: ['3-2'],
  cost: 'heavy',
  summary:
    'Readings of points of one device, at most 40 days, 12 points, 2,000 columns and 12,000 columns of all points together, thinned to the number of columns asked for.',
  params: deviceParams,
  query: z.object({
    /** Point ids joined with commas. */
    points: z.string().check(z.maxLength(1_000), z.regex(/^[0-9]{1,16}(,[0-9]{1,16})*$/)),
    start: wireInstant,
    end: wireInstant,
    /** Without it as many as the points may have. */
    columns: z.optional(
      z.codec(z.string().check(z.regex(/^[0-9]{2,5}$/)), z.int(), { decode: Number, encode: String }),
    ),
  }),
  answer: z.object({
    periodSeconds: z.int(),
    /** Each series: instants in epoch milliseconds, and the value or `null` where readings are missing. */
    series: z.array(
      z.object({ point: z.string(), times: z.array(z.number()), values: z.array(z.nullable(z.number())) }),
    ),
  }),
  answerAsIs: true,
})

export const searchDevices = defineCall({
  method: 'GET',
  path: '/api/v2/device-quick',
  access: ['3-2'],
  summary: 'Devices whose name or store contains the text; at most 20.',
  query: z.object({ search: as('key', z.string().check(z.minLength(1), z.maxLength(80))) }),
  answer: z.array(z.object({ id: wireId<DeviceId>(), name: z.string(), store: z.string() })),
})
