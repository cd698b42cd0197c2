import type { DashboardCard } from '@coldkeep/contract/wire/chart'
import { percentOf } from '@coldkeep/domain/units'
import { formatNumber } from '@coldkeep/phrases/format'
import { shownClasses } from '../../analysis/words/health-figures'
import { percentText } from '../../wording/number-text'
import { instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { HomeHealth } from '../collect-health'

/** The card of today so far; of yesterday while today has nothing yet. */
export function presentHomeHealth(figures: HomeHealth, words: Words): DashboardCard {
  const { translate, language } = words
  const { counts, isToday } = figures
  const legend = shownClasses.map(({ shown, color }) => ({
    value: translate(`health.class.${shown}`),
    color,
  }))
  const scored = counts.good + counts.fair + counts.watch + counts.poor
  const isEmpty = scored + counts.no_score === 0
  return {
    title: translate('health.title'),
    value: percentText(language, percentOf(scored === 0 ? null : (counts.good + counts.fair) / scored)),
    ...(!isEmpty && { note: translate(isToday ? 'health.home.today' : 'health.home.yesterday') }),
    chart: {
      data: isEmpty
        ? []
        : shownClasses.map(({ shown }, index) => ({
            label: legend[index]?.value ?? '',
            values: [counts[shown]],
            drill: { tag: shown },
          })),
      decimals: 0,
      legend,
    },
    news: newsOf(figures, words),
    computedAt: instantText(figures.computedAt),
  }
}

function newsOf({ worst, openWarnings }: HomeHealth, { translate, language }: Words): string[] {
  const news = worst.map(({ storeName, deviceName, score, hint }) =>
    translate(hint === null ? 'health.home.worst' : 'health.home.worstWithHint', {
      device: deviceName,
      store: storeName,
      score: formatNumber(language, score, { decimals: 1 }),
      hint: hint === null ? '' : translate(`health.hint.${hint}`),
    }),
  )
  if (openWarnings > 0) news.push(translate('health.home.warnings', { count: openWarnings }))
  return news
}
