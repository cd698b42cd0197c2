import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { zoneOffset } from '../wire/instant'
import { analysisDetail, analysisQuery, pageInfo } from './analysis'

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
  'low-pf': lowPowerFactorPercent,
  timezone: zoneOffset,
})
type WireComparisonQuery = z.output<typeof comparisonQuery>
type ComparisonQuery = Omit<WireComparisonQuery, 'low-pf'> & { readonly lowPowerFactorPercent: number }

export const energyComparison = defineCall({
  method: 'GET',
  path: '/api/v2/pwr-compare/detail',
  access: ['1-5'],
  cost: 'heavy',
  summary: 'Energy of the last 30 full days of each store against the 30 before and the same a year earlier.',
  query: z.codec(comparisonQuery, z.custom<ComparisonQuery>(), {
    decode: ({ 'low-pf': percent, ...query }) => ({ ...query, lowPowerFactorPercent: percent }),
    encode: ({ lowPowerFactorPercent: percent, ...query }) => ({ ...query, 'low-pf': percent }),
  }),
  answer: analysisDetail,
  answerAsIs: true,
})
