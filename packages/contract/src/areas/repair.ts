import type {
  AccountId,
  AlarmId,
  DepartmentId,
  DeviceId,
  RepairCaseId,
  RepairProgressId,
  StoreId,
} from '@coldkeep/domain/ids'
import { repairEventKinds, repairPhases } from '@coldkeep/domain/repair/repair-case'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { file } from '../content'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { localTime, wireInstant, zoneOffset } from '../wire/instant'
import { line } from '../wire/line'
import { pageNumber, pageSize } from '../wire/page'
import { wireTable } from '../wire/table'
import { wireUuid } from '../wire/uuid'
import { wirePhoto } from './photos'
import { closeProposals, repairInsight } from './repair-insight'

const access = ['4-4'] as const
const casesPath = '/api/v2/fix/cases'
const casePath = `${casesPath}/{caseid}`
const caseParams = z.object({ caseId: as('caseid', wireId<RepairCaseId>()) })
const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(1000))
/** Made by who sends it: what is sent twice under one key is there once. */
const key = wireUuid

const progress = z.object({
  id: wireId<RepairProgressId>(),
  title: z.string(),
  phase: z.enum(repairPhases),
})

/** A row of the table of cases. */
const repairCase = z.object({
  id: wireId<RepairCaseId>(),
  ticket: z.string(),
  reportTime: wireInstant,
  /** The number that the store had when it was reported. */
  storeNumber: z.string(),
  store: z.object({
    ...{ id: wireId<StoreId>(), code: z.string(), name: z.string(), zone: z.string() },
    departmentId: wireId<DepartmentId>(),
    /** As people write it; empty where there is none. */
    phone: z.string(),
  }),
  equipment: z.nullable(z.object({ id: wireId<DeviceId>(), name: z.string() })),
  /** In words. */
  temperatureZone: z.string(),
  fault: z.string(),
  /** Under which the equipment is polled: terminal and Modbus address. */
  equipmentCode: z.string(),
  progress,
  assignee: z.nullable(
    z.object({
      ...{ id: wireId<AccountId>(), name: z.string() },
      /** False where a right was withdrawn since: the case has to be given to someone else. */
      seesCase: z.boolean(),
    }),
  ),
  closedAt: z.nullable(wireInstant),
  /** Since when it proposes to close; `null` once it is closed. */
  closeProposedAt: z.nullable(wireInstant),
})
export type RepairCaseRow = z.output<typeof repairCase>

/** What happened; `at` as a person says, `receivedAt` by the clock of the service. */
const repairEvent = z.object({
  kind: z.enum(repairEventKinds),
  /** In words, one line each. */
  lines: z.array(z.string()),
  at: wireInstant,
  receivedAt: wireInstant,
  by: z.string(),
})
export type WireRepairEvent = z.output<typeof repairEvent>

const detail = z.object({
  case: z.extend(repairCase, {
    reportedBy: z.string(),
    cause: z.string(),
    /** To which its photos belong. */
    key,
    /** Rises with each change; a change carries the one it is based on. */
    revision: z.int(),
  }),
  photos: z.array(wirePhoto),
  alarms: z.array(
    z.object({ id: wireId<AlarmId>(), text: z.string(), startedAt: wireInstant, isOpen: z.boolean() }),
  ),
  /** The newest first. */
  history: z.array(repairEvent),
  /** Work of all people together, in minutes, and when it was begun. */
  labourMinutes: z.int(),
  arrivedAt: z.nullable(wireInstant),
  ...repairInsight,
})
export type RepairDetail = z.output<typeof detail>

export const listRepairProgress = defineCall({
  method: 'GET',
  path: '/api/v2/fix/progresses',
  access,
  summary:
    'The steps that a case of repair goes through, in their order: those of a store, or all that are used below the own department.',
  query: z.object({ storeId: as('storeid', z.optional(wireId<StoreId>())) }),
  answer: z.object({ progresses: z.array(progress) }),
})

export const listRepairEngineers = defineCall({
  method: 'GET',
  path: '/api/v2/fix/engineers',
  access,
  summary:
    'Accounts to which a case of a store or of equipment of it can be assigned: those that may see and change it, by name.',
  query: z.object({
    storeId: as('storeid', wireId<StoreId>()),
    deviceId: as('deviceid', z.optional(wireId<DeviceId>())),
  }),
  answer: z.object({ engineers: z.array(z.object({ id: wireId<AccountId>(), name: z.string() })) }),
})

/** Whose cases; the caller's own, or all that they may see. */
export const repairOwners = ['all', 'mine'] as const

export const listRepairCases = defineCall({
  method: 'GET',
  path: casesPath,
  access,
  summary:
    'Cases of repair that were reported in a period, the newest first; without a period those that are open.',
  query: z.object({
    departmentId: as('depart-id', wireIdOrAll<DepartmentId>()),
    start: z.optional(localTime),
    end: z.optional(localTime),
    timezone: z._default(zoneOffset, 0),
    progressId: as('progress-id', wireIdOrAll<RepairProgressId>()),
    deviceId: as('deviceid', wireIdOrAll<DeviceId>()),
    owner: z._default(z.enum(repairOwners), 'all'),
    proposal: z._default(z.enum(closeProposals), 'all'),
    /** In the ticket number, the fault, the store or the equipment. */
    search: as('key', z._default(z.string().check(z.maxLength(80)), '')),
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageSize, 10),
  }),
  answer: z.object({ records: z.array(repairCase), total: z.int(), page: z.int(), pageSize: z.int() }),
})

export const getRepairCase = defineCall({
  method: 'GET',
  path: casePath,
  access,
  summary: 'One case of repair with its alarms and all that happened.',
  params: caseParams,
  answer: detail,
})

export const reportRepair = defineCall({
  method: 'POST',
  path: casesPath,
  access,
  status: 201,
  summary:
    'Reports what is to be repaired in a store, by hand or from alarms. Sent twice under one key it is one case.',
  body: z.object({
    key,
    storeId: as('storeid', wireId<StoreId>()),
    deviceId: as('device', z.nullable(wireId<DeviceId>())),
    fault: words,
    alarms: z._default(z.array(wireId<AlarmId>()).check(z.maxLength(50)), []),
  }),
  answer: detail,
})

export const joinRepairAlarms = defineCall({
  method: 'POST',
  path: `${casePath}/alarms`,
  access,
  summary: 'Joins further alarms of its store to an open case.',
  params: caseParams,
  body: z.object({ alarms: z.array(wireId<AlarmId>()).check(z.minLength(1), z.maxLength(50)) }),
  answer: detail,
})

export const renewRepair = defineCall({
  method: 'PATCH',
  path: casePath,
  access,
  summary: 'Renews a case: its progress, who looks after it, its cause, and a note. What is left out stays.',
  params: caseParams,
  body: z.object({
    key,
    revision: z.int(),
    progressId: as('progress-id', z.optional(wireId<RepairProgressId>())),
    assigneeId: as('assignee', z.optional(z.nullable(wireId<AccountId>()))),
    cause: z.optional(z.string().check(z.trim(), z.maxLength(1000))),
    note: z.optional(words),
    /** When it happened; now when left out. */
    at: z.optional(wireInstant),
    /** Of the proposal to close that this accepts: refused where the case no longer makes it. */
    proposedAt: z.optional(wireInstant),
  }),
  answer: detail,
})

export const addRepairLabour = defineCall({
  method: 'POST',
  path: `${casePath}/labour`,
  access,
  summary: 'Notes who worked on a case, from when until when.',
  params: caseParams,
  body: z.object({ key, who: line(1, 80), from: wireInstant, to: wireInstant }),
  answer: detail,
})

export const addRepairPart = defineCall({
  method: 'POST',
  path: `${casePath}/parts`,
  access,
  summary: 'Notes a part that was used for a case.',
  params: caseParams,
  body: z.object({
    key,
    name: line(1, 120),
    number: z._default(line(0, 60), ''),
    quantity: z.number().check(z.gt(0), z.lte(10_000)),
  }),
  answer: detail,
})

export const repairPdf = defineCall({
  method: 'GET',
  path: `${casePath}/pdf`,
  access,
  cost: 'heavy',
  summary:
    'All of a case of repair as a document in the language of the caller (PDF), its photos and curve included.',
  params: caseParams,
  answer: file('application/pdf'),
})

export const repairFigures = defineCall({
  method: 'GET',
  path: '/api/v2/fix/figures',
  access,
  cost: 'heavy',
  summary:
    'How long cases that were reported in a period took, by firm, type and model; and which repairs that were closed in it did not last 14 days, by device, cause and firm. At most 400 days and 20,000 cases.',
  query: z.object({
    departmentId: as('depart-id', wireIdOrAll<DepartmentId>()),
    start: localTime,
    end: localTime,
    timezone: z._default(zoneOffset, 0),
  }),
  answer: z.object({ tables: z.array(wireTable) }),
  answerAsIs: true,
})
