import type {
  DepartmentId,
  DeviceId,
  DeviceModelId,
  ParameterApplyId,
  ParameterProfileId,
  StoreId,
} from '@coldkeep/domain/ids'
import {
  appliedStates,
  applyFaults,
  applyStates,
  pauseReasons,
  stepStates,
} from '@coldkeep/domain/parameters/apply'
import { parameterStates } from '@coldkeep/domain/parameters/compare'
import { changeFigures, changeVerdicts } from '@coldkeep/domain/parameters/judge-change'
import { trialFigures, trialVerdicts } from '@coldkeep/domain/parameters/trial-figures'
import { wearLimits } from '@coldkeep/domain/writes/wear'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { line } from '../wire/line'
import { ownedFields } from '../wire/owner'
import { pageNumber, pageSize } from '../wire/page'
import { writeHindrances } from './writes'

const path = '/api/v2/tc/apply'
const access = ['3-3'] as const

const applyId = wireId<ParameterApplyId>()
const profileId = wireId<ParameterProfileId>()
const deviceId = wireId<DeviceId>()
const risk = z.union([z.literal(1), z.literal(2), z.literal(3)])
const note = z._default(line(0, 300), '')
const paged = { page: z._default(pageNumber, 1), pageSize: z._default(pageSize, 50) }
const pageAnswer = { total: z.int(), page: z.int(), pageSize: z.int() }

const wireProfileName = z.object({ id: profileId, name: z.string(), version: z.int() })
const wireModelName = z.object({ id: wireId<DeviceModelId>(), brand: z.string(), name: z.string() })
const wireStore = z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string(), zone: z.string() })
const wireDevice = z.object({ id: deviceId, name: z.string(), store: wireStore })

const plannedWrite = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  before: z.number(),
  value: z.number(),
  reason: z.string(),
  risk,
  /** It is above what the memory of the controller is written in a day or a year; `left`: writes of its life. */
  wear: z.nullable(z.object({ above: z.enum(wearLimits), most: z.int(), left: z.int() })),
})

/** Where the profiles apply, of what the caller sees. */
const placeFields = {
  profileId: as('profile', profileId),
  departmentId: as('depart', wireIdOrAll<DepartmentId>()),
  storeId: as('storeid', wireIdOrAll<StoreId>()),
  /** Controllers of one firmware, `unknown`: that do not say theirs; left out: all. */
  firmware: z.optional(
    z.codec(z.string().check(z.regex(/^(unknown|\d{1,7}(\.\d{1,6})?)$/)), z.nullable(z.number()), {
      decode: (text) => (text === 'unknown' ? null : Number(text)),
      encode: (firmware) => (firmware === null ? 'unknown' : String(firmware)),
    }),
  ),
}

export const planApply = defineCall({
  method: 'GET',
  path: `${path}/plan`,
  access,
  cost: 'heavy',
  summary:
    'What applying a parameter file would write: differences only, device by device, and what it leaves out and why.',
  query: z.object({ ...placeFields, ...paged }),
  answer: z.object({
    profile: wireProfileName,
    model: wireModelName,
    /** Of all of it together; 3 waits for a second person. */
    risk,
    /** Names this plan: applying is refused where it has become another. */
    fingerprint: z.string(),
    /** Devices that the file claims · with something to write · as they should be · in the way of which something is. */
    totals: z.object({
      devices: z.int(),
      ready: z.int(),
      same: z.int(),
      hindered: z.int(),
      writes: z.int(),
      /** Parameters that are left out, by why. */
      left: z.record(z.enum(parameterStates), z.int()),
    }),
    /** Firmwares of the devices that are ready, `null`: not known; with several of them one is to be chosen. */
    firmwares: z.array(z.object({ firmware: z.nullable(z.number()), devices: z.int() })),
    /** The device that gets it first, and alone for a day; `null`: there is nothing to write. */
    trial: z.nullable(wireDevice),
    /** Those with something to write first, then what is left out of. */
    devices: z.array(
      z.object({
        ...wireDevice.shape,
        /** Why nothing can be written to it; `busy`: another apply is under way there. */
        hindrance: z.nullable(z.enum([...writeHindrances, 'busy'])),
        writes: z.array(plannedWrite),
        left: z.array(z.object({ code: z.string(), name: z.string(), state: z.enum(parameterStates) })),
      }),
    ),
    ...pageAnswer,
  }),
})

export const startApply = defineCall({
  method: 'POST',
  path,
  access,
  cost: 'heavy',
  summary:
    'Applies a parameter file as its plan says: one device first, after a day the others in waves. What is risky waits for a second person.',
  body: z.object({
    ...placeFields,
    fingerprint: line(1, 100),
    /** The device that gets it first; chosen by the service when left out. */
    trialId: as('trial', z.optional(deviceId)),
    /** How far the apply is after each wave, percent of the devices; the last one has the rest. */
    waves: z._default(z.array(z.int().check(z.gte(1), z.lte(99))).check(z.maxLength(5)), [1, 10]),
    /** More failures than that in a wave pause it. */
    mostFailures: z._default(z.int().check(z.gte(0), z.lte(1_000)), 0),
    note,
  }),
  answer: z.object({ id: applyId }),
})

const trialFigure = z.object({
  figure: z.enum(trialFigures),
  /** In the 24 hours before and after; `null`: not measured. */
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  /** Where the band of the device itself ends, or what is held to be the same. */
  bound: z.nullable(z.number()),
  isWorse: z.boolean(),
})
const trialFinding = z.object({
  verdict: z.enum(trialVerdicts),
  judgedAt: wireInstant,
  figures: z.array(trialFigure),
})

const wireApply = z.object({
  id: applyId,
  profile: wireProfileName,
  model: wireModelName,
  ...ownedFields,
  /** The apply that this one takes back. */
  undoOf: z.nullable(applyId),
  state: z.enum(applyStates),
  /** Why it is paused, or was stopped. */
  because: z.nullable(z.enum(pauseReasons)),
  risk,
  note: z.string(),
  createdBy: z.string(),
  createdAt: wireInstant,
  isOwn: z.boolean(),
  /** Until then a second person may decide. */
  decideUntil: z.nullable(wireInstant),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(wireInstant),
  decisionNote: z.string(),
  trial: z.nullable(wireDevice),
  /** When the first device is judged. */
  trialEndsAt: z.nullable(wireInstant),
  finding: z.nullable(trialFinding),
  /** The wave that is open, of how many; 0: none yet. */
  wave: z.int(),
  waves: z.int(),
  endedAt: z.nullable(wireInstant),
  /** Of the devices that the caller sees. */
  counts: z.record(z.enum(appliedStates), z.int()),
  canDecide: z.boolean(),
  canPause: z.boolean(),
  canResume: z.boolean(),
  canStop: z.boolean(),
  canUndo: z.boolean(),
})
export type WireApply = z.output<typeof wireApply>

export const listApplies = defineCall({
  method: 'GET',
  path,
  access,
  summary: 'Applied parameter files, the newest first.',
  query: z.object({
    departmentId: as('depart', wireIdOrAll<DepartmentId>()),
    profileId: as('profile', z.optional(profileId)),
    state: z.optional(z.enum(applyStates)),
    ...paged,
  }),
  answer: z.object({ applies: z.array(wireApply), ...pageAnswer }),
})

const wireStep = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  before: z.number(),
  value: z.number(),
  state: z.enum(stepStates),
  /** What the terminal read right before and after the write. */
  was: z.nullable(z.number()),
  is: z.nullable(z.number()),
  /** The write that it became. */
  write: z.nullable(z.string()),
})

export const readApply = defineCall({
  method: 'GET',
  path: `${path}/detail`,
  access,
  summary:
    'One applied parameter file, and what became of it device by device: old or new, parameter by parameter.',
  query: z.object({ id: applyId, state: z.optional(z.enum(appliedStates)), ...paged }),
  answer: z.object({
    apply: wireApply,
    devices: z.array(
      z.object({
        ...wireDevice.shape,
        /** 0: the first device. */
        wave: z.int(),
        state: z.enum(appliedStates),
        fault: z.nullable(z.enum(applyFaults)),
        steps: z.array(wireStep),
        changedAt: wireInstant,
      }),
    ),
    ...pageAnswer,
  }),
})

export const decideApply = defineCall({
  method: 'POST',
  path: `${path}/decision`,
  access,
  summary:
    'Approves or rejects an apply that waits, by someone other than its author who may write to all its devices.',
  body: z
    .object({ id: applyId, approves: z.boolean(), reason: note })
    .check(z.refine(({ approves, reason }) => approves || reason !== '', { path: ['reason'] })),
  answer: wireApply,
})

/** What people do with an apply that is under way. */
const applyActs = ['pause', 'resume', 'stop'] as const

export const steerApply = defineCall({
  method: 'PATCH',
  path,
  access,
  summary:
    'Pauses an apply, goes on with it, or stops it; what is under way at a device is carried to its end.',
  body: z.object({ id: applyId, act: z.enum(applyActs) }),
  answer: wireApply,
})

export const undoApply = defineCall({
  method: 'POST',
  path: `${path}/undo`,
  access,
  summary:
    'Sets all that an apply has changed back to what it was before, the newest first; an apply of its own, without a first device.',
  body: z.object({ id: applyId, note }),
  answer: z.object({ id: applyId }),
})

const wireEffect = z.object({
  figure: z.enum(changeFigures),
  verdict: z.enum(changeVerdicts),
  /** Means of the days before and after. */
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  /** After less before, at equal outdoor temperature. */
  difference: z.nullable(z.number()),
  /** It lies between these with 95 %. */
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  daysBefore: z.int(),
  daysAfter: z.int(),
})

export const readApplyEffect = defineCall({
  method: 'GET',
  path: `${path}/effect`,
  access,
  cost: 'heavy',
  summary:
    'What an applied parameter file did: energy, duty and temperature of up to 14 days after it against those before, at equal outdoor temperature.',
  query: z.object({ id: applyId }),
  answer: z.object({
    /** From when on 14 days are over; earlier it is what is known so far. */
    wholeAt: z.nullable(wireInstant),
    /** Devices that were set and have days to compare. */
    devices: z.int(),
    figures: z.array(wireEffect),
    ofDevices: z.array(z.object({ ...wireDevice.shape, figures: z.array(wireEffect) })),
  }),
})
