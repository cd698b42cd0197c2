import type { EnteredStage } from '@coldkeep/domain/analysis/demand-watch'
import { percentOf } from '@coldkeep/domain/units'
import { formatNumber, timeParts } from '@coldkeep/phrases/format'
import type { NewsText } from '../../outbox/news-kind'
import { percentText } from '../../wording/number-text'
import type { Words } from '../../wording/words'
import type { NamedDemandStore } from '../demand-watch-queries'

const advices = { 1: 'notice', 2: 'shed', 3: 'defer' } as const
const MINUTE_MS = 60_000
/** Less is shown as none. */
const LEAST_SHED_KW = 0.05

interface DemandFacts {
  readonly store: NamedDemandStore
  readonly entered: EnteredStage
}

/** The words of a stage that was entered: what is to be expected of the interval, and what helps. */
export function demandNewsText({ store, entered }: DemandFacts, { language, translate }: Words): NewsText {
  const { stage, at, intervalStartAt, intervalEndAt, forecastKw, contractedKw, toShedKw } = entered
  const clock = (instant: number) => timeParts(instant, store.timeZone).minute
  const power = (kw: number) => formatNumber(language, kw, { decimals: 1, unit: 'kW' })
  const until = clock(intervalEndAt)
  const about = translate(`electricity.demand.stages.${advices[stage]}`)
  const lines = [
    `${store.code} ${store.name}`,
    translate('electricity.demand.message.forecast', {
      from: clock(intervalStartAt),
      until,
      forecast: power(forecastKw),
      percent: percentText(language, percentOf(forecastKw / contractedKw)),
      contract: power(contractedKw),
    }),
    translate('electricity.demand.message.left', {
      at: clock(at),
      count: Math.ceil((intervalEndAt - at) / MINUTE_MS),
    }),
  ]
  if (toShedKw >= LEAST_SHED_KW) {
    lines.push(translate('electricity.demand.message.toShed', { power: power(toShedKw) }))
  }
  lines.push(translate(`electricity.demand.message.advice.${advices[stage]}`, { until }))
  return { title: translate('electricity.demand.message.title', { store: store.name, stage, about }), lines }
}
