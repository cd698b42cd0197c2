import type { NewsFact } from '../../outbox/news-kind'
import type { Words } from '../../wording/words'

interface Worded {
  readonly title: string | null
  readonly body: string | null
}

/**
 * The words of a message of the console: those that it was sent with, or else from the current state of its
 * subject.
 */
export function ownText<Row extends Worded>(
  row: Row,
  factOf: (row: Row) => NewsFact | null,
  words: Words,
): { readonly title: string; readonly body: string } {
  if (row.title !== null) return { title: row.title, body: row.body ?? '' }
  const text = factOf(row)?.text(words)
  return { title: text?.title ?? '', body: text?.lines.join('\n') ?? '' }
}
