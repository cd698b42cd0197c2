import { groupBy } from '@coldkeep/domain/group-by'
import { type Clock, days, hours, later } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import { eachStep } from '../tasks/each-step'
import { advanceApplies } from './apply/advance-applies'
import type { ReadDays } from './apply/read-trial'
import { askParameters } from './ask-parameters'
import { judgeDue } from './judge-due'
import { selectUnread } from './list-queries'
import { deleteOldReads } from './read-queries'

export interface ParameterRoundParts {
  readonly db: Db
  readonly readDays: ReadDays
  readonly clock: Clock
  readonly log: Logger
  readonly shouldStop: () => boolean
}

/** Parameters of a device that a profile claims are read so often: a slow bus is hardly held up, and a change is found the same day. */
const READ_EVERY_MS = hours(6)
/** A terminal that has not answered for so long will not. */
const READ_KEPT_MS = days(2)
/** In a round of a minute: 20,000 stores of ten devices have their turn within the cycle. */
const DEVICES_AT_ONCE = 1_000

/** Once a minute: goes on with applies, compares devices anew whose profiles changed, and has terminals read parameters. */
export function parameterRounds(parts: ParameterRoundParts): () => Promise<void> {
  const { db, clock, log, shouldStop } = parts
  return async () => {
    const now = clock.now()
    await eachStep(log, {
      apply: () => advanceApplies(parts, now),
      judge: async () => void (await judgeDue(db, shouldStop)),
      forget: () => deleteOldReads(db, later(now, -READ_KEPT_MS)),
      ask: async () => {
        const unread = await selectUnread(db, later(now, -READ_EVERY_MS), DEVICES_AT_ONCE)
        for (const [storeId, devices] of groupBy(unread, (device) => device.storeId)) {
          if (shouldStop()) return
          const deviceIds = devices.map(({ deviceId }) => deviceId)
          await db.transaction().execute((trx) => askParameters(trx, { storeId, deviceIds, by: null, now }))
        }
      },
    })
  }
}
