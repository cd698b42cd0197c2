import type {
  DepartmentId,
  DeviceId,
  DeviceModelId,
  FridgeEntryId,
  ParameterProfileId,
  StoreId,
} from '@coldkeep/domain/ids'
import { parameterStates } from '@coldkeep/domain/parameters/compare'
import { driftCauses } from '@coldkeep/domain/parameters/drift'
import { parameterGroups } from '@coldkeep/domain/parameters/parameter'
import { profileKinds } from '@coldkeep/domain/parameters/profile'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { line } from '../wire/line'
import { newOwner, ownedFields } from '../wire/owner'
import { pagedBy, pageNumber } from '../wire/page'
import { rowNamed, rowRevision, seenRevision } from '../wire/row'

const path = '/api/v2/tc'
const access = ['3-3'] as const
/** Of a profile. */
const MOST_PROFILE_VALUES = 200
const MOST_NOTE = 2_000

const profileId = wireId<ParameterProfileId>()
const modelId = wireId<DeviceModelId>()
const entryId = z.nullable(wireId<FridgeEntryId>())
const code = line(1, 40)
/** Of firmwares, as their controllers say them; `null`: no end. */
const firmwareEnd = z.nullable(z.number().check(z.gte(0), z.lte(1e6)))
const figure = z.number().check(z.gte(-1e9), z.lte(1e9))

/** Which devices a profile claims; the interface calls brand, type and location so. */
const matchFields = {
  fridgeBrandId: as('brand', z._default(entryId, null)),
  fridgeTypeId: as('dev_type', z._default(entryId, null)),
  fridgeLocationId: as('location', z._default(entryId, null)),
}

const wireValue = z.object({
  code,
  value: figure,
  reason: z._default(line(0, 200), ''),
  isLocked: z._default(z.boolean(), false),
})

/** What people write of a profile. */
const profileDraft = {
  name: line(1, 80),
  kind: as('type_code', z.enum(profileKinds)),
  ...matchFields,
  firmwareFrom: z._default(firmwareEnd, null),
  firmwareTo: z._default(firmwareEnd, null),
  values: z.array(wireValue).check(z.maxLength(MOST_PROFILE_VALUES)),
  /** Why it was changed. */
  note: z._default(line(0, 200), ''),
}
/** A range ends where it begins or above. */
const rangeIsWhole = z.refine<{ firmwareFrom: number | null; firmwareTo: number | null }>(
  ({ firmwareFrom, firmwareTo }) =>
    firmwareFrom === null || firmwareTo === null || firmwareFrom <= firmwareTo,
  { path: ['firmwareTo'], error: 'range' },
)
const changedProfile = z.object({ id: profileId, ...seenRevision, ...profileDraft }).check(rangeIsWhole)
export type SentProfile = Omit<z.output<typeof changedProfile>, 'id' | 'revision'>

/** A profile in lists. */
export const wireProfile = z.object({
  id: profileId,
  revision: rowRevision,
  name: z.string(),
  kind: as('type_code', z.enum(profileKinds)),
  model: z.object({ id: modelId, brand: z.string(), name: z.string() }),
  fridgeBrandId: as('brand', entryId),
  fridgeTypeId: as('dev_type', entryId),
  fridgeLocationId: as('location', entryId),
  firmwareFrom: firmwareEnd,
  firmwareTo: firmwareEnd,
  /** It is for so many devices that it names one by one; `null`: for all that it claims. */
  devices: z.nullable(z.int()),
  version: z.int(),
  savedAt: wireInstant,
  savedBy: z.string(),
  values: z.int(),
  /** Parameters that its model does not have any more, or whose bounds the value has left. */
  faults: z.int(),
  ...ownedFields,
})
export type ProfileRow = z.output<typeof wireProfile>

export const wireParameter = z.object({
  code: z.string(),
  name: z.string(),
  note: z.string(),
  unit: z.string(),
  group: z.enum(parameterGroups),
  /** What the controller regulates by. */
  isSetPoint: z.boolean(),
  lowest: z.number(),
  highest: z.number(),
  step: z.number(),
  factoryValue: as('factory', z.nullable(z.number())),
  applyOrder: z.int(),
  source: z.string(),
})

const wireVersion = z.object({
  version: z.int(),
  savedAt: wireInstant,
  savedBy: z.string(),
  note: z.string(),
})

export const listParameterKinds = defineCall({
  method: 'GET',
  path: `${path}/param-type`,
  access,
  summary: 'The kinds of parameter files, in the language of the caller.',
  answer: z.array(z.object({ id: z.enum(profileKinds), title: z.string() })),
})

export const readServiceNote = defineCall({
  method: 'GET',
  path: `${path}/param/service/note`,
  access,
  summary:
    'The service note for whoever changes parameters: the nearest one of the department and those above it.',
  answer: z.object({
    note: z.string(),
    /** Whose note it is; `null`: there is none. */
    owner: ownedFields.owner,
    savedBy: z.nullable(z.string()),
    savedAt: z.nullable(wireInstant),
    /** Of the note of the caller's own department; 0: it has none. */
    revision: z.int(),
  }),
})

export const writeServiceNote = defineCall({
  method: 'PATCH',
  path: `${path}/param/service/note`,
  access,
  summary:
    "Writes the service note of the caller's department; an empty one gives way to that of the department above.",
  body: z.object({
    note: z.string().check(z.maxLength(MOST_NOTE)),
    revision: z._default(z.int().check(z.gte(0)), 0),
  }),
  answer: nothing,
})

export const listModelParameters = defineCall({
  method: 'GET',
  path: `${path}/parameter`,
  access,
  summary: 'The parameters of the published version of a device model.',
  query: z.object({ modelId: as('model', modelId) }),
  answer: z.array(wireParameter),
})

export const listParameterModels = defineCall({
  method: 'GET',
  path: `${path}/model`,
  access,
  summary:
    'Device models with parameters that are used at the caller’s department, with how many of its devices they are.',
  answer: z.array(
    z.object({ id: modelId, brand: z.string(), name: z.string(), parameters: z.int(), devices: z.int() }),
  ),
})

export const listProfiles = defineCall({
  method: 'GET',
  path: `${path}/param-profile`,
  access,
  summary: 'Parameter files that the caller sees, by kind, brand, type and location of the fridge.',
  query: z.object({
    kind: as('type-code', z.optional(z.enum(profileKinds))),
    fridgeBrandId: as('brand', z.optional(wireId<FridgeEntryId>())),
    fridgeTypeId: as('dev-type', z.optional(wireId<FridgeEntryId>())),
    fridgeLocationId: as('location', z.optional(wireId<FridgeEntryId>())),
  }),
  answer: z.array(wireProfile),
})

export const readProfile = defineCall({
  method: 'GET',
  path: `${path}/param-profile/detail`,
  access,
  summary: 'A parameter file with its values, as it is or as one of its versions was, and its versions.',
  query: z.object({
    id: profileId,
    version: z.optional(pageNumber),
  }),
  answer: z.object({
    profile: wireProfile,
    values: z.array(wireValue),
    versions: z.array(wireVersion),
    parameters: z.array(wireParameter),
    /** Controllers of its model say their firmware, so that a file may be for some of them. */
    saysFirmware: z.boolean(),
    /** Values that a device cannot take, by their place. */
    faults: z.array(
      z.object({ index: z.int(), fault: z.enum(['unknown', 'group', 'range', 'step', 'twice']) }),
    ),
    /** Values that a department above has locked. */
    locked: z.array(z.object({ code: z.string(), value: z.number(), owner: z.string() })),
  }),
})

export const addProfile = defineCall({
  method: 'POST',
  path: `${path}/param-profile`,
  access,
  summary: "Adds a parameter file for a device model, to the caller's department or one below.",
  body: z.object({ modelId: as('model', modelId), ...profileDraft, ...newOwner }).check(rangeIsWhole),
  answer: z.object({ id: profileId }),
})

export const changeProfile = defineCall({
  method: 'PATCH',
  path: `${path}/param-profile`,
  access,
  summary:
    'Saves a parameter file as its next version; one that someone else saved in the meantime is refused.',
  body: changedProfile,
  answer: z.object({ version: z.int() }),
})

export const removeProfile = defineCall({
  method: 'DELETE',
  path: `${path}/param-profile`,
  access,
  summary: 'Removes a parameter file; what devices are set to stays as it is.',
  query: rowNamed<ParameterProfileId>('id'),
  answer: nothing,
})

export const wireObserved = z.object({
  value: z.nullable(z.number()),
  quality: z.int(),
  at: wireInstant,
})

export const readDeviceValues = defineCall({
  method: 'GET',
  path: `${path}/device/values`,
  access,
  summary:
    'What was last read of all parameters of a device: the start of a parameter file, or what one is compared with.',
  query: z.object({ deviceId: as('device', wireId<DeviceId>()) }),
  answer: z.object({
    modelId: as('model', modelId),
    values: z.array(z.object({ parameter: wireParameter, observed: z.nullable(wireObserved) })),
  }),
})

/** Columns by which the service sorts. */
export const parameterDeviceOrders = ['store', 'name', 'model', 'state', 'readAt'] as const
/** Of a device: as of its parameters, the worst; or that nothing is wanted of it. */
export const parameterDeviceStates = [...parameterStates, 'unclaimed'] as const

const wireParameterDevice = z.object({
  id: wireId<DeviceId>(),
  name: z.string(),
  store: z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string(), zone: z.string() }),
  model: z.object({ id: modelId, brand: z.string(), name: z.string() }),
  state: z.enum(parameterDeviceStates),
  /** How many wanted parameters are in each state. */
  counts: z.record(z.enum(parameterStates), z.int()),
  readAt: z.nullable(wireInstant),
  /** As its controller says; `null`: not known. */
  firmware: z.nullable(z.number()),
  /** The newest change that did not come from here and that no one has looked at. */
  drift: z.nullable(z.object({ cause: z.enum(driftCauses), at: wireInstant, changes: z.int() })),
})
export type ParameterDeviceRow = z.output<typeof wireParameterDevice>

export const listParameterDevices = defineCall({
  method: 'GET',
  path: `${path}/device`,
  access,
  summary: 'Devices with parameters, and how each stands against the parameter files that claim it.',
  query: z.object({
    departmentId: as('depart', wireIdOrAll<DepartmentId>()),
    storeId: as('storeid', wireIdOrAll<StoreId>()),
    modelId: as('model', z.optional(modelId)),
    profileId: as('profile', z.optional(profileId)),
    state: z.optional(z.enum(parameterDeviceStates)),
    ...pagedBy(parameterDeviceOrders, 20),
  }),
  answer: z.object({
    devices: z.array(wireParameterDevice),
    total: z.int(),
    /** Of all that match without the state. */
    counts: z.record(z.enum(parameterDeviceStates), z.int()),
    page: z.int(),
    pageSize: z.int(),
  }),
})

const wireChange = z.object({
  code: z.string(),
  name: z.string(),
  before: z.number(),
  after: z.number(),
  unit: z.string(),
})

export const readParameterDevice = defineCall({
  method: 'GET',
  path: `${path}/device/detail`,
  access,
  summary:
    'Each wanted parameter of a device against what was read, what was written, and what changed by itself.',
  query: z.object({ deviceId: as('device', wireId<DeviceId>()) }),
  answer: z.object({
    device: wireParameterDevice,
    parameters: z.array(
      z.object({
        code: z.string(),
        parameter: z.nullable(wireParameter),
        /** `null`: no profile wants anything of it. */
        desired: z.nullable(
          z.object({
            value: z.number(),
            reason: z.string(),
            isLocked: z.boolean(),
            profile: z.object({ id: profileId, name: z.string(), version: z.int() }),
            rivals: z.array(z.object({ id: profileId, name: z.string() })),
          }),
        ),
        observed: z.nullable(wireObserved),
        state: z.nullable(z.enum(parameterStates)),
        /** Writes from here today and in a year, and what is left of the life of its memory. */
        wear: z.object({ today: z.int(), lastYear: z.int(), left: z.int() }),
      }),
    ),
    events: z.array(
      z.object({
        id: z.int(),
        at: wireInstant,
        cause: z.enum(driftCauses),
        changes: z.array(wireChange),
        seenBy: z.nullable(z.string()),
        seenAt: z.nullable(wireInstant),
      }),
    ),
  }),
})

export const readParametersNow = defineCall({
  method: 'POST',
  path: `${path}/device/read`,
  access,
  summary: 'Has the terminal of a device read its parameters now.',
  body: z.object({ deviceId: as('device', wireId<DeviceId>()) }),
  answer: z.object({ command: z.string() }),
})

export const markDriftSeen = defineCall({
  method: 'PATCH',
  path: `${path}/device/drift`,
  access,
  summary: 'Records that someone has looked at a change of parameters that did not come from here.',
  body: z.object({ deviceId: as('device', wireId<DeviceId>()), id: z.int().check(z.gte(1)) }),
  answer: nothing,
})
