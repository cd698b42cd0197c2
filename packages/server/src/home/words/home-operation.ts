import type { DashboardCard } from '@coldkeep/contract/wire/chart'
import { operationRates, operationStates, stateShares } from '@coldkeep/domain/analysis/operation'
import { percentOf } from '@coldkeep/domain/units'
import { formatNumber } from '@coldkeep/phrases/format'
import { stateColors } from '../../analysis/words/operation'
import { percentText } from '../../wording/number-text'
import { instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { HomeOperation } from '../collect-operation'

/** The card of today so far; of yesterday while today has nothing yet. */
export function presentHomeOperation(figures: HomeOperation, words: Words): DashboardCard {
  const { translate, language } = words
  const shares = stateShares(figures.operation.minutes)
  const legend = operationStates.map((state) => ({
    value: translate(`operation.state.${state}`),
    color: stateColors[state],
  }))
  return {
    title: translate('operation.title'),
    value: percentText(language, percentOf(operationRates(figures.operation).coolingShare)),
    ...(shares !== null && {
      note: translate(figures.isToday ? 'operation.home.today' : 'operation.home.yesterday'),
    }),
    chart: {
      data:
        shares === null
          ? []
          : operationStates.map((state, index) => ({
              label: legend[index]?.value ?? '',
              values: [shares[state]],
              drill: { tag: state },
            })),
      unit: '%',
      decimals: 1,
      legend,
    },
    news: newsOf(figures, shares?.offline ?? 0, words),
    computedAt: instantText(figures.computedAt),
  }
}

function newsOf({ longestRun }: HomeOperation, offline: number, { translate, language }: Words): string[] {
  const news: string[] = []
  if (longestRun !== null) {
    news.push(
      translate('operation.home.longest', {
        hours: formatNumber(language, longestRun.minutes / 60, { decimals: 1 }),
        device: longestRun.deviceName,
        store: longestRun.storeName,
      }),
    )
  }
  if (offline > 0) news.push(translate('operation.home.offline', { share: percentText(language, offline) }))
  return news
}
