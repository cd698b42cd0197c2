import type { DepartmentId, StoreId, VendorId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { file } from '../content'
import { wireChart } from '../wire/chart'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { localTime, wireDate, zoneOffset } from '../wire/instant'
import { wireTable } from '../wire/table'
import { csvChoice } from '../wire/table-csv'

/** The filter that the analysis calls share. The dates of `start` and `end` name days of each store. */
export const analysisQuery = z.object({
  departmentId: as('depart', wireId<DepartmentId>()),
  storeId: as('storeid', wireIdOrAll<StoreId>()),
  start: localTime,
  end: localTime,
  timezone: zoneOffset,
})

/** The same, of a file. */
export const analysisCsvQuery = z.extend(analysisQuery, csvChoice)

/** All rows of a table, as comma-separated text. */
export const csvFile = file('text/csv; charset=utf-8')

/** Charts and a table, plus the share of the expected data that they are based on. */
export const analysisDetail = z.object({
  charts: z.array(wireChart),
  table: wireTable,
  coverage: z.nullable(z.number()),
  computedAt: z.string(),
})
export type AnalysisDetail = z.output<typeof analysisDetail>

export const pageInfo = z.object({
  defaultDate: wireDate,
  /** Days. */
  duration: z.int(),
  durationTitle: z.string(),
  preTitle: z.string(),
  nextTitle: z.string(),
})

/** Of a page that lets the length of its period be chosen. */
export const pageWithDurations = z.extend(pageInfo, {
  /** Days. */
  durations: z.array(z.object({ value: z.int(), title: z.string() })),
})

export const connectionRatePageInfo = defineCall({
  method: 'GET',
  path: '/api/v2/iot-connection/detail/pageinfo',
  access: ['1-1'],
  summary: 'Default day and period length of the connection-rate page.',
  answer: pageInfo,
})

export const connectionRate = defineCall({
  method: 'GET',
  path: '/api/v2/iot-connection/detail',
  access: ['1-1'],
  cost: 'heavy',
  summary: 'Connection rate per store or day, lost time by cause, and a row per device.',
  query: z.extend(analysisQuery, { vendor: wireIdOrAll<VendorId>() }),
  answer: analysisDetail,
  answerAsIs: true,
})

export const connectionRateCsv = defineCall({
  method: 'GET',
  path: '/api/v2/iot-connection/detail/csv',
  access: ['1-1'],
  cost: 'heavy',
  summary: 'Connection rate of every device as CSV, by store.',
  query: z.extend(analysisCsvQuery, { vendor: wireIdOrAll<VendorId>() }),
  answer: csvFile,
})
