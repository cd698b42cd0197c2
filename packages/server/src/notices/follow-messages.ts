import { type Clock, seconds } from '@coldkeep/domain/time/instant'
import { createTranslator } from '@coldkeep/phrases/phrases'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import type { Feed } from '../live/feed'
import { lookout } from '../live/lookout'
import type { NewsKinds } from '../outbox/news-kind'
import { type Repeating, repeating } from '../tasks/repeating'
import type { AppNotice } from './app-notice'
import { judgeRecipients } from './judge-recipients'
import { selectAppMessages, selectCandidates } from './own-message-queries'
import { readFacts } from './read-facts'
import { selectTestMessages } from './test-message-queries'
import { ownText } from './words/own-text'

const LOOK_EVERY_MS = seconds(1)

export interface FollowParts {
  readonly db: Db
  readonly kinds: NewsKinds
  readonly feed: Feed<AppNotice>
  readonly clock: Clock
  readonly log: Logger
}

/**
 * Announces to the listeners of this process what came for accounts in the console since it looked last, by whatever
 * server, as far as they may see it by now.
 */
export function messageFollower({ db, kinds, feed, clock, log }: FollowParts): () => Promise<void> {
  const ofNews = lookout({
    clock,
    log,
    select: (since) => selectAppMessages(db, kinds, since),
    nameOf: ({ messageKey, accountId }) => `${messageKey}:${accountId}`,
    announce: async (rows) => {
      const unworded = rows.filter(({ title }) => title === null)
      const factOf = await readFacts(kinds, db, unworded, clock.now())
      // one that cannot be read is refused here, before anyone is notified of it
      unworded.forEach(factOf)
      // what was worded was judged when it was sent, a moment ago
      const candidates = await selectCandidates(db, kinds, unworded)
      const whyNot = await judgeRecipients(db, [...candidates.values()])
      const mayReceive = ({ title, noticeId }: (typeof rows)[number]) => {
        const candidate = candidates.get(noticeId)
        return title !== null || (candidate !== undefined && whyNot(candidate) === null)
      }
      feed.publish(
        rows.filter(mayReceive).map((row) => ({
          accountId: row.accountId,
          key: row.messageKey,
          isUrgent: row.isUrgent,
          words: (language) => ownText(row, factOf, { language, translate: createTranslator(language) }),
        })),
      )
    },
  })
  const ofTests = lookout({
    clock,
    log,
    select: (since) => selectTestMessages(db, since),
    nameOf: ({ key, accountId }) => `${key}:${accountId}`,
    announce: async (tests) =>
      feed.publish(tests.map(({ title, body, ...one }) => ({ ...one, words: () => ({ title, body }) }))),
  })
  return async () => {
    await ofNews()
    await ofTests()
  }
}

export function followMessages(parts: FollowParts): Repeating {
  return repeating(LOOK_EVERY_MS, messageFollower(parts), parts.log)
}
