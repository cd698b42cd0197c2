import type { NoticeChannel } from '@coldkeep/domain/notices/notice-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { createTranslator } from '@coldkeep/phrases/phrases'
import type { Language } from '@coldkeep/phrases/translate'
import type { NewsFact, NewsKinds, NewsText } from '../outbox/news-kind'
import type { Words } from '../wording/words'
import type { NoticeMessage } from './channels/channel'
import { oneLine } from './channels/email'
import type { MessageRow } from './outbox-queries'

const MOST_LISTED = 20
const MOST_FACTS = 200

/** A row, and what is behind it. */
export interface ReadableNews {
  readonly row: MessageRow
  readonly fact: NewsFact
}

/** Who gets a message, as far as its words go. */
interface Reader {
  /** Of the target; `null` where the news is for the account alone. */
  readonly name: string | null
  readonly channel: NoticeChannel
  readonly language: Language
}

interface Composing {
  readonly kinds: NewsKinds
  readonly now: EpochMs
  readonly publicUrl: string | null
}

/** The words of one message, from the current state of its subjects. `null` where there are none. */
export function composeMessage(
  news: readonly ReadableNews[],
  reader: Reader,
  { kinds, now, publicUrl }: Composing,
): NoticeMessage | null {
  const words = { language: reader.language, translate: createTranslator(reader.language) }
  const [first] = news
  if (first === undefined) return null
  const isOne = news.length === 1
  const { title, lines, path } = isOne
    ? { ...first.fact.text(words), path: first.fact.path }
    : textOfSeveral(news, kinds, words)
  return {
    key: first.row.messageKey,
    language: reader.language,
    title: oneLine(title),
    body: [...lines, '', whyText(reader, words)].join('\n'),
    url: publicUrl === null ? null : `${publicUrl}${path}`,
    topic: isOne ? first.fact.topic : null,
    isUrgent: news.some(({ fact }) => fact.isUrgent),
    at: now,
    facts: news.slice(0, MOST_FACTS).flatMap(({ fact }) => fact.machine?.(words) ?? []),
  }
}

/** As its kind words several, or else their titles. */
function textOfSeveral(
  news: readonly ReadableNews[],
  kinds: NewsKinds,
  words: Words,
): NewsText & { readonly path: string } {
  const subjects = new Set(news.map(({ row }) => row.subjectKind))
  const [subject] = subjects
  const several = subjects.size === 1 && subject !== undefined ? kinds[subject].several : undefined
  const facts = news.map(({ fact }) => fact)
  if (several !== undefined) return several(facts, words)
  const { translate } = words
  const titles = facts.slice(0, MOST_LISTED).map((fact) => oneLine(fact.text(words).title))
  const count = facts.length - titles.length
  const pages = new Set(facts.map(({ path }) => path.split('?')[0] ?? ''))
  const [page = ''] = pages
  return {
    title: translate('notices.message.several', { count: facts.length }),
    lines: count > 0 ? [...titles, translate('notices.message.more', { count })] : titles,
    path: pages.size === 1 ? page : '',
  }
}

function whyText({ name, channel }: Reader, { translate }: Words): string {
  return name === null
    ? translate('notices.message.whyOwn', { channel: translate(`notices.channel.${channel}`) })
    : translate('notices.message.why', { target: name })
}
