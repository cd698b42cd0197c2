import type { DashboardCard } from '@coldkeep/contract/wire/chart'
import { NO_DEMAND, withinContractShare } from '@coldkeep/domain/analysis/demand'
import { percentOf } from '@coldkeep/domain/units'
import { formatNumber } from '@coldkeep/phrases/format'
import { percentText } from '../../wording/number-text'
import { palette } from '../../wording/palette'
import { instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { HomeDemand, HomeDemandDay } from '../collect-electricity'

/** The card of today so far; of yesterday while today has nothing to judge yet. */
export function presentHomeDemand(figures: HomeDemand, words: Words): DashboardCard {
  const { translate, language } = words
  const { compare } = new Intl.Collator(language, { numeric: true })
  const isToday = figures.today.judged > 0
  const dayFigures = isToday ? figures.today : figures.yesterday
  const day = translate(isToday ? 'electricity.demand.home.today' : 'electricity.demand.home.yesterday')
  return {
    title: translate('electricity.demand.title'),
    value: percentText(language, percentOf(withinContractShare({ ...NO_DEMAND, ...dayFigures }))),
    ...(dayFigures.judged > 0 && { note: translate('electricity.demand.home.within', { day }) }),
    chart: {
      data: [...figures.parts]
        .sort((a, b) => compare(a.name, b.name))
        .map(({ name, drill, today, yesterday }) => ({
          label: name,
          values: [percentOf(yesterday.highestUse), percentOf(today.highestUse)],
          drill,
        })),
      unit: '%',
      decimals: 1,
      legend: [
        { value: translate('electricity.demand.home.useYesterday'), color: palette.other },
        { value: translate('electricity.demand.home.useToday'), color: palette.normal },
      ],
    },
    news: newsOf(figures, dayFigures, day, words),
    computedAt: instantText(figures.computedAt),
  }
}

function newsOf({ worst }: HomeDemand, dayFigures: HomeDemandDay, day: string, words: Words): string[] {
  const { translate, language } = words
  if (dayFigures.judged === 0) return []
  if (dayFigures.storesOver === 0) return [translate('electricity.demand.home.none', { day })]
  const news = [translate('electricity.demand.home.over', { count: dayFigures.storesOver, day })]
  if (worst !== null) {
    const power = (kw: number) => formatNumber(language, kw, { decimals: 1, unit: 'kW' })
    news.push(
      translate('electricity.demand.home.worst', {
        store: worst.name,
        demand: power(worst.maximumKw),
        contract: power(worst.contractedKw),
      }),
    )
  }
  return news
}
