import type { JobId, PollScriptId, StoreId } from '@coldkeep/domain/ids'
import { deviceTypes, temperatureZones } from '@coldkeep/domain/organisation/device'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { line } from '../wire/line'
import { pageNumber, pageSize } from '../wire/page'
import { SCRIPT_PATH, scriptAccess, scriptReadAccess } from '../wire/script'
import { wireTerminalId } from '../wire/terminal-id'
import { bundleStates, wireFault } from './bundles'
import { commandStates } from './commands'

/**
 * `deploy` adds a script file to what stores poll or replaces it there, `remove` takes it away, `once` polls
 * it once.
 */
const deploymentModes = ['deploy', 'remove', 'once'] as const

/** Not checked yet; runs it already; or the state of the configuration or the command. */
export const deploymentStates = [
  ...new Set(['waiting', 'unchanged', ...bundleStates, ...commandStates] as const),
]
export type DeploymentState =
  | 'waiting'
  | 'unchanged'
  | (typeof bundleStates)[number]
  | (typeof commandStates)[number]

const MOST_STORES = 20_000
const MOST_RUN_ONCE = 20

const MOST_ENTERED = 512
const modelName = line(1, 60)

const enteredDevice = z.object({
  brand: modelName,
  model: modelName,
  unitId: z.int().check(z.gte(1), z.lte(247)),
  type: z.enum(deviceTypes),
  /** `null`: of a meter, or to be entered later. */
  zone: z.nullable(z.enum(temperatureZones)),
})
export type WireEnteredDevice = z.output<typeof enteredDevice>

const scriptFile = wireId<PollScriptId>()
const storeIds = z.array(wireId<StoreId>()).check(z.minLength(1), z.maxLength(MOST_STORES))
const state = z.enum(deploymentStates)
const path = `${SCRIPT_PATH}/patch-to-store`

const wireStore = z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string() })

export const checkDeployment = defineCall({
  method: 'POST',
  path: `${path}/check`,
  access: scriptAccess,
  cost: 'heavy',
  summary: 'Compiles a script file for stores and tells what is wrong for which, without changing anything.',
  maxBodyBytes: 1024 * 1024,
  body: z.object({
    scriptFile,
    storeIds,
    /** Devices of the script that a store does not have are entered. */
    addsDevices: z._default(z.boolean(), false),
  }),
  answer: z.object({
    /** Stores that it can be sent to. */
    ready: z.int(),
    /** Devices that would be entered. */
    newDevices: z.int(),
    /** The missing devices, by model and unit; their type can be given when the script is sent. */
    missing: z.array(
      z.object({
        brand: z.string(),
        model: z.string(),
        unitId: z.int(),
        name: z.string(),
        /** The type that is assumed until one is given. */
        type: z.enum(deviceTypes),
        /** That lack it. */
        stores: z.int(),
      }),
    ),
    /** Devices that are out of use and would be left out. */
    retiredDevices: z.int(),
    /** The longest cycle of all stores, in milliseconds. */
    worstMs: z.int(),
    /** The stores it cannot be sent to; 200 at most. */
    faulty: z.array(z.object({ store: wireStore, faults: z.array(wireFault) })),
    faultyTotal: z.int(),
  }),
})

export const startDeployment = defineCall({
  method: 'POST',
  path,
  access: scriptReadAccess,
  summary:
    'Sends a script file to stores, takes it away from them, or has it run once: a single run goes to 20 stores at most.',
  maxBodyBytes: 1024 * 1024,
  body: z
    .object({
      mode: z.enum(deploymentModes),
      scriptFile,
      storeIds,
      note: z._default(line(0, 300), ''),
      addsDevices: z._default(z.boolean(), false),
      /** What devices are that are entered on the way, wherever a store lacks them. */
      devices: z._default(z.array(enteredDevice).check(z.maxLength(MOST_ENTERED)), []),
    })
    .check(
      z.refine(({ mode, storeIds }) => mode !== 'once' || storeIds.length <= MOST_RUN_ONCE, {
        path: ['store_ids'],
      }),
    ),
  answer: z.object({ id: wireId<JobId>() }),
})

const wireDeployment = z.object({
  id: wireId<JobId>(),
  scriptFile: wireId<PollScriptId>(),
  scriptName: z.string(),
  mode: z.enum(deploymentModes),
  note: z.string(),
  createdBy: z.string(),
  createdAt: wireInstant,
  /** Of the caller's stores, by state; states of none are left out. */
  counts: z.array(z.object({ state, stores: z.int() })),
})
export type WireDeployment = z.output<typeof wireDeployment>

export const listDeployments = defineCall({
  method: 'GET',
  path: `${SCRIPT_PATH}/patches`,
  access: scriptAccess,
  summary: 'What was sent to stores of the caller last, newest first.',
  query: z.object({ page: z._default(pageNumber, 1), pageSize: z._default(pageSize, 20) }),
  answer: z.object({ patches: z.array(wireDeployment), total: z.int(), page: z.int(), pageSize: z.int() }),
})

const wireDeploymentStore = z.object({
  store: wireStore,
  terminalId: as('terminal', z.nullable(wireTerminalId)),
  state,
  /** Of the configuration. */
  revision: z.nullable(z.int()),
  /** Why it cannot be sent, or why the terminal did not take it; of one that has it, what was left out. */
  faults: z.array(wireFault),
  /** What went wrong with a single run, in the caller's language. */
  error: z.nullable(z.string()),
  changedAt: wireInstant,
})
export type WireDeploymentStore = z.output<typeof wireDeploymentStore>

export const getDeployment = defineCall({
  method: 'GET',
  path: `${path}/status`,
  access: scriptReadAccess,
  summary:
    'How far a script file has come on its way to each store: the newest that the caller sent where none is named. Stores that need attention come first.',
  query: z.object({
    id: z.optional(wireId<JobId>()),
    state: z._default(z.enum([...deploymentStates, 'all']), 'all'),
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageSize, 50),
  }),
  answer: z.object({
    patch: wireDeployment,
    stores: z.array(wireDeploymentStore),
    /** Devices of all its stores that need a temperature zone and have none yet. */
    unzonedDevices: z.int(),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    /** True when nothing more is to be expected soon: everything is active, refused, expired or done. */
    isEnded: z.boolean(),
  }),
})

export const listRunRows = defineCall({
  method: 'GET',
  path: `${path}/rows`,
  access: scriptReadAccess,
  summary: 'What the commands of a single run came to: a row for each value, or for a command that has none.',
  query: z.object({ id: wireId<JobId>() }),
  answer: z.array(
    z.object({
      store: wireStore,
      commandCode: z.string(),
      unitId: z.int(),
      deviceName: z.string(),
      pointName: z.string(),
      unit: z.string(),
      value: z.nullable(z.number()),
      /** 0 good, 1 no answer, 2 malformed, 3 refused, 4 not readable, 7 clock not trusted. */
      quality: z.int(),
      /** In the caller's language; empty where the device answered as it should. */
      error: z.string(),
      /** The reply in hexadecimal; empty where none came. */
      packet: z.string(),
      /** From the request to the end of the reply, repeats included. */
      ms: z.int(),
      at: wireInstant,
    }),
  ),
})

/** Which revision of a script file a store runs: an older one, the newest on its way, or the current one. */
export const pollingStatuses = ['older', 'on_its_way', 'current'] as const

export const listScriptStores = defineCall({
  method: 'GET',
  path: `${SCRIPT_PATH}/script-file/stores`,
  access: scriptAccess,
  summary: 'The stores that poll a script file, and whether in its current version. Older ones come first.',
  query: z.object({
    'script-file': scriptFile,
    status: z._default(z.enum([...pollingStatuses, 'all']), 'all'),
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageSize, 50),
  }),
  answer: z.object({
    stores: z.array(
      z.object({
        store: wireStore,
        terminalId: as('terminal', wireTerminalId),
        status: z.enum(pollingStatuses),
        revision: z.int(),
        since: wireInstant,
      }),
    ),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    counts: z.object({ current: z.int(), older: z.int(), on_its_way: z.int() }),
  }),
})
