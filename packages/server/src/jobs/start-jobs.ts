import type { JobId } from '@coldkeep/domain/ids'
import { type Clock, later, seconds } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Db } from '../db/connect'
import type { BundleFault } from '../db/field-tables'
import { isTransient } from '../db/transient'
import { type Rounds, startRounds } from '../tasks/rounds'
import { type BeginTarget, type JobKinds, TargetPostponed, TargetRefused } from './job-kind'
import {
  type ClaimedTarget,
  claimTarget,
  keepResults,
  lockTarget,
  postponeTarget,
  refuseTarget,
  returnTarget,
} from './target-queries'

export interface JobParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly kinds: JobKinds
  /** Sends what has been put on its way. */
  readonly wake: () => void
}

const ROUND_MS = 2_000
/** Terminals are notified after this many targets, long before the last one has begun. */
const WOKEN_EVERY = 20
/** From the claim of a target to its lock, which lasts as long as the work. */
const CLAIMED_FOR_MS = seconds(10)
const TRIED_AGAIN_AFTER_MS = seconds(15)
/** A target on which this many processes ended, or that had this many passing failures, is not started again. */
const MOST_ATTEMPTS = 4
const UNEXPECTED: BundleFault = { path: '', code: 'unexpected', value: '' }

/** What the targets of each job share, read once in a round. */
type Opened = Map<JobId, BeginTarget>

/**
 * Begins the targets that wait, each in a transaction of its own and the jobs in turn: what a killed process leaves is
 * taken up by the next. Several processes share the targets.
 */
export function startJobs(parts: JobParts): Rounds {
  let after = 0 as JobId
  let isClosing = false
  const rounds = startRounds(
    ROUND_MS,
    async () => {
      let count = 0
      const opened: Opened = new Map()
      while (!isClosing) {
        const claimed = await claimNext(parts, after)
        if (claimed === null) break
        after = claimed.jobId
        await beginClaimed(parts, claimed, opened)
        count += 1
        if (count % WOKEN_EVERY === 0) parts.wake()
      }
      if (count > 0) parts.wake()
    },
    (error) => parts.log.error({ err: error }, 'jobs not continued'),
  )
  return {
    ...rounds,
    close() {
      isClosing = true
      return rounds.close()
    },
  }
}

/** Of the job after the last one served, or of the first. */
async function claimNext({ db, clock, kinds }: JobParts, after: JobId): Promise<ClaimedTarget | null> {
  const now = clock.now()
  const claim = { kinds: Object.keys(kinds), now, until: later(now, CLAIMED_FOR_MS) }
  const next = await claimTarget(db, { ...claim, after })
  return next === null && after > 0 ? claimTarget(db, { ...claim, after: 0 as JobId }) : next
}

async function beginClaimed(parts: JobParts, claimed: ClaimedTarget, opened: Opened): Promise<void> {
  const { db, clock, log } = parts
  const { jobId: job, storeId: store, kind, attempts } = claimed
  try {
    if (attempts > MOST_ATTEMPTS) throw new TargetRefused([UNEXPECTED])
    const begin = opened.get(claimed.jobId) ?? (await open(parts, claimed))
    opened.set(claimed.jobId, begin)
    await db.transaction().execute(async (trx) => {
      const held = await lockTarget(trx, claimed)
      if (held === undefined) return
      const now = clock.now()
      const target = { ...claimed, ...held }
      await keepResults(trx, target, await begin(trx, { ...target, now }), now)
    })
  } catch (error) {
    if (error instanceof TargetPostponed) return returnTarget(db, claimed, error.until)
    if (isTransient(error) && attempts < MOST_ATTEMPTS) {
      log.warn({ err: error, job, kind, store }, 'target of a job postponed')
      return postponeTarget(db, claimed, later(clock.now(), TRIED_AGAIN_AFTER_MS))
    }
    if (!(error instanceof TargetRefused))
      log.error({ err: error, job, kind, store }, 'target of a job failed')
    const faults = error instanceof TargetRefused ? error.faults : [UNEXPECTED]
    await refuseTarget(db, claimed, faults, clock.now())
  }
}

async function open({ db, kinds }: JobParts, { kind, input }: ClaimedTarget): Promise<BeginTarget> {
  const known = kinds[kind]
  if (known === undefined) throw new Error(`no kind of jobs is called ${kind}`)
  return known.open(db, z.parse(known.input, input))
}
