import type { StoreConsent } from '@coldkeep/domain/firmware/store-window'
import type { AccountId, JobId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Actor } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import type { BundleFault } from '../db/field-tables'
import { sqlInstant } from '../db/instants'
import type { JobPlace, TargetResult } from './job-kind'

/** A target with the attempt that a process begins with it. */
export interface ClaimedTarget extends JobPlace {
  readonly jobId: JobId
  readonly kind: string
  readonly input: unknown
  readonly wave: number
  readonly attempts: number
  readonly by: Actor
}

interface Claim {
  readonly kinds: readonly string[]
  /** Of the job that had the last turn: the next one after it is served. */
  readonly after: JobId
  readonly now: EpochMs
  /** Until then no other process takes it. */
  readonly until: EpochMs
}

/** Counts an attempt for the first target of the next job that waits; `null` where none does. */
export async function claimTarget(
  db: Db,
  { kinds, after, now, until }: Claim,
): Promise<ClaimedTarget | null> {
  const { rows } = await sql<Omit<ClaimedTarget, 'by'> & { accountId: AccountId | null; createdBy: string }>`
    update job_target t set attempts = t.attempts + 1, due_at = ${sqlInstant(until)}
    from job
    where job.job_id = t.job_id and (t.store_id, t.job_id, t.terminal_id) = (
      select w.store_id, w.job_id, w.terminal_id
      from job_target w join job j on j.job_id = w.job_id
      where w.state = 'waiting' and w.due_at <= ${sqlInstant(now)} and w.job_id > ${after}
        and w.wave <= j.open_wave
        and j.kind = any(${[...kinds]}::text[])
      order by w.job_id, w.store_id, w.terminal_id
      limit 1 for update of w skip locked)
    returning t.store_id, t.job_id, t.terminal_id, t.wave, t.attempts, job.kind, job.input, job.account_id,
      job.created_by`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { accountId, createdBy, ...target } = row
  return { ...target, by: { accountId, name: createdBy } }
}

/** One row of a target that still waits, with this attempt as its newest. */
function ofAttempt({ storeId, jobId, terminalId, attempts }: ClaimedTarget) {
  return sql<boolean>`store_id = ${storeId} and job_id = ${jobId} and terminal_id = ${terminalId}
    and state = 'waiting' and attempts = ${attempts}`
}

/**
 * Holds a target until the transaction ends.
 * @returns its wave and what its store has said by now; `undefined` where it is another's, cancelled or done
 */
export function lockTarget(
  trx: Trx,
  claimed: ClaimedTarget,
): Promise<(StoreConsent & Pick<ClaimedTarget, 'wave'>) | undefined> {
  return trx
    .selectFrom('jobTarget')
    .select(['wave', 'postponed', 'notBefore'])
    .where(ofAttempt(claimed))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

type Kept = Omit<TargetResult, 'state'> & { readonly state: TargetResult['state'] | 'refused' }

/** Puts what became of a target in the place of its waiting row. */
export async function keepResults(
  trx: Trx,
  { storeId, jobId, terminalId, wave = 1, attempts }: JobPlace & Pick<ClaimedTarget, 'jobId' | 'attempts'>,
  results: readonly Kept[],
  now: EpochMs,
): Promise<void> {
  const consent = await trx
    .deleteFrom('jobTarget')
    .where('storeId', '=', storeId)
    .where('jobId', '=', jobId)
    .where('terminalId', '=', terminalId)
    .returning(['postponed', 'notBefore'])
    .executeTakeFirst()
  await trx
    .insertInto('jobTarget')
    .values(
      results.map(({ faults, outcome, commandId, ...result }) => ({
        ...{ ...result, ...consent, storeId, jobId, wave, attempts, dueAt: now, changedAt: now },
        commandId: commandId ?? null,
        outcome: outcome === undefined ? null : JSON.stringify(outcome),
        faults: faults === undefined ? null : JSON.stringify(faults),
      })),
    )
    .execute()
}

/** Leaves it is, with all that is in the way. */
export async function refuseTarget(
  db: Db,
  claimed: ClaimedTarget,
  faults: readonly BundleFault[],
  now: EpochMs,
): Promise<void> {
  await db
    .updateTable('jobTarget')
    .set({ state: 'refused', faults: JSON.stringify(faults), changedAt: now })
    .where(ofAttempt(claimed))
    .execute()
}

/** Has it tried again later. */
export async function postponeTarget(db: Db, claimed: ClaimedTarget, dueAt: EpochMs): Promise<void> {
  await db.updateTable('jobTarget').set({ dueAt }).where(ofAttempt(claimed)).execute()
}

/** Has its turn come again later, as if it had not come now. */
export async function returnTarget(db: Db, claimed: ClaimedTarget, dueAt: EpochMs): Promise<void> {
  const attempts = claimed.attempts - 1
  await db.updateTable('jobTarget').set({ dueAt, attempts }).where(ofAttempt(claimed)).execute()
}

/** The terminals of a store for which a job waits, each held until the transaction ends. */
export function lockWaiting(trx: Trx, jobId: JobId, storeId: StoreId) {
  return trx
    .selectFrom('jobTarget')
    .select(['terminalId', 'postponed', 'notBefore'])
    .where('storeId', '=', storeId)
    .where('jobId', '=', jobId)
    .where('state', '=', 'waiting')
    .orderBy('terminalId')
    .forUpdate()
    .execute()
}

/** Keeps what a store says to some of its terminals. */
export async function updateConsent(
  trx: Trx,
  {
    jobId,
    storeId,
    terminalIds,
  }: Pick<JobPlace, 'storeId'> & {
    readonly jobId: JobId
    readonly terminalIds: readonly (TerminalId | '')[]
  },
  { postponed, notBefore }: StoreConsent,
): Promise<void> {
  await trx
    .updateTable('jobTarget')
    .set({ postponed, notBefore })
    .where('storeId', '=', storeId)
    .where('jobId', '=', jobId)
    .where('terminalId', 'in', terminalIds)
    .execute()
}

/** Has what still waits with one wave wait with the next. */
export async function moveWaiting(trx: Trx, jobId: JobId, wave: number): Promise<void> {
  await trx
    .updateTable('jobTarget')
    .set({ wave: wave + 1 })
    .where('jobId', '=', jobId)
    .where('wave', '=', wave)
    .where('state', '=', 'waiting')
    .execute()
}
