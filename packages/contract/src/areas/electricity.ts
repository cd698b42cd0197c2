import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { zoneOffset } from '../wire/instant'
import { csvChoice } from '../wire/table-csv'
import { analysisCsvQuery, analysisDetail, analysisQuery, csvFile, pageInfo } from './analysis'

export const demandPageInfo = defineCall({
  method: 'GET',
  path: '/api/v2/pwr-ctrl/detail/pageinfo',
  access: ['1-4'],
  summary: 'Default day and period length of the demand page.',
  answer: pageInfo,
})

export const demand = defineCall({
  method: 'GET',
  path: '/api/v2/pwr-ctrl/detail',
  access: ['1-4'],
  cost: 'heavy',
  summary: 'Demand of one store by interval with its forecast, or of all stores against their contracts.',
  query: analysisQuery,
  answer: analysisDetail,
  answerAsIs: true,
})

export const demandCsv = defineCall({
  method: 'GET',
  path: '/api/v2/pwr-ctrl/detail/csv',
  access: ['1-4'],
  cost: 'heavy',
  summary:
    'Demand of every store as CSV, the one that used most of its contract first; of one store its intervals.',
  query: analysisCsvQuery,
  answer: csvFile,
})

const DEFAULT_LOW_PERCENT = 80

/** A whole percentage from 1 to 100; 80 where none is given. */
const lowPowerFactorPercent = z.codec(
  z.optional(z.union([z.string().check(z.regex(/^([1-9]\d?|100)$/)), z.int()])),
  z.int().check(z.gte(1), z.lte(100)),
  {
    decode: (text) => (text === undefined ? DEFAULT_LOW_PERCENT : Number(text)),
    encode: (percent) => String(percent),
  },
)

const comparisonQuery = z.object({
  departmentId: as('depart', wireId<DepartmentId>()),
  storeId: as('storeid', wireIdOrAll<StoreId>()),
  lowPowerFactorPercent: as('low-pf', lowPowerFactorPercent),
  timezone: zoneOffset,
})

export const energyComparison = defineCall({
  method: 'GET',
  path: '/api/v2/pwr-compare/detail',
  access: ['1-5'],
  cost: 'heavy',
  summary: 'Energy of the last 30 full days of each store against the 30 before and the same a year earlier.',
  query: comparisonQuery,
  answer: analysisDetail,
  answerAsIs: true,
})

export const energyComparisonCsv = defineCall({
  method: 'GET',
  path: '/api/v2/pwr-compare/detail/csv',
  access: ['1-5'],
  cost: 'heavy',
  summary: 'Energy of every store against the time before as CSV, the largest rise first.',
  query: z.extend(comparisonQuery, csvChoice),
  answer: csvFile,
})
