import type { AccountId, DepartmentId, StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { file } from '../content'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { pageNumber, pageSize } from '../wire/page'

/** The outcome; `begun` where another entry records it. */
export const auditOutcomes = ['done', 'begun', 'refused', 'failed'] as const

/** Rows of one file; more have to be requested in shorter periods. */
export const MOST_AUDIT_ROWS = 200_000
/** Rows are counted up to here. */
export const MOST_AUDIT_COUNTED = 10_000

const filter = {
  since: z.optional(wireInstant),
  until: z.optional(wireInstant),
  departmentId: as('depart', wireIdOrAll<DepartmentId>()),
  storeId: as('storeid', wireIdOrAll<StoreId>()),
  /** Part of the name of the account. */
  account: z._default(z.string().check(z.maxLength(80)), ''),
  /** `area.act`, or an area with all its acts. */
  kind: z._default(z.string().check(z.regex(/^[a-z_]*(\.[a-z_]+){0,2}$/), z.maxLength(80)), ''),
  outcome: z._default(z.enum([...auditOutcomes, 'all']), 'all'),
  /** Part of the subject. */
  search: as('key', z._default(z.string().check(z.maxLength(80)), '')),
}

export const listAudit = defineCall({
  method: 'GET',
  path: '/api/v2/audit',
  access: ['2-2-4'],
  summary: 'What people and terminals did and were refused, newest first.',
  query: z.object({
    ...filter,
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageSize, 50),
  }),
  answer: z.object({
    entries: z.array(
      z.object({
        /** Its place in the chain. */
        position: z.int(),
        at: wireInstant,
        account: z.object({ id: z.nullable(wireId<AccountId>()), name: z.string() }),
        kind: z.string(),
        subject: z.string(),
        store: z.nullable(z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string() })),
        outcome: z.enum(auditOutcomes),
        detail: z.record(z.string(), z.unknown()),
        /** SHA-256 over this row and the one before, in hex. */
        hash: z.string(),
      }),
    ),
    /** 10,000 at most. */
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    /** All kinds that were ever recorded. */
    kinds: z.array(z.string()),
  }),
})

export const exportAudit = defineCall({
  method: 'GET',
  path: '/api/v2/audit/export',
  access: ['2-2-4'],
  cost: 'heavy',
  summary: 'The same rows as CSV, oldest first, with what it takes to verify them.',
  query: z.object(filter),
  answer: file('text/csv; charset=utf-8'),
})
