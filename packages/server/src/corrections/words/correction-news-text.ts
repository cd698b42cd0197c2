import type { BreachState } from '@coldkeep/domain/corrections/breach-state'
import type { NewsText } from '../../outbox/news-kind'
import type { Words } from '../../wording/words'

interface CorrectionNewsDetail {
  readonly count: number
  /** The first few. */
  readonly breaches: readonly {
    readonly number: string
    readonly store: string
    readonly device: string
    readonly state: BreachState
  }[]
  /** Breaches besides these. */
  readonly more: number
}

/** The words of a reminder: how many breaches are open, and the first of them. */
export function correctionNewsText(
  { count, breaches, more }: CorrectionNewsDetail,
  { translate }: Words,
): NewsText {
  const named = breaches.map(({ state, ...breach }) =>
    translate('corrections.news.breach', { ...breach, state: translate(`corrections.stateOf.${state}`) }),
  )
  return {
    title: translate('corrections.news.unattended', { count }),
    lines: more === 0 ? named : [...named, translate('corrections.news.more', { count: more })],
  }
}
