import type { CreditNews } from '@coldkeep/domain/service-points/credit-news'
import type { Subservice } from '@coldkeep/domain/service-points/service'
import type { NewsText } from '../../outbox/news-kind'
import type { Words } from '../../wording/words'

interface CreditNewsDetail {
  readonly about: CreditNews
  readonly subservice: Subservice
  readonly points: string
  /** Who applied or decided. */
  readonly person: string
  readonly reason: string
}

/** The words of news of an application for points. */
export function creditNewsText(
  { about, subservice, points, person, reason }: CreditNewsDetail,
  { translate }: Words,
): NewsText {
  const part = translate(`pointWords.part.${subservice}`)
  return {
    title: translate(`pointWords.news.${about}`, { part, count: Number(points) }),
    lines: [
      translate(`pointWords.newsBy.${about}`, { name: person }),
      ...(reason === '' ? [] : [translate('pointWords.newsReason', { reason })]),
    ],
  }
}
