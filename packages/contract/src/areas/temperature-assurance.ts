import type { StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireDate } from '../wire/instant'
import { wireTable } from '../wire/table'
import { analysisCsvQuery, analysisDetail, analysisQuery, csvFile, pageInfo } from './analysis'

export const temperatureAssurancePageInfo = defineCall({
  method: 'GET',
  path: '/api/v2/qa-temp/detail/pageinfo',
  access: ['1-2'],
  summary: 'Default day and period length of the temperature-protection page.',
  answer: pageInfo,
})

/** The expiry table, and the insured devices over the whole period in a table of their own. */
const temperatureAssuranceDetail = z.extend(analysisDetail, { deviceTable: wireTable })
export type TemperatureAssuranceDetail = z.output<typeof temperatureAssuranceDetail>

export const temperatureAssurance = defineCall({
  method: 'GET',
  path: '/api/v2/qa-temp/detail/dev-avg',
  access: ['1-2'],
  cost: 'heavy',
  summary: 'Insured stores by days left with their protected days, and a row per insured device.',
  query: analysisQuery,
  answer: temperatureAssuranceDetail,
  answerAsIs: true,
})

export const insuredStoresCsv = defineCall({
  method: 'GET',
  path: '/api/v2/qa-temp/detail/dev-avg/stores/csv',
  access: ['1-2'],
  cost: 'heavy',
  summary: 'Every insured store as CSV, by days left.',
  query: analysisCsvQuery,
  answer: csvFile,
})

export const insuredDevicesCsv = defineCall({
  method: 'GET',
  path: '/api/v2/qa-temp/detail/dev-avg/devices/csv',
  access: ['1-2'],
  cost: 'heavy',
  summary: 'Every insured device over a period as CSV, by store.',
  query: analysisCsvQuery,
  answer: csvFile,
})

const wireDay = z.object({ dt: wireDate })
interface Day {
  readonly on: string
}

export const storeTemperatureAssurance = defineCall({
  method: 'GET',
  path: '/api/v2/qa-temp/detail/store/{storeid}',
  access: ['1-2'],
  cost: 'heavy',
  summary: 'The insured devices of one store on one of its days.',
  params: z.object({ storeId: as('storeid', wireId<StoreId>()) }),
  query: z.codec(wireDay, z.custom<Day>(), {
    decode: ({ dt }) => ({ on: dt }),
    encode: ({ on }) => ({ dt: on }),
  }),
  answer: analysisDetail,
  answerAsIs: true,
})
