import type { Clock } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import type { Feed } from '../live/feed'
import { lookout } from '../live/lookout'
import { type Repeating, repeating } from '../tasks/repeating'
import { type ChangedAlarm, selectChangedAlarms } from './alarm-queries'

const LOOK_EVERY_MS = 1_000
/** Beyond this number, changes are not announced one by one. */
const MOST_ANNOUNCED = 2_000

export interface FollowParts {
  readonly db: Db
  readonly feed: Feed<ChangedAlarm>
  readonly clock: Clock
  readonly log: Logger
}

/**
 * Tells the listeners of this process about alarms changed by other servers, and repeats its own changes: the
 * two cannot be told apart. Where there is one server it is not needed.
 */
export function changeFollower({ db, feed, clock, log }: FollowParts): () => Promise<void> {
  return lookout({
    clock,
    log,
    select: (since) => selectChangedAlarms(db, since),
    nameOf: ({ alarmId, changedAt }) => `${alarmId} ${changedAt}`,
    announce: async (news) => (news.length > MOST_ANNOUNCED ? feed.lose() : feed.publish(news)),
  })
}

export function followChanges(parts: FollowParts): Repeating {
  return repeating(LOOK_EVERY_MS, changeFollower(parts), parts.log)
}
