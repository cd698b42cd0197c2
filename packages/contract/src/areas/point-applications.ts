import type { CreditApplicationId } from '@coldkeep/domain/ids'
import { applicationStates } from '@coldkeep/domain/service-points/entry'
import {
  HIGHEST_PRICE,
  MOST_APPLIED_POINTS,
  type PaidAct,
  paidActNames,
} from '@coldkeep/domain/service-points/service'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireDate, wireInstant } from '../wire/instant'
import { line, telephone } from '../wire/line'
import { pageNumber, pageSize } from '../wire/page'
import { wireServiceId, wireSubservice } from './service-points'

const access = ['2-2-5'] as const
const path = '/api/v2/service/apply'

export const getPointApplicationForm = defineCall({
  method: 'GET',
  path: `${path}/info`,
  access,
  summary: 'What can be applied for, and who the caller is, to fill in an application for points.',
  answer: z.object({
    company: z.string(),
    contact: z.string(),
    phone: as('tel', z.string()),
    services: z.array(
      z.object({
        id: wireServiceId,
        title: z.string(),
        parts: as('subtype', z.array(z.object({ id: wireSubservice, title: z.string() }))),
      }),
    ),
    /** Numbers that are offered; others can be applied for too. */
    points: z.array(z.int()),
  }),
})

/** A whole number, or its text. */
const points = z.codec(
  z.union([z.string().check(z.minLength(1), z.regex(/^\d{1,7}$/)), z.int()]),
  z.int().check(z.gte(1), z.lte(MOST_APPLIED_POINTS)),
  { decode: Number, encode: (count) => count },
)

export const applyForPoints = defineCall({
  method: 'POST',
  path: `${path}/info`,
  access,
  summary:
    'Applies for points of a part of a service. They are granted when somebody of the top department approves it.',
  body: z.object({
    company: line(1, 120),
    contact: line(1, 120),
    phone: as('tel', telephone.check(z.minLength(1))),
    serviceId: wireServiceId,
    subservice: as('detail', wireSubservice),
    points: as('point', points),
  }),
  answer: z.object({ id: wireId<CreditApplicationId>() }),
})

const wireApplication = z.object({
  id: wireId<CreditApplicationId>(),
  state: z.enum(applicationStates),
  department: z.string(),
  company: z.string(),
  contact: z.string(),
  phone: as('tel', z.string()),
  serviceId: wireServiceId,
  service: z.string(),
  part: z.string(),
  points: as('point', z.int()),
  applicant: z.string(),
  requestedAt: wireInstant,
  decidedAt: z.nullable(wireInstant),
  decidedBy: z.nullable(z.string()),
  reason: z.string(),
  lastDay: z.nullable(z.string()),
  /** The caller may decide it: of the top department, and not who applied. */
  mayDecide: z.boolean(),
})
export type PointApplication = z.output<typeof wireApplication>

export const listPointApplications = defineCall({
  method: 'GET',
  path,
  access,
  summary: 'Applications for points of the own departments, those that wait first, then the newest.',
  query: z.object({ page: z._default(pageNumber, 1), pageSize: z._default(pageSize, 10) }),
  answer: z.object({
    applications: z.array(wireApplication),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})

export const decidePointApplication = defineCall({
  method: 'POST',
  path: `${path}/decision`,
  access,
  summary: 'Approves an application, which grants its points until a day, or rejects it with a reason; once.',
  body: z.object({
    id: wireId<CreditApplicationId>(),
    isApproved: as('approve', z.boolean()),
    /** Needed to reject. */
    reason: z._default(line(0, 300), ''),
    /** The last day on which the points can be used (UTC+08:00). Needed to approve. */
    lastDay: z.optional(wireDate),
  }),
  answer: nothing,
})

const prices = z.partialRecord(
  z.enum(paidActNames as [PaidAct, ...PaidAct[]]),
  z.int().check(z.gte(0), z.lte(HIGHEST_PRICE)),
)

export const wirePriceList = z.object({
  prices,
  mayOwe: z.boolean(),
  /** 0: none was written yet. */
  revision: z.int(),
  changedAt: z.nullable(wireInstant),
  changedBy: z.nullable(z.string()),
})
export type PointPriceList = z.output<typeof wirePriceList>

export const getPointPrices = defineCall({
  method: 'GET',
  path: '/api/v2/service/price',
  access,
  summary: 'What acts cost in points in the chain of the caller; what is not listed is free.',
  answer: wirePriceList,
})

export const savePointPrices = defineCall({
  method: 'PUT',
  path: '/api/v2/service/price',
  access,
  summary: 'Sets what acts cost, and whether more points may be used than there are; by the top department.',
  body: z.object({ prices, mayOwe: z.boolean(), revision: z.int().check(z.gte(0)) }),
  answer: wirePriceList,
})
