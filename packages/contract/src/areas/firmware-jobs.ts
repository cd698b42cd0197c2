import type { DepartmentId, FirmwareImageId, JobId, StoreId, VendorId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { installSteps } from '../mqtt/install-step'
import { firmwareTypeId, firmwareVersion } from '../mqtt/release-shape'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { line } from '../wire/line'
import { pageNumber, pageSize } from '../wire/page'
import { wireTerminalId } from '../wire/terminal-id'
import { FIRMWARE_PATH, firmwareAccess } from './firmware-images'

const MOST_STORES = 20_000
const MOST_DEPARTMENTS = 5_000
const MOST_WAVES = 10
/** Seconds between two looks at a job. */
export const REFRESH_SECONDS = 5

/**
 * `refused` by the service before anything was sent; `waiting` for its wave, its window or its turn; `told`: ordered, and
 * nothing heard yet; then the steps of the terminal.
 */
export const installationStates = [
  'refused',
  'failed',
  'rolled_back',
  'lost',
  'waiting',
  'told',
  ...installSteps,
  'done',
  'cancelled',
] as const
export type InstallationState = (typeof installationStates)[number]

/** `held`: waits between two waves. `paused` by a person or by the service, which says why. */
const firmwareJobStates = ['running', 'held', 'paused', 'done', 'cancelled'] as const
export type FirmwareJobState = (typeof firmwareJobStates)[number]

/** What a wave waits for: terminals at work, terminals that are all out of reach, or the end of the time to watch it. */
const waveWaits = ['running', 'contact', 'soak'] as const
export type WaveWait = (typeof waveWaits)[number]

const share = z.number().check(z.gt(0), z.lte(1))
const clockTime = z.string().check(z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/))

/** How a job goes on. */
export const firmwarePlan = z.object({
  /** Of all terminals, up to this wave; the last one has all that are left. */
  waves: z
    .array(z.object({ share, least: z.int().check(z.gte(1), z.lte(MOST_STORES)) }))
    .check(z.minLength(1), z.maxLength(MOST_WAVES)),
  /** Between the end of a wave and the next one. */
  soakMinutes: z.int().check(z.gte(0), z.lte(14 * 24 * 60)),
  /** The job pauses where more of a wave fail. */
  maxFailShare: z.number().check(z.gte(0), z.lte(1)),
  /** The job pauses where so many of the first wave fail. */
  maxFailCount: z.int().check(z.gte(1), z.lte(MOST_STORES)),
  /** In the time of each store, may pass midnight; `null`: at any time. */
  window: z.nullable(z.object({ from: clockTime, to: clockTime })),
  /** Terminals that install at the same time. */
  rate: z.int().check(z.gte(1), z.lte(2_000)),
  /** Stores may say "not today", twice each. */
  mayPostpone: z._default(z.boolean(), true),
})
export type FirmwarePlan = z.output<typeof firmwarePlan>

/** What suits most: 2 %, 20 %, all; an hour between; at night. */
export const USUAL_PLAN: FirmwarePlan = {
  waves: [
    { share: 0.02, least: 1 },
    { share: 0.2, least: 1 },
    { share: 1, least: 1 },
  ],
  soakMinutes: 60,
  maxFailShare: 0.05,
  maxFailCount: 3,
  window: { from: '01:00', to: '05:00' },
  rate: 200,
  mayPostpone: true,
}

const departmentIds = z._default(z.array(wireId<DepartmentId>()).check(z.maxLength(MOST_DEPARTMENTS)), [])
const storeIds = z._default(z.array(wireId<StoreId>()).check(z.maxLength(MOST_STORES)), [])

/**
 * Which terminals: those of a tree, where what is said of a store or a department goes before what is said of one above it,
 * or of stores by the numbers that people know them by; of both only those of a vendor, where one is named. With nothing
 * said: all.
 */
const targets = z.object({
  departments: departmentIds,
  stores: storeIds,
  withoutDepartments: departmentIds,
  withoutStores: storeIds,
  numbers: z._default(z.array(line(1, 40)).check(z.maxLength(MOST_STORES)), []),
  vendorId: as('vendor', z.optional(wireIdOrAll<VendorId>())),
})

/** Targets of which nothing is said. */
export const ANYWHERE = {
  departments: [],
  stores: [],
  withoutDepartments: [],
  withoutStores: [],
  numbers: [],
} satisfies z.output<typeof targets>

const treeFilter = {
  type: firmwareTypeId,
  vendorId: as('vendor', z.optional(wireIdOrAll<VendorId>())),
}

export const countFirmwareTerminals = defineCall({
  method: 'GET',
  path: `${FIRMWARE_PATH}/departments`,
  access: firmwareAccess,
  summary:
    'How many terminals of a type the stores of each department have, without those of departments below it.',
  query: z.object(treeFilter),
  answer: z.object({
    departments: z.array(z.object({ id: wireId<DepartmentId>(), stores: z.int(), terminals: z.int() })),
  }),
})

export const listFirmwareStores = defineCall({
  method: 'GET',
  path: `${FIRMWARE_PATH}/stores`,
  access: firmwareAccess,
  summary:
    'The stores of one department, none of those below it, that have terminals of a type; by number, at most 500.',
  query: z.object({ ...treeFilter, departmentId: as('depart', wireId<DepartmentId>()) }),
  answer: z.object({
    stores: z.array(
      z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string(), terminals: z.int() }),
    ),
    total: z.int(),
  }),
})

export const checkFirmwareTargets = defineCall({
  method: 'POST',
  path: `${FIRMWARE_PATH}/check`,
  access: firmwareAccess,
  cost: 'heavy',
  summary:
    'What a job would do, without starting it: whom it reaches, whom not, and how large its waves are.',
  maxBodyBytes: 1024 * 1024,
  body: z.object({
    fileId: wireId<FirmwareImageId>(),
    targets,
    plan: z.optional(firmwarePlan),
  }),
  answer: z.object({
    stores: z.int(),
    terminals: z.int(),
    /** Devices that these terminals poll. */
    devices: z.int(),
    /** Sizes of the waves. */
    waves: z.array(z.int()),
    /** Terminals that are left out. */
    otherType: z.int(),
    /** They report no type: their program is older than updates. */
    cannotUpdate: z.int(),
    upToDate: z.int(),
    busy: z.int(),
    unknownNumbers: z.array(z.string()),
    repeatedNumbers: z.array(z.string()),
  }),
})

const jobToken = as('task_token', wireId<JobId>())

export const startFirmwareJob = defineCall({
  method: 'POST',
  path: `${FIRMWARE_PATH}/start`,
  access: firmwareAccess,
  summary: 'Brings a released image to terminals, in waves. The token names the job in the other calls.',
  maxBodyBytes: 1024 * 1024,
  body: z.object({
    type: as('dev_type', firmwareTypeId),
    fileId: wireId<FirmwareImageId>(),
    targets,
    plan: z._default(firmwarePlan, USUAL_PLAN),
    note: z._default(line(0, 300), ''),
  }),
  answer: z.object({ token: jobToken, refreshSeconds: as('refresh', z.int()) }),
})

const wireCount = z.object({ state: z.enum(installationStates), terminals: z.int() })

const wireJob = z.object({
  token: jobToken,
  type: firmwareTypeId,
  version: firmwareVersion,
  note: z.string(),
  state: z.enum(firmwareJobStates),
  /** The wave that is under way, from 1. */
  wave: z.int(),
  /** When the next wave may begin; `null`: not between two waves. */
  nextWaveAt: z.nullable(wireInstant),
  /** `null`: it has no wave under way. */
  waitsFor: z.nullable(z.enum(waveWaits)),
  /** Why it is paused, in the caller's language; empty where a person did it, or it is not. */
  pausedFor: z.string(),
  isRollback: z.boolean(),
  createdBy: z.string(),
  createdAt: wireInstant,
  endedAt: z.nullable(wireInstant),
  counts: z.array(wireCount),
})
export type WireFirmwareJob = z.output<typeof wireJob>

export const listFirmwareJobs = defineCall({
  method: 'GET',
  path: `${FIRMWARE_PATH}/jobs`,
  access: firmwareAccess,
  summary: 'Jobs that concern stores of the caller, newest first, those that run before the others.',
  query: z.object({ page: z._default(pageNumber, 1), pageSize: z._default(pageSize, 10) }),
  answer: z.object({ jobs: z.array(wireJob), total: z.int(), page: z.int(), pageSize: z.int() }),
})

const wireInstallation = z.object({
  store: z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string(), zone: z.string() }),
  terminalId: as('terminal', wireTerminalId),
  wave: z.int(),
  state: z.enum(installationStates),
  percent: as('pc', z.nullable(z.int())),
  /** What it runs by its last report. */
  version: z.nullable(z.string()),
  /** What was in the way, in the caller's language; empty: nothing. */
  error: z.string(),
  /** When the window opens that it waits for since its store has said "not today"; `null`: it has not. */
  postponedTo: z.nullable(wireInstant),
  changedAt: as('at', wireInstant),
})
export type WireInstallation = z.output<typeof wireInstallation>

export const getFirmwareJob = defineCall({
  method: 'GET',
  path: `${FIRMWARE_PATH}/status`,
  access: firmwareAccess,
  summary: 'How far a job is: counts by state, its waves, and its terminals, failed ones first.',
  query: z.object({
    token: wireId<JobId>(),
    state: z._default(z.enum([...installationStates, 'all']), 'all'),
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageSize, 50),
  }),
  answer: z.object({
    job: wireJob,
    plan: firmwarePlan,
    waves: z.array(
      z.object({
        wave: z.int(),
        terminals: z.int(),
        counts: z.array(wireCount),
        /** How its readings do beside those of others, in the caller's language; empty: not judged. */
        fieldData: z.string(),
      }),
    ),
    /** About when it ends if nothing stops it; `null` where that is not known. */
    expectedEndAt: z.nullable(wireInstant),
    stores: z.array(wireInstallation),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    refreshSeconds: as('refresh', z.int()),
  }),
})

function jobCall<Path extends string>(name: Path, summary: string) {
  return defineCall({
    method: 'POST',
    path: `${FIRMWARE_PATH}/${name}`,
    access: firmwareAccess,
    summary,
    body: z.object({ token: wireId<JobId>() }),
    answer: z.object({ token: jobToken, refreshSeconds: as('refresh', z.int()) }),
  })
}

export const pauseFirmwareJob = jobCall(
  'pause',
  'Begins with no further terminals; those that have begun go on.',
)
export const resumeFirmwareJob = jobCall(
  'resume',
  'Goes on with a paused job, also where the service paused it.',
)
export const cancelFirmwareJob = jobCall('cancel', 'Gives up all terminals that have not begun.')
export const rollBackFirmwareJob = jobCall(
  'rollback',
  'Cancels a job, and brings the version that its terminals had before to those that it has updated.',
)
export const retryFirmwareJob = jobCall('retry', 'Starts a job for the terminals of another that failed.')
