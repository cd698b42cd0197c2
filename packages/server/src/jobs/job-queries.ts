import type { JobId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Actor } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { instantText } from '../db/instants'
import { sameIn } from '../db/same-in'
import type { JobPlace } from './job-kind'

export interface JobDraft {
  readonly kind: string
  /** What is to be done; kept as JSON and read with the schema of the kind. */
  readonly input: unknown
  readonly by: Actor
  readonly at: EpochMs
}

/** Records the work and its targets, so that it is done even if this process ends. */
export async function insertJob(
  trx: Trx,
  { kind, input, by, at }: JobDraft,
  places: readonly JobPlace[],
): Promise<JobId> {
  const { jobId } = await trx
    .insertInto('job')
    .values({
      kind,
      input: JSON.stringify(input),
      accountId: by.accountId,
      createdBy: by.name,
      createdAt: at,
    })
    .returning('jobId')
    .executeTakeFirstOrThrow()
  const stores = places.map(({ storeId }) => storeId)
  const terminals = places.map(({ terminalId }) => terminalId)
  const waves = places.map(({ wave = 1 }) => wave)
  const now = instantText(at)
  await sql`
    insert into job_target (store_id, job_id, terminal_id, wave, due_at, changed_at)
    select store_id, ${jobId}, terminal_id, wave, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${stores}::int[], ${terminals}::text[], ${waves}::int[]) as u (store_id, terminal_id, wave)`.execute(
    trx,
  )
  return jobId
}

/** Gives up what has not begun. @returns the commands that targets became */
export async function cancelTargets(
  trx: Trx,
  jobId: JobId,
  now: EpochMs,
): Promise<{ readonly storeId: StoreId; readonly commandId: string }[]> {
  await trx
    .updateTable('jobTarget')
    .set({ state: 'cancelled', changedAt: now })
    .where('jobId', '=', jobId)
    .where('state', '=', 'waiting')
    .execute()
  return trx
    .selectFrom('jobTarget')
    .select(['storeId'])
    .select(({ ref }) => ref('commandId').$notNull().as('commandId'))
    .where('jobId', '=', jobId)
    .where('commandId', 'is not', null)
    .execute()
}

/** Lets targets up to a wave begin; 0: none. */
export async function openWave(trx: Trx, jobId: JobId, wave: number): Promise<void> {
  await trx.updateTable('job').set({ openWave: wave }).where('jobId', '=', jobId).execute()
}

/** The state of the commands that the targets of a job became, and whether each terminal is online. */
export function selectTargetCommands(db: Db, jobId: JobId) {
  return db
    .selectFrom('jobTarget')
    .innerJoin('command', sameIn('command', 'jobTarget', 'storeId', 'commandId'))
    .leftJoin('terminalState', sameIn('terminalState', 'command', 'storeId', 'terminalId'))
    .select(['command.commandId', 'command.terminalId', 'command.state', 'command.expiresAt'])
    .select(['command.errorCode', 'command.errorText', 'terminalState.connection'])
    .where('jobTarget.jobId', '=', jobId)
    .orderBy('command.terminalId')
    .execute()
}
export type TargetCommand = Awaited<ReturnType<typeof selectTargetCommands>>[number]

/** Removes what became of jobs at a store before an instant, and jobs of which nothing is left; what waits stays. */
export async function deleteOldTargets(db: Db, storeId: StoreId, before: EpochMs): Promise<void> {
  const removed = await db
    .deleteFrom('jobTarget')
    .where('storeId', '=', storeId)
    .where('changedAt', '<', before)
    .where('state', '!=', 'waiting')
    .returning('jobId')
    .execute()
  if (removed.length === 0) return
  await db
    .deleteFrom('job')
    .where(
      'jobId',
      'in',
      removed.map(({ jobId }) => jobId),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobTarget').select('jobTarget.jobId').whereRef('jobTarget.jobId', '=', 'job.jobId'),
        ),
      ),
    )
    .execute()
}
