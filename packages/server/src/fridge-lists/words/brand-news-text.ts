import type { BrandNews } from '@coldkeep/domain/organisation/fridge-list'
import type { NewsText } from '../../outbox/news-kind'
import type { Words } from '../../wording/words'

interface BrandNewsDetail {
  readonly about: BrandNews
  readonly title: string
  /** The account that proposed or decided. */
  readonly person: string
  readonly reason: string
}

/** The words of news of a brand. */
export function brandNewsText(
  { about, title, person, reason }: BrandNewsDetail,
  { translate }: Words,
): NewsText {
  return {
    title: translate(`fridgeLists.news.title.${about}`, { brand: title }),
    lines: [
      translate(`fridgeLists.news.body.${about}`, { name: person }),
      ...(reason === '' ? [] : [translate('fridgeLists.news.reason', { reason })]),
    ],
  }
}
