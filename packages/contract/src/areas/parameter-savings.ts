import type { DepartmentId, DeviceId, DeviceModelId, ParameterProfileId, StoreId } from '@coldkeep/domain/ids'
import { savingKinds, settableSavings } from '@coldkeep/domain/parameters/saving'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { line } from '../wire/line'
import { pageNumber, pageSize } from '../wire/page'

const path = '/api/v2/tc/saving'
const access = ['3-3'] as const
/** One file names so many devices at most. */
export const MOST_ACCEPTED = 500

const kind = z.enum(savingKinds)
const modelId = wireId<DeviceModelId>()
const deviceId = wireId<DeviceId>()
const share = z.number()
const kwh = z.nullable(z.number())
const placeFields = {
  departmentId: as('depart', wireIdOrAll<DepartmentId>()),
  storeId: as('storeid', wireIdOrAll<StoreId>()),
}
const code = line(1, 40)
const paged = { page: z._default(pageNumber, 1), pageSize: z._default(pageSize, 50) }
const pageAnswer = { total: z.int(), page: z.int(), pageSize: z.int() }

const estimate = {
  /** Of the electricity of the devices, 0 to 1. */
  shareLow: share,
  shareHigh: share,
  /** In a year; `null`: none of them has a meter. */
  kwhLow: kwh,
  kwhHigh: kwh,
}

const wireChange = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  before: z.number(),
  value: z.number(),
})

export const listSavings = defineCall({
  method: 'GET',
  path,
  access,
  cost: 'heavy',
  summary:
    'What could be saved at devices without making their food warmer than it may be, by what would bring it about; estimates.',
  query: z.object({ ...placeFields, ...paged }),
  answer: z.object({
    savings: z.array(
      z.object({
        kind,
        model: z.object({ id: modelId, brand: z.string(), name: z.string() }),
        /** The parameter that would be set otherwise; `null`: it is for people to do. */
        change: z.nullable(wireChange),
        devices: z.int(),
        stores: z.int(),
        /** Of the devices: those whose electricity is measured, to which the kWh belong. */
        metered: z.int(),
        ...estimate,
      }),
    ),
    ...pageAnswer,
  }),
})

const figure = z.optional(z.number())

export const listSavingDevices = defineCall({
  method: 'GET',
  path: `${path}/device`,
  access,
  cost: 'heavy',
  summary: 'The devices behind one saving, each with its estimate and what it is concluded from.',
  query: z.object({
    ...placeFields,
    kind,
    modelId: as('model', modelId),
    code: z.optional(code),
    before: z.optional(decimal()),
    value: z.optional(decimal()),
    ...paged,
  }),
  answer: z.object({
    devices: z.array(
      z.object({
        id: deviceId,
        name: z.string(),
        store: z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string(), zone: z.string() }),
        ...estimate,
        /** Of the last weeks; what does not belong to the kind is absent. */
        basis: z.object({
          days: z.int(),
          highestC: figure,
          limitC: figure,
          defrosts: figure,
          minutesEach: figure,
          openRunRatio: figure,
          closedRunRatio: figure,
          doorOpenings: figure,
          usualOpenings: figure,
        }),
      }),
    ),
    ...pageAnswer,
  }),
})

export const acceptSaving = defineCall({
  method: 'POST',
  path,
  access,
  summary:
    'Makes a parameter file of a saving, for its devices alone. Nothing is written: applying the file shows its plan first.',
  body: z.object({
    ...placeFields,
    kind: z.enum(settableSavings),
    modelId: as('model', modelId),
    code,
    before: z.number(),
    value: z.number(),
    /** Only these of its devices; left out, all, those that save most first. */
    deviceIds: as('devices', z.optional(z.array(deviceId).check(z.minLength(1), z.maxLength(MOST_ACCEPTED)))),
  }),
  answer: z.object({ id: wireId<ParameterProfileId>(), devices: z.int() }),
})

/** A number in an address. */
function decimal() {
  return z.codec(z.string().check(z.regex(/^-?\d{1,9}(\.\d{1,6})?$/)), z.number(), {
    decode: Number,
    encode: String,
  })
}
