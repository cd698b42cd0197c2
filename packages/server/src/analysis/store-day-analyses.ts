import { electricityAnalysis } from './run-electricity'
import { healthAnalysis } from './run-health'
import { operationAnalysis } from './run-operation'
import { temperatureAnalysis } from './run-temperature'
import type { StoreDayAnalysis } from './store-day-analysis'

/** What is made of each day of each store, in this order. */
export const storeDayAnalyses: readonly StoreDayAnalysis[] = [
  temperatureAnalysis,
  operationAnalysis,
  electricityAnalysis,
  healthAnalysis,
]
