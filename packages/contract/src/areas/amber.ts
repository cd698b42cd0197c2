import { priorities } from '@coldkeep/domain/alarms/priority'
import { alertServiceStates, MOST_RENEWED_MONTHS } from '@coldkeep/domain/alert-service/alert-service'
import type { AccountId, DepartmentId, StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { localTime, wireDate, wireInstant, zoneOffset } from '../wire/instant'
import { pageNumber, pageSize } from '../wire/page'
import { wireServiceId } from './service-points'

const access = ['3-4'] as const
/** Who may change accounts changes their alert service. */
const editing = ['2-2-4'] as const

const period = { start: localTime, end: localTime, timezone: z._default(zoneOffset, 0) }
const paged = { page: z._default(pageNumber, 1), pageSize: z._default(pageSize, 10) }
const accountId = as('id', wireId<AccountId>())
const alertServiceEndsOn = as('dt_amber_due', z.nullable(wireDate))

const engineer = z.object({
  accountId,
  name: z.string(),
  phone: z.string(),
  department: z.string(),
  title: as('job_title', z.string()),
  login: as('account', z.string()),
  /** Always empty: passwords are never sent. */
  password: as('pw', z.literal('')),
  email: z.string(),
  hasAlertService: as('is_amber_enable', z.boolean()),
  /** Cases of repair can be assigned to the engineer. */
  takesCases: as('is_case_assign', z.boolean()),
  alertServiceEndsOn,
  /** Where the store is, whose day it is. `over`: it is on, and its last day has passed. */
  state: z.enum(alertServiceStates),
  /** Of the alarms that are sent. */
  lowestPriority: z.enum(priorities),
  /** The caller may change it. */
  mayEdit: z.boolean(),
  revision: z.int(),
})
export type StoreEngineer = z.output<typeof engineer>

export const listStoreEngineers = defineCall({
  method: 'GET',
  path: '/api/v2/store/info/engineers',
  access,
  summary:
    'The engineers that are responsible for a store: accounts in use of its department and of those above it, by name.',
  query: z.object({ storeId: as('storeid', wireId<StoreId>()) }),
  answer: z.object({ engineers: z.array(engineer) }),
})

const serviceRecordKinds = [
  'enabled',
  'disabled',
  'renewed',
  'changed',
  'ended',
  'notified',
  'use',
  'correct',
] as const

const serviceRecord = z.object({
  id: z.string(),
  kind: z.enum(serviceRecordKinds),
  at: as('time', wireInstant),
  /** What happened, in words. */
  text: z.string(),
  /** Whom it concerns. */
  engineer: z.string(),
  by: z.string(),
  points: z.int(),
})
export type ServiceRecord = z.output<typeof serviceRecord>

export const listServiceRecords = defineCall({
  method: 'GET',
  path: '/api/v2/store/service',
  access,
  cost: 'heavy',
  summary:
    'Records of a service at a store in a period, the newest first. Of service 7: what became of the alert service of the engineers of its departments, and what it sent them; of the others what used points.',
  query: z.object({
    storeId: as('storeid', wireId<StoreId>()),
    serviceId: as('serviceid', wireServiceId),
    ...period,
    ...paged,
  }),
  answer: z.object({
    records: z.array(serviceRecord),
    /** The clock of the store. */
    zone: z.string(),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})

const amberStore = z.object({
  storeId: as('id', wireId<StoreId>()),
  code: z.string(),
  name: z.string(),
  department: z.string(),
  engineers: z.int(),
  /** Of these, those whose alert service runs, and those whose is over. */
  running: z.int(),
  over: z.int(),
  /** Records of the alert service in the period. */
  records: z.int(),
})
export type AmberStore = z.output<typeof amberStore>

export const listAmberStores = defineCall({
  method: 'GET',
  path: '/api/v2/amber/stores',
  access,
  cost: 'heavy',
  summary:
    'The stores of a department with how many engineers are responsible for each, how many of them have the alert service, and how many records there are of a period.',
  query: z.object({ departmentId: as('depart', wireIdOrAll<DepartmentId>()), ...period, ...paged }),
  answer: z.object({
    stores: z.array(amberStore),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})

export const changeAlertService = defineCall({
  method: 'PATCH',
  path: '/api/v2/amber/engineer',
  access: editing,
  summary:
    'Changes the alert service of an engineer. A last day is not in the past and at most five years ahead; months that are added cost what the price list says.',
  body: z.object({
    accountId,
    hasAlertService: as('is_amber_enable', z.boolean()),
    alertServiceEndsOn,
    takesCases: as('is_case_assign', z.boolean()),
    lowestPriority: z.enum(priorities),
    revision: z.int(),
  }),
  answer: z.object({ alertServiceEndsOn, revision: z.int() }),
})

export const renewAlertService = defineCall({
  method: 'POST',
  path: '/api/v2/amber/renew',
  access: editing,
  summary:
    'Renews the alert service of an engineer by months, from its last day on or from today where that has passed. It carries the last day that was seen: sent twice, it renews once.',
  body: z.object({
    accountId,
    months: z.int().check(z.gte(1), z.lte(MOST_RENEWED_MONTHS)),
    seenEnd: as('dt_amber_due', z.nullable(wireDate)),
  }),
  answer: z.object({ alertServiceEndsOn, revision: z.int() }),
})
