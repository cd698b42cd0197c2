import { type Clock, later, seconds } from '@coldkeep/domain/time/instant'
import { createTranslator } from '@coldkeep/phrases/phrases'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import type { NoticeFeed } from '../notices/notice-feed'
import { type Repeating, repeating } from '../tasks/repeating'
import { writeTeller } from './told-writes'
import { messageKeyOf, selectMessagesSince } from './write-messages'

const LOOK_EVERY_MS = 1_000
/** Clocks of servers differ, and what was written first may be committed last. */
const LOOK_BACK_MS = seconds(10)

export interface FollowParts {
  readonly db: Db
  readonly feed: NoticeFeed
  readonly clock: Clock
}

/** Tells the listeners of this process what was told of writes since it looked last, by whatever server. */
export function messageFollower({ db, feed, clock }: FollowParts): () => Promise<void> {
  let seen: ReadonlySet<string> = new Set()
  return async () => {
    const now = clock.now()
    const messages = await selectMessagesSince(db, later(now, -LOOK_BACK_MS))
    const nameOf = (message: (typeof messages)[number]) => `${messageKeyOf(message)}:${message.accountId}`
    const news = messages.filter((message) => !seen.has(nameOf(message)))
    seen = new Set(messages.map(nameOf))
    if (news.length === 0) return
    const tell = await writeTeller(db, news, now)
    for (const message of news) {
      feed.publish({
        accountId: message.accountId,
        key: messageKeyOf(message),
        isUrgent: false,
        words: (language) =>
          tell(message, { language, translate: createTranslator(language) }) ?? { title: '', body: '' },
      })
    }
  }
}

export function followMessages(parts: FollowParts, log: Logger): Repeating {
  return repeating(LOOK_EVERY_MS, messageFollower(parts), log)
}
