import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { type Clock, days, type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db, Trx } from '../db/connect'
import { eachStep } from '../tasks/each-step'
import { advanceApplies } from './apply/advance-applies'
import type { ReadDays } from './apply/read-trial'
import { selectParameters } from './compare-devices'
import { markDue } from './due-queries'
import { judgeDue } from './judge-due'
import { keepPolled } from './keep-polled'
import { selectUncompared, selectUnread } from './list-queries'
import { selectUsedModels } from './model-use-queries'
import { selectProfiledModels } from './profile-queries'
import { deleteOldReads } from './read-queries'
import { requestReading } from './request-reading'
import { judgeSavings } from './savings/judge-savings'

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
/** All devices of models that have profiles are compared so often, whatever changed. */
const ALL_EVERY_MS = hours(1)
/** A device that is new, or has another model, is listed this soon. */
const ENTERED_EVERY_MS = minutes(5)
/** In a round of a minute: 20,000 stores of ten devices have their turn within the cycle. */
const DEVICES_AT_ONCE = 1_000

/** Once a minute: goes on with applies, compares devices anew whose profiles changed, and has terminals read parameters. */
export function parameterRounds(parts: ParameterRoundParts): () => Promise<void> {
  const { db, clock, log, shouldStop } = parts
  let allAtMs = Number.NEGATIVE_INFINITY
  let enteredAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    const now = clock.now()
    await eachStep(log, {
      // devices are described anew, and stores change their departments
      mark: async () => {
        if (now - allAtMs < ALL_EVERY_MS) return
        allAtMs = now
        await markDue(db, await selectProfiledModels(db), now)
      },
      // devices are entered and get other models
      enter: async () => {
        if (now - enteredAtMs < ENTERED_EVERY_MS) return
        enteredAtMs = now
        const models = [...(await selectParameters(db, await selectUsedModels(db)))]
        const withParameters = models.flatMap(([id, own]) => (own.length > 0 ? [id] : []))
        await markDue(db, await selectUncompared(db, withParameters), now)
      },
      apply: () => advanceApplies(parts, now),
      judge: async () => void (await judgeDue(db, shouldStop)),
      save: async () => void (await judgeSavings(db, now)),
      forget: () => deleteOldReads(db, later(now, -READ_KEPT_MS)),
      request: async () => {
        const unread = await selectUnread(db, later(now, -READ_EVERY_MS), DEVICES_AT_ONCE)
        for (const [storeId, devices] of groupBy(unread, (device) => device.storeId)) {
          if (shouldStop()) return
          const deviceIds = devices.map(({ deviceId }) => deviceId)
          await db.transaction().execute((trx) => readAgain(trx, storeId, deviceIds, now))
        }
      },
    })
  }
}

/** Has terminals read the parameters of devices; of those that cannot be read besides, what is polled is kept. */
async function readAgain(
  trx: Trx,
  storeId: StoreId,
  deviceIds: readonly DeviceId[],
  now: EpochMs,
): Promise<void> {
  const requested = await requestReading(trx, { storeId, deviceIds, by: null, now })
  const read = new Set(requested.flatMap((terminal) => terminal.deviceIds))
  const rest = deviceIds.filter((id) => !read.has(id))
  if (rest.length > 0) await keepPolled(trx, storeId, rest, now)
}
