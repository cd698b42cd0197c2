import type { DepartmentId, DeviceId, StoreId, UpkeepPlanId } from '@coldkeep/domain/ids'
import { type DeviceType, deviceTypes } from '@coldkeep/domain/organisation/device'
import { upkeepStates } from '@coldkeep/domain/upkeep/due-state'
import {
  MOST_GRACE_DAYS,
  mostOfUnit,
  type UpkeepBase,
  type UpkeepUnit,
  upkeepBases,
  upkeepUnits,
} from '@coldkeep/domain/upkeep/upkeep-plan'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { file } from '../content'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireDate } from '../wire/instant'
import { line } from '../wire/line'
import { pagedBy } from '../wire/page'
import { rowNamed, rowRevision, rowsOf, seenRevision } from '../wire/row'

const path = '/api/v2/maintain/cfg'
const access = ['4-3'] as const
/** Of a plan. */
export const MOST_TASKS = 30
const MOST_LEAST_PHOTOS = 10
/** All of a department, unless a page is requested. */
const ROWS = 200

/** Columns by which the service sorts. */
export const upkeepOrders = ['due', 'store', 'item', 'start'] as const

/** What a plan has beyond what the specification knows. */
interface UpkeepPlanExtras {
  readonly unit: UpkeepUnit
  readonly base: UpkeepBase
  /** Days after the due day on which it is not overdue yet. */
  readonly graceDays: number
  /** The device that it is for; `null`: none. */
  readonly deviceId: DeviceId | null
  /** All devices of a type at the store; `null`: none. */
  readonly group: DeviceType | null
  /** What is done each time, step by step. */
  readonly tasks: readonly string[]
  /** How many photos each record has at least. */
  readonly leastPhotos: number
}

/** What people write of a plan. */
export interface UpkeepPlanDraft extends UpkeepPlanExtras {
  /** The number of its store. */
  readonly storeCode: string
  readonly item: string
  readonly every: number
  readonly startsOn: string
  readonly note: string
}

/** The same as it is sent: what is left out starts as usual, and stays as it is where the plan is changed. */
export type SentUpkeepPlan = Omit<UpkeepPlanDraft, keyof UpkeepPlanExtras> &
  Partial<UpkeepPlanExtras> & {
    /** The number decides; a name that is not that of the store is refused. */
    readonly storeName?: string | undefined
  }

export type ChangedUpkeepPlan = SentUpkeepPlan & {
  readonly id: UpkeepPlanId
  readonly revision?: number
}

export const taskText = line(1, 200)

const sentPlan = z.object({
  storeCode: as('store_id', line(1, 40)),
  storeName: z.optional(line(0, 120)),
  item: line(1, 120),
  every: as('period', z.int().check(z.gte(1), z.lte(mostOfUnit.running_hour))),
  unit: as('period_unit', z.optional(z.enum(upkeepUnits))),
  startsOn: as('dt_start', wireDate),
  note: line(1, 500),
  deviceId: as('device', z.optional(z.nullable(wireId<DeviceId>()))),
  group: z.optional(z.nullable(z.enum(deviceTypes))),
  base: z.optional(z.enum(upkeepBases)),
  graceDays: z.optional(z.int().check(z.gte(0), z.lte(MOST_GRACE_DAYS))),
  tasks: z.optional(z.array(taskText).check(z.maxLength(MOST_TASKS))),
  leastPhotos: z.optional(z.int().check(z.gte(0), z.lte(MOST_LEAST_PHOTOS))),
})

export const wireUpkeepPlan = z.object({
  id: wireId<UpkeepPlanId>(),
  revision: rowRevision,
  storeCode: as('store_id', z.string()),
  storeName: z.string(),
  item: z.string(),
  every: as('period', z.int()),
  unit: as('period_unit', z.enum(upkeepUnits)),
  startsOn: as('dt_start', z.string()),
  /** The day on which it is due next; `null`: by running hours, and the device has not run for long enough to tell. */
  dueOn: as('next_days', z.nullable(z.string())),
  note: z.string(),
  storeId: as('storeid', wireId<StoreId>()),
  deviceId: as('device', z.nullable(wireId<DeviceId>())),
  deviceName: z.nullable(z.string()),
  group: z.nullable(z.enum(deviceTypes)),
  base: z.enum(upkeepBases),
  graceDays: z.int(),
  tasks: z.array(z.string()),
  leastPhotos: z.int(),
  /** `retired`: its device is out of use, so nothing is due. */
  state: z.enum([...upkeepStates, 'retired']),
  /** The day on which the work was done last, and the day on which it had been due; `null`: not yet. */
  lastDoneOn: z.nullable(z.string()),
  lastDueOn: z.nullable(z.string()),
  /** The clock of its store. */
  zone: z.string(),
  /** From the day of its store that is today; negative once the due day has passed. */
  dueInDays: z.nullable(z.int()),
})
export type UpkeepPlanRow = z.output<typeof wireUpkeepPlan>

export const listUpkeepPlans = defineCall({
  method: 'GET',
  path,
  access,
  summary:
    'Plans of upkeep at the stores below a department with the day on which each is due next, what is due first at the top.',
  query: z.object({
    departmentId: as('depart-id', wireIdOrAll<DepartmentId>()),
    storeId: as('storeid', wireIdOrAll<StoreId>()),
    /** `due`: overdue or due soon. */
    state: z._default(z.enum(['all', 'due', ...upkeepStates]), 'all'),
    /** Of store, item or device: `key` is part of one of these. */
    ...pagedBy(upkeepOrders, ROWS),
  }),
  answer: z.object({
    rules: z.array(wireUpkeepPlan),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})

export const upkeepCalendar = defineCall({
  method: 'GET',
  path: '/api/v2/maintain/calendar',
  access,
  cost: 'heavy',
  summary:
    'The days on which plans of the stores below a department are due next, as a calendar file (RFC 5545) of whole days; the first 2,000.',
  query: z.object({ departmentId: as('depart-id', wireIdOrAll<DepartmentId>()) }),
  answer: file('text/calendar; charset=utf-8'),
})

export const listUpkeepDevices = defineCall({
  method: 'GET',
  path: '/api/v2/maintain/device',
  access,
  summary: 'Devices in use at a store, named by its number, that a plan of upkeep can be for.',
  query: z.object({ storeCode: as('store_id', line(1, 40)) }),
  answer: z.object({ devices: z.array(z.object({ id: wireId<DeviceId>(), name: z.string() })) }),
})

export const addUpkeepPlans = defineCall({
  method: 'POST',
  path,
  access,
  summary: 'Adds plans of upkeep; each is due for the first time on its start date.',
  body: z.codec(z.object({ rules: rowsOf(sentPlan) }), rowsOf(z.custom<SentUpkeepPlan>()), {
    decode: ({ rules }) => rules as SentUpkeepPlan[],
    encode: (plans) => ({ rules: plans as z.output<typeof sentPlan>[] }),
  }),
  answer: nothing,
})

const changedPlan = z.extend(sentPlan, { id: wireId<UpkeepPlanId>(), ...seenRevision })

export const changeUpkeepPlans = defineCall({
  method: 'PATCH',
  path,
  access,
  summary: 'Changes plans of upkeep, each by its id; a plan stays with its store.',
  body: z.codec(z.object({ rules: rowsOf(changedPlan) }), rowsOf(z.custom<ChangedUpkeepPlan>()), {
    decode: ({ rules }) => rules as ChangedUpkeepPlan[],
    encode: (plans) => ({ rules: plans as z.output<typeof changedPlan>[] }),
  }),
  answer: nothing,
})

export const removeUpkeepPlan = defineCall({
  method: 'DELETE',
  path,
  access,
  summary: 'Ends a plan of upkeep; the records of what was done stay.',
  query: rowNamed<UpkeepPlanId>('id'),
  answer: nothing,
})
