import type { DriftCause } from '@coldkeep/domain/parameters/drift'
import type { NewsText } from '../../outbox/news-kind'
import type { Words } from '../../wording/words'

interface DriftFacts {
  readonly name: string
  readonly storeCode: string
  readonly storeName: string
  readonly cause: DriftCause
  readonly changes: number
}

/** The words of news that parameters of a device changed. */
export function driftText(
  { name, storeCode, storeName, cause, changes }: DriftFacts,
  { translate }: Words,
): NewsText {
  return {
    title: translate('parameters.news.title', { device: name, store: storeName }),
    lines: [translate(`parameters.news.cause.${cause}`, { count: changes }), `${storeCode} ${storeName}`],
  }
}
