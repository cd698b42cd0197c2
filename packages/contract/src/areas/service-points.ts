import type { CreditEntryId, CreditGrantId, DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { type ServiceId, serviceIds, subservices } from '@coldkeep/domain/service-points/service'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { file } from '../content'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { line } from '../wire/line'
import { pageNumber, pageSize } from '../wire/page'
import { csvChoice } from '../wire/table-csv'
import { csvFile } from './analysis'

const access = ['2-2-5'] as const
const path = '/api/v2/service/point'

/** 1 to 12, as a number or as its text. */
export const wireServiceId = z.codec(
  z.union([z.string().check(z.regex(/^\d{1,2}$/)), z.int()]),
  z.custom<ServiceId>((value) => serviceIds.includes(value as ServiceId)),
  { decode: (text) => Number(text) as ServiceId, encode: (id) => String(id) },
)

/** The part of a service, by its code. */
export const wireSubservice = z.enum(subservices)

const counted = z.object({
  total: z.int(),
  used: z.int(),
  unused: z.int(),
  /** Reserved by what is not over yet. */
  reserved: as('to-be-used', z.int()),
})

const subservicePoints = z.object({
  subservice: as('id', wireSubservice),
  title: z.string(),
  /** One element: what the chain has. `total` is the sum of the others. */
  points: as('point', z.array(counted)),
  /** Used beyond what was granted; `unused` is below zero by it. */
  owed: z.int(),
  /** Used by the store of the query; `null`: it names none. */
  usedByStore: z.nullable(z.int()),
})

const servicePoints = z.object({
  serviceId: wireServiceId,
  serviceType: z.string(),
  name: z.string(),
  unit: z.string(),
  subservices: z.array(subservicePoints),
})
export type ServicePoints = z.output<typeof servicePoints>

export const listServicePoints = defineCall({
  method: 'GET',
  path,
  access,
  summary: 'The points that the chain of the caller has for each service, and how many of them are used.',
  query: z.object({ storeId: as('storeid', wireIdOrAll<StoreId>()) }),
  answer: z.object({
    points: z.array(servicePoints),
    /** The caller approves applications, sets prices and ends grants. */
    mayManage: z.boolean(),
  }),
})

const named = z.array(z.object({ id: wireId<CreditGrantId>(), points: z.int() }))

const detailRow = z.object({
  id: wireId<CreditEntryId>(),
  kind: z.enum(['use', 'correct']),
  at: as('time', wireInstant),
  storeName: z.string(),
  /** The clock of its store; `null` where that is gone. */
  zone: z.nullable(z.string()),
  part: z.string(),
  terminalId: as('tb_sn', z.nullable(z.string())),
  serial: as('device_sn', z.nullable(z.string())),
  beganAt: as('repair_start', z.nullable(wireInstant)),
  endedAt: as('repair_end', z.nullable(wireInstant)),
  person: z.string(),
  /** What became of the points, in words. */
  result: z.string(),
  points: z.int(),
  owed: z.int(),
  /** The grants that they were of. */
  grants: named,
  /** It was taken back by a later entry. */
  isCorrected: z.boolean(),
})
export type PointDetailRow = z.output<typeof detailRow>

const detailFilter = {
  departmentId: as('depart', wireIdOrAll<DepartmentId>()),
  storeId: as('storeid', wireIdOrAll<StoreId>()),
}

export const listPointDetails = defineCall({
  method: 'GET',
  path: `${path}/detail`,
  access,
  summary:
    'What used the points of each service at the stores of a department, the newest first: of all services, or of one.',
  query: z.object({
    serviceId: z.optional(wireServiceId),
    ...detailFilter,
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageSize, 10),
  }),
  answer: z.object({
    services: z.array(
      z.object({
        serviceId: wireServiceId,
        title: z.string(),
        rows: as('data', z.array(detailRow)),
        total: z.int(),
        page: z.int(),
        pageSize: z.int(),
      }),
    ),
    /** Of all these services. */
    total: z.int(),
  }),
})

export const pointDetailCsv = defineCall({
  method: 'GET',
  path: `${path}/detail.csv`,
  access,
  cost: 'heavy',
  summary: 'All rows of what used the points of a service, as comma-separated text.',
  query: z.object({ serviceId: wireServiceId, ...detailFilter, ...csvChoice }),
  answer: csvFile,
})

const month = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/))

const statementQuery = z.object({ month, ...detailFilter })

const statementFigures = {
  opening: z.int(),
  granted: z.int(),
  used: z.int(),
  corrected: z.int(),
  /** Expired, or of a grant that was ended. */
  lapsed: z.int(),
  closing: z.int(),
}
const statementLine = z.object({
  serviceId: wireServiceId,
  service: z.string(),
  part: z.string(),
  ...statementFigures,
})

export const getPointStatement = defineCall({
  method: 'GET',
  path: `${path}/statement`,
  access,
  summary:
    'A month of points (UTC+08:00). Of the whole chain: what it had, got, used and has; of a department or a store: what was used there, in departments as stores were then.',
  query: statementQuery,
  answer: z.object({
    /** `chain`: balances are points to be used; `used`: points that were used so far. */
    of: z.enum(['chain', 'used']),
    name: z.string(),
    lines: z.array(statementLine),
    total: z.object(statementFigures),
  }),
})
export type PointStatement = z.output<typeof getPointStatement.answer>

export const pointStatementCsv = defineCall({
  method: 'GET',
  path: `${path}/statement.csv`,
  access,
  cost: 'heavy',
  summary: 'The same as comma-separated text.',
  query: statementQuery,
  answer: csvFile,
})

export const pointStatementPdf = defineCall({
  method: 'GET',
  path: `${path}/statement.pdf`,
  access,
  cost: 'heavy',
  summary: 'The same as a document in the language of the caller (PDF).',
  query: statementQuery,
  answer: file('application/pdf'),
})

const wireGrant = z.object({
  id: wireId<CreditGrantId>(),
  serviceId: wireServiceId,
  service: z.string(),
  part: z.string(),
  points: z.int(),
  left: z.int(),
  createdAt: wireInstant,
  /** The last day on which they can be used. */
  lastDay: z.string(),
  endedAt: z.nullable(wireInstant),
  endedBy: z.nullable(z.enum(['expire', 'void'])),
})
export type PointGrant = z.output<typeof wireGrant>

export const listPointGrants = defineCall({
  method: 'GET',
  path: '/api/v2/service/grant',
  access,
  summary: 'The grants of the chain, those that are used first at the top.',
  query: z.object({ page: z._default(pageNumber, 1), pageSize: z._default(pageSize, 10) }),
  answer: z.object({ grants: z.array(wireGrant), total: z.int(), page: z.int(), pageSize: z.int() }),
})

const reason = line(1, 300)

export const voidPointGrant = defineCall({
  method: 'POST',
  path: '/api/v2/service/grant/void',
  access,
  summary: 'Ends a grant: what is left of it goes back to the provider, what was used stays used.',
  body: z.object({ id: wireId<CreditGrantId>(), reason }),
  answer: nothing,
})

export const correctPointUse = defineCall({
  method: 'POST',
  path: `${path}/correction`,
  access,
  summary: 'Takes a use of points back by another entry; they return to the grants that they were of.',
  body: z.object({ id: wireId<CreditEntryId>(), reason }),
  answer: nothing,
})
