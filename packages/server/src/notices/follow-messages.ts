import { type Clock, seconds } from '@coldkeep/domain/time/instant'
import { createTranslator } from '@coldkeep/phrases/phrases'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import { selectModelMessagesSince } from '../instructions/model-message-queries'
import { modelMessageKey } from '../instructions/model-messages'
import { modelMessageText } from '../instructions/words/model-message'
import type { Feed } from '../live/feed'
import { lookout } from '../live/lookout'
import { type Repeating, repeating } from '../tasks/repeating'
import { selectTerminalMessagesSince } from '../terminals/terminal-message-queries'
import { terminalMessageKey } from '../terminals/terminal-messages'
import { terminalMessageText } from '../terminals/words/terminal-message'
import { writeTeller } from '../writes/told-writes'
import { selectMessagesSince } from '../writes/write-message-queries'
import { messageKeyOf } from '../writes/write-messages'
import type { AppNotice } from './app-notice'
import { selectAppMessages } from './outbox-queries'
import { selectTestMessages } from './test-message-queries'

const LOOK_EVERY_MS = seconds(1)

export interface FollowParts {
  readonly db: Db
  readonly feed: Feed<AppNotice>
  readonly clock: Clock
  readonly log: Logger
}

/** Tells the listeners of this process what accounts were told in the console since it looked last, by whatever server. */
export function messageFollower({ db, feed, clock, log }: FollowParts): () => Promise<void> {
  const ofWrites = lookout({
    clock,
    log,
    select: (since) => selectMessagesSince(db, since),
    nameOf: (message) => `${messageKeyOf(message)}:${message.accountId}`,
    tell: async (news) => {
      const tell = await writeTeller(db, news, clock.now())
      feed.publish(
        news.map((message) => ({
          accountId: message.accountId,
          key: messageKeyOf(message),
          isUrgent: false,
          words: (language) =>
            tell(message, { language, translate: createTranslator(language) }) ?? { title: '', body: '' },
        })),
      )
    },
  })
  const ofModels = lookout({
    clock,
    log,
    select: (since) => selectModelMessagesSince(db, since),
    nameOf: modelMessageKey,
    tell: async (news) =>
      feed.publish(
        news.map((message) => ({
          accountId: message.accountId,
          key: modelMessageKey(message),
          isUrgent: false,
          words: (language) => modelMessageText(message, { language, translate: createTranslator(language) }),
        })),
      ),
  })
  const ofTerminals = lookout({
    clock,
    log,
    select: (since) => selectTerminalMessagesSince(db, since),
    nameOf: (message) => `${terminalMessageKey(message)}:${message.accountId}`,
    tell: async (news) =>
      feed.publish(
        news.map((message) => ({
          accountId: message.accountId,
          key: terminalMessageKey(message),
          isUrgent: false,
          words: (language) =>
            terminalMessageText(message, { language, translate: createTranslator(language) }),
        })),
      ),
  })
  const worded = lookout({
    clock,
    log,
    select: async (since) => [
      ...(await selectAppMessages(db, since)),
      ...(await selectTestMessages(db, since)),
    ],
    nameOf: ({ key, accountId }) => `${key}:${accountId}`,
    tell: async (news) =>
      feed.publish(news.map(({ title, body, ...one }) => ({ ...one, words: () => ({ title, body }) }))),
  })
  return async () => {
    await ofWrites()
    await ofModels()
    await ofTerminals()
    await worded()
  }
}

export function followMessages(parts: FollowParts): Repeating {
  return repeating(LOOK_EVERY_MS, messageFollower(parts), parts.log)
}
