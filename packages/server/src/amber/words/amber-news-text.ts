import type { NewsText } from '../../outbox/news-kind'
import type { Words } from '../../wording/words'

/** The words of a reminder: whose service ends, in how many days, and what follows from it. */
export function amberNewsText(
  { name, day, left }: { readonly name: string; readonly day: string; readonly left: number },
  { translate }: Words,
): NewsText {
  return {
    title:
      left === 0
        ? translate('amberWords.news.today', { name })
        : translate('amberWords.news.ends', { name, count: left }),
    lines: [translate('amberWords.news.until', { day })],
  }
}
