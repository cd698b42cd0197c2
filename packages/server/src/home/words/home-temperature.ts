import type { DashboardCard } from '@coldkeep/contract/wire/chart'
import { protectedShare } from '@coldkeep/domain/analysis/protection-verdict'
import { percentOf } from '@coldkeep/domain/units'
import { shownVerdicts } from '../../analysis/words/temperature-assurance'
import { percentText } from '../../wording/number-text'
import { instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { HomeTemperature } from '../collect-temperature'

/** This many stores are named, more do not fit. */
const MOST_NAMES = 3

/** The card of yesterday: a verdict needs a whole day. */
export function presentHomeTemperature(figures: HomeTemperature, words: Words): DashboardCard {
  const { translate, language } = words
  const { yesterday } = figures
  const legend = shownVerdicts.map(({ verdict, color }) => ({
    value: translate(`protection.verdict.${verdict}`),
    color,
  }))
  const isEmpty = shownVerdicts.every(({ verdict }) => yesterday[verdict] === 0)
  return {
    title: translate('protection.title'),
    value: percentText(language, percentOf(protectedShare(yesterday))),
    ...(!isEmpty && { note: translate('protection.home.note') }),
    chart: {
      data: isEmpty
        ? []
        : shownVerdicts.map(({ verdict }, index) => ({
            label: legend[index]?.value ?? '',
            values: [yesterday[verdict]],
            drill: { tag: verdict },
          })),
      decimals: 0,
      legend,
    },
    news: newsOf(figures, isEmpty, words),
    computedAt: instantText(figures.computedAt),
  }
}

/** First who did not keep the promise, and what of it is open, then whose promise ends. */
function newsOf(
  { yesterday, breached, openBreaches, expiries }: HomeTemperature,
  isEmpty: boolean,
  { translate }: Words,
): string[] {
  const news: string[] = []
  if (yesterday.breach > 0) {
    const names = breached.slice(0, MOST_NAMES).map(({ name }) => name)
    const stores = breached.length > MOST_NAMES ? `${names.join(', ')} …` : names.join(', ')
    news.push(translate('protection.home.breaches', { count: yesterday.breach, stores }))
  } else if (!isEmpty) news.push(translate('protection.home.none'))
  if (openBreaches !== null && openBreaches > 0)
    news.push(translate('protection.home.openBreaches', { count: openBreaches }))
  if (expiries.expired > 0) news.push(translate('protection.home.expired', { count: expiries.expired }))
  if (expiries.expiring > 0) news.push(translate('protection.home.expiring', { count: expiries.expiring }))
  return news
}
