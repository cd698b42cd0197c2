import type { DashboardCard } from '@coldkeep/contract/wire/chart'
import { NO_SLOTS, ratesOf } from '@coldkeep/domain/analysis/connection-rate'
import { percentOf } from '@coldkeep/domain/units'
import { changeText, percentText } from '../../wording/number-text'
import { clockText, instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { HomeConnection } from '../collect-connection'
import type { SlotSums } from '../home-connection-queries'

/** The card of today so far; of yesterday while today has nothing to judge yet. */
export function presentHomeConnection(figures: HomeConnection, words: Words): DashboardCard {
  const { translate, language } = words
  const today = percentOfSlots(figures.today)
  const yesterday = percentOfSlots(figures.yesterday)
  const byName = new Intl.Collator(language, { numeric: true })
  return {
    title: translate('home.connection.title'),
    value: percentText(language, today ?? yesterday),
    ...noteOf(today, yesterday, words),
    chart: {
      data: [...figures.parts]
        .sort((a, b) => byName.compare(a.name, b.name))
        .map((part) => ({
          label: part.name,
          values: [percentOfSlots(today === null ? part.yesterday : part.today)],
          drill: part.drill,
        })),
      unit: '%',
      classes: figures.classes,
    },
    news: newsOf(figures, words),
    computedAt: instantText(figures.computedAt),
  }
}

function noteOf(today: number | null, yesterday: number | null, { language, translate }: Words) {
  if (today === null) return yesterday === null ? {} : { note: translate('home.connection.yesterday') }
  if (yesterday === null) return { note: translate('home.connection.today') }
  return { note: translate('home.connection.change', { points: changeText(language, yesterday, today) }) }
}

/** First how many hosts are lost now, then who came back, newest first. */
function newsOf({ hosts, hostsBack }: HomeConnection, { translate }: Words): string[] {
  const lost =
    hosts.lost === 0
      ? translate('home.connection.noneLost')
      : translate('home.connection.lost', { count: hosts.lost })
  const back = hostsBack.map(({ place, count, at, zone }) =>
    translate('home.connection.news', {
      time: clockText(zone, at),
      what: translate('home.connection.back', { count, place }),
    }),
  )
  return hosts.known === 0 ? [] : [lost, ...back]
}

function percentOfSlots(slots: SlotSums): number | null {
  return percentOf(ratesOf({ ...NO_SLOTS, ...slots }).connectionRate)
}
