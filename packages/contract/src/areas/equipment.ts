import type { DepartmentId, DeviceId, FridgeEntryId, StoreId } from '@coldkeep/domain/ids'
import { demandIntervals } from '@coldkeep/domain/organisation/check-device'
import { deviceTypes, temperatureZones } from '@coldkeep/domain/organisation/device'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { portId } from '../mqtt/port-settings'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll, wireIdOrNone } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { line } from '../wire/line'
import { pagedBy } from '../wire/page'
import { wireTerminalId } from '../wire/terminal-id'

const path = '/api/v2/equipment'
const access = ['3-2'] as const

/**
 * The state of a device: the first that is true, from the left. `silent`: its terminal is connected, and the
 * device gave no usable reading in its last cycle or for a long time.
 */
export const equipmentStates = ['retired', 'host_lost', 'never_seen', 'offline', 'silent', 'online'] as const
export type EquipmentState = (typeof equipmentStates)[number]

/** Columns by which the service sorts. */
export const equipmentOrders = ['store', 'name', 'type', 'zone', 'model', 'lastContact', 'score'] as const

const MOST_CONTRACTED_KW = 100_000

const revision = z.int().check(z.gte(1))
const unitId = z.int().check(z.gte(1), z.lte(247))
const modelName = line(1, 60)
const demandInterval = z.union([z.literal(demandIntervals[0]), z.literal(demandIntervals[1])])

/** What people enter for a device; its store is given once. */
export const equipmentDraft = {
  name: line(1, 120),
  type: z.enum(deviceTypes),
  /** `null` for meters, and only for these. */
  zone: z.nullable(z.enum(temperatureZones)),
  brand: modelName,
  model: modelName,
  terminalId: as('terminal', wireTerminalId),
  /** `null`: the only port of its terminal. */
  port: z.nullable(portId),
  unitId,
  /** Of a main meter: what is agreed with the supplier, and the minutes over which demand is measured. */
  contractedKw: z._default(z.nullable(z.number().check(z.gt(0), z.lte(MOST_CONTRACTED_KW))), null),
  demandIntervalMinutes: z._default(z.nullable(demandInterval), null),
  /** Of the case itself: entries of the lists of brands, types and places. */
  fridgeBrandId: as('fridge_brand', wireIdOrNone<FridgeEntryId>()),
  fridgeTypeId: as('fridge_type', wireIdOrNone<FridgeEntryId>()),
  fridgeLocationId: as('fridge_location', wireIdOrNone<FridgeEntryId>()),
}

/** The same as it is shown: a field that is entered and not shown does not compile. */
const enteredFields = {
  name: z.string(),
  type: z.enum(deviceTypes),
  zone: z.nullable(z.enum(temperatureZones)),
  brand: z.string(),
  model: z.string(),
  terminalId: as('terminal', wireTerminalId),
  port: z.nullable(z.string()),
  unitId: z.int(),
  contractedKw: z.nullable(z.number()),
  demandIntervalMinutes: z.nullable(z.int()),
  fridgeBrandId: as('fridge_brand', z.nullable(wireId<FridgeEntryId>())),
  fridgeTypeId: as('fridge_type', z.nullable(wireId<FridgeEntryId>())),
  fridgeLocationId: as('fridge_location', z.nullable(wireId<FridgeEntryId>())),
} satisfies Record<keyof typeof equipmentDraft, z.ZodMiniType>

const device = z.object({
  id: wireId<DeviceId>(),
  ...enteredFields,
  /** Names of these entries. */
  fridge: z.object({
    brand: z.nullable(z.string()),
    type: z.nullable(z.string()),
    location: z.nullable(z.string()),
  }),
  store: z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string(), zone: z.string() }),
  state: z.enum(equipmentStates),
  /** Of the last cycle that read it. */
  lastContactAt: z.nullable(wireInstant),
  /** Version of the program of its terminal; `null` where that has never reported one. */
  firmware: z.nullable(z.string()),
  /** Of health, 0 to 100; `null` where it has none. */
  score: z.nullable(z.number()),
  retiredAt: z.nullable(wireInstant),
  /** Something was read from it, or will be: it stays at its terminal. */
  hasPoints: z.boolean(),
  revision,
})
export const wireEquipment = device

/** Devices whatever they are described by. */
export const ANY_FRIDGE = { fridgeBrandId: null, fridgeTypeId: null, fridgeLocationId: null } as const

export const listEquipment = defineCall({
  method: 'GET',
  path,
  access,
  summary: 'Devices of the stores below a department with their place, model and state, page by page.',
  query: z.object({
    departmentId: as('depart', wireIdOrAll<DepartmentId>()),
    storeId: as('storeid', wireIdOrAll<StoreId>()),
    type: z._default(z.enum([...deviceTypes, 'all']), 'all'),
    /** `none`: those that have no zone. */
    /** `none`: needs none; `unsaid`: needs one that has not been entered yet. */
    zone: z._default(z.enum([...temperatureZones, 'none', 'unsaid', 'all']), 'all'),
    state: z._default(z.enum([...equipmentStates, 'all']), 'all'),
    fridgeBrandId: as('fridge_brand', wireIdOrAll<FridgeEntryId>()),
    fridgeTypeId: as('fridge_type', wireIdOrAll<FridgeEntryId>()),
    fridgeLocationId: as('fridge_location', wireIdOrAll<FridgeEntryId>()),
    /** Whether those that are retired are listed too. */
    retired: z._default(z.enum(['with', 'without']), 'without'),
    /** Of device, store, terminal, brand or model: `key` is part of one of these. */
    ...pagedBy(equipmentOrders, 50),
  }),
  answer: z.object({
    devices: z.array(device),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})

export const addEquipment = defineCall({
  method: 'POST',
  path,
  access,
  summary:
    'Adds a device to a terminal of a store. What is read from it comes with the script that polls it.',
  body: z.object({ storeId: as('store', wireId<StoreId>()), ...equipmentDraft }),
  answer: device,
})

const deviceParams = z.object({ deviceId: as('deviceid', wireId<DeviceId>()) })

export const changeEquipment = defineCall({
  method: 'PATCH',
  path: `${path}/{deviceid}`,
  access,
  summary:
    'Changes what is recorded of a device; one that someone else changed in the meantime is refused and reported.',
  params: deviceParams,
  body: z.object({ ...equipmentDraft, revision: z.optional(revision) }),
  answer: device,
})

export const retireEquipment = defineCall({
  method: 'POST',
  path: `${path}/{deviceid}/retired`,
  access,
  summary: 'Takes a device out of use, with its alarms; its history stays. Or takes it into use again.',
  params: deviceParams,
  body: z.object({ isRetired: z.boolean(), revision: z.optional(revision) }),
  answer: device,
})

export const swapEquipment = defineCall({
  method: 'POST',
  path: `${path}/{deviceid}/swap`,
  access,
  summary:
    'Notes that the controller of a device was replaced by another, with the reason. The history goes on.',
  params: deviceParams,
  body: z.object({
    brand: modelName,
    model: modelName,
    port: z.nullable(portId),
    unitId,
    reason: line(1, 300),
    revision: z.optional(revision),
  }),
  answer: device,
})

export const getEquipmentUse = defineCall({
  method: 'GET',
  path: `${path}/{deviceid}/use`,
  access,
  summary:
    'What depends on a device: scripts that poll it by the desired configuration, and alarms that are open.',
  params: deviceParams,
  answer: z.object({
    scripts: z.array(
      z.object({
        name: z.string(),
        /** How many requests of it go to this device. */
        commands: z.int(),
      }),
    ),
    /** Its terminal runs a file of its own: which scripts poll it is not known here. */
    runsOwnFile: z.boolean(),
    openAlarms: z.int(),
    /** Of one that is retired: script files that polled it, to be sent again once it is back. */
    sentAgain: z.array(z.string()),
  }),
})
