import type { UpkeepNews } from '@coldkeep/domain/upkeep/upkeep-news'
import type { NewsText } from '../../outbox/news-kind'
import type { Words } from '../../wording/words'

export interface UpkeepNewsDetail {
  readonly about: UpkeepNews
  readonly count: number
  /** The first few. */
  readonly plans: readonly { readonly store: string; readonly item: string; readonly dueOn: string }[]
  /** Plans beside these. */
  readonly more: number
}

/** The words of a reminder: how much is due, and what is due first. */
export function upkeepNewsText(
  { about, count, plans, more }: UpkeepNewsDetail,
  { translate }: Words,
): NewsText {
  const named = plans.map(({ store, item, dueOn }) =>
    translate('upkeep.news.plan', { store, item, day: dueOn }),
  )
  return {
    title: translate(`upkeep.news.${about}`, { count }),
    lines: more === 0 ? named : [...named, translate('upkeep.news.more', { count: more })],
  }
}
