import { defineCall } from '../call'
import { analysisCsvQuery, analysisDetail, analysisQuery, csvFile, pageInfo } from './analysis'

export const operationPageInfo = defineCall({
  method: 'GET',
  path: '/api/v2/operation/detail/pageinfo',
  access: ['1-6'],
  summary: 'Default day and period length of the operation page.',
  answer: pageInfo,
})

export const operation = defineCall({
  method: 'GET',
  path: '/api/v2/operation/detail',
  access: ['1-6'],
  cost: 'heavy',
  summary: 'Time by state, compressor runs per day, and a row per device.',
  query: analysisQuery,
  answer: analysisDetail,
  answerAsIs: true,
})

export const operationCsv = defineCall({
  method: 'GET',
  path: '/api/v2/operation/detail/csv',
  access: ['1-6'],
  cost: 'heavy',
  summary: 'Time by state and compressor runs of every device as CSV, by store.',
  query: analysisCsvQuery,
  answer: csvFile,
})
