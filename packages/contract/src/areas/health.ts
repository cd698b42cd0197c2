import { defineCall } from '../call'
import { analysisDetail, analysisQuery, pageInfo } from './analysis'

export const healthPageInfo = defineCall({
  method: 'GET',
  path: '/api/v2/health/detail/pageinfo',
  access: ['1-3'],
  summary: 'Default day and period length of the freezer-health page.',
  answer: pageInfo,
})

export const health = defineCall({
  method: 'GET',
  path: '/api/v2/health/detail',
  access: ['1-3'],
  summary:
    'Devices by the class of their health score, the score per day, and a row per device with its losses.',
  query: analysisQuery,
  answer: analysisDetail,
  answerAsIs: true,
})
