import type { ParameterApplyId } from '@coldkeep/domain/ids'
import { judgeApplyWave } from '@coldkeep/domain/parameters/apply'
import { judgeTrial } from '@coldkeep/domain/parameters/judge-trial'
import { type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { SERVER } from '../../audit/add-audit'
import type { Db, Trx } from '../../db/connect'
import type { KeptFinding } from '../../db/parameter-tables'
import {
  type Member,
  selectEndedWrites,
  selectMembers,
  selectRefusedStores,
  selectTrial,
  skipPlanned,
} from './applied-queries'
import { type Apply, lockApply, selectApply, selectOpenApplies, updateApply } from './apply-queries'
import {
  dropApply,
  endApply,
  openNextWave,
  openWaves,
  pauseApply,
  recordApply,
  stopApply,
  watchTrial,
} from './move-apply'
import { notifyAuthor } from './notify-of-apply'
import { type ReadDays, readTrial } from './read-trial'
import { followStep } from './write-steps'

export interface AdvanceParts {
  readonly db: Db
  readonly readDays: ReadDays
  readonly log: Logger
  readonly shouldStop: () => boolean
}

/** Readings of the last poll cycles have had time to come in. */
const JUDGED_AFTER_MS = minutes(20)
/** What a terminal that was away kept may still come in for so long. */
const MOST_PATIENCE_MS = hours(6)
/** Two days of a store are read for it: as long as nothing can be said, so often is enough. */
const JUDGED_EVERY_MS = minutes(30)
const WRITES_AT_ONCE = 500

/**
 * Goes on with every apply from what its rows say: a server that was killed left nothing else behind. Each step is a
 * transaction of its own; one that fails does not hold up the others.
 */
export async function advanceApplies(parts: AdvanceParts, now: EpochMs): Promise<void> {
  const { db, log, shouldStop } = parts
  for (const { storeId, writeId } of await selectEndedWrites(db, WRITES_AT_ONCE)) {
    if (shouldStop()) return
    if (writeId === null) continue
    try {
      await db.transaction().execute((trx) => followStep(trx, storeId, writeId, now))
    } catch (error) {
      log.error({ err: error, store: storeId, write: writeId }, 'a device of an apply does not go on')
    }
  }
  for (const id of await selectOpenApplies(db)) {
    if (shouldStop()) return
    try {
      await advanceApply(parts, id, now)
    } catch (error) {
      log.error({ err: error, apply: id }, 'an apply does not go on')
    }
  }
}

async function advanceApply(parts: AdvanceParts, id: ParameterApplyId, now: EpochMs): Promise<void> {
  const { db } = parts
  const known = await selectApply(db, id)
  // it is read without a lock: it takes a while
  const finding = known && isDue(known, now) ? await judge(parts, known, now) : null
  await db.transaction().execute(async (trx) => {
    const apply = await lockApply(trx, id)
    if (apply !== undefined) await step(trx, apply, finding, now)
  })
}

function isDue({ state, trialEndsAt, finding }: Apply, now: EpochMs): boolean {
  if (state !== 'watching' || trialEndsAt === null || now < later(trialEndsAt, JUDGED_AFTER_MS)) return false
  return finding === null || now >= later(finding.judgedAt, JUDGED_EVERY_MS)
}

async function judge(
  { db, readDays }: AdvanceParts,
  apply: Apply,
  now: EpochMs,
): Promise<KeptFinding | null> {
  const first = await selectTrial(db, apply.parameterApplyId)
  if (first === undefined) return null
  const { storeId, deviceId, beganAt, changedAt, steps } = first
  const codes = steps.filter(({ state }) => state === 'confirmed').map(({ code }) => code)
  const span = { beganAt: beganAt ?? changedAt, setAt: changedAt }
  const facts = await readTrial(db, readDays, { storeId, deviceId, ...span, codes })
  return { ...judgeTrial(facts), judgedAt: now }
}

async function step(trx: Trx, apply: Apply, finding: KeptFinding | null, now: EpochMs): Promise<void> {
  const members = await selectMembers(trx, apply.parameterApplyId)
  switch (apply.state) {
    case 'waiting':
      return apply.decideUntil !== null && apply.decideUntil <= now ? expire(trx, apply, now) : undefined
    case 'trial':
      return stepTrial(trx, apply, members, now)
    case 'watching':
      return finding === null ? undefined : conclude(trx, apply, members, finding, now)
    case 'waves':
      return stepWaves(trx, apply, members, now)
    default:
      return undefined
  }
}

async function expire(trx: Trx, apply: Apply, now: EpochMs): Promise<void> {
  await dropApply(trx, apply, 'expired', now)
  await recordApply(trx, apply, 'expire', SERVER, now, {})
  await notifyAuthor(trx, apply, { about: 'apply_decided', because: null, person: '' }, now)
}

async function stepTrial(trx: Trx, apply: Apply, members: readonly Member[], now: EpochMs): Promise<void> {
  const first = members.find(({ wave }) => wave === 0)
  const refused = await selectRefusedStores(trx, apply.parameterApplyId)
  if (first?.state === 'done') return watchTrial(trx, apply, first.changedAt)
  const isOpen = first?.state === 'planned' || first?.state === 'writing'
  if (isOpen && refused.length === 0) return
  await stopApply(trx, apply, { because: 'trial_failed', by: SERVER }, now)
}

async function conclude(
  trx: Trx,
  apply: Apply,
  members: readonly Member[],
  finding: KeptFinding,
  now: EpochMs,
): Promise<void> {
  switch (finding.verdict) {
    case 'worse':
      return stopApply(trx, apply, { because: 'trial_worse', by: SERVER, finding }, now)
    case 'unknown': {
      const isPatient = apply.trialEndsAt !== null && now < later(apply.trialEndsAt, MOST_PATIENCE_MS)
      if (isPatient) return updateApply(trx, apply.parameterApplyId, { finding: JSON.stringify(finding) })
      return pauseApply(trx, apply, { because: 'trial_unknown', by: SERVER, finding }, now)
    }
    case 'good':
      await updateApply(trx, apply.parameterApplyId, { finding: JSON.stringify(finding) })
      return openWaves(trx, apply, members, now)
  }
}

async function stepWaves(trx: Trx, apply: Apply, members: readonly Member[], now: EpochMs): Promise<void> {
  const refused = await selectRefusedStores(trx, apply.parameterApplyId)
  if (refused.length > 0)
    await skipPlanned(trx, apply.parameterApplyId, { state: 'failed', fault: 'hindered' }, now, refused)
  const known = refused.length === 0 ? members : await selectMembers(trx, apply.parameterApplyId)
  const { wave, mostFailures, knownFailures, knownMissed } = apply
  const own = known.filter((member) => member.wave > 0)
  switch (judgeApplyWave(own, wave, mostFailures, { failed: knownFailures, missed: knownMissed })) {
    case 'wait':
      return
    case 'pause':
      return pauseApply(trx, apply, { because: 'failures', by: SERVER }, now)
    case 'go_on':
      return own.some((member) => member.wave > wave) ? openNextWave(trx, apply) : endApply(trx, apply, now)
  }
}
