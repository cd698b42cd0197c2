import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { storeResults } from '../dispatch/store-results'
import { advanceJobs } from '../firmware/advance-jobs'
import { jobKinds } from '../job-kinds'
import { startJobs } from '../jobs/start-jobs'
import { silent } from './ingest-rig'
import type { TestServer } from './test-server'

type Parts = Pick<TestServer, 'db' | 'clock'>

/** All at once and at any time, whatever fails; as calls take it. */
export const AT_ONCE = {
  waves: [{ share: 1, least: 1 }],
  ...{ soak_minutes: 0, max_fail_share: 1, max_fail_count: 9, window: null, rate: 100 },
}

interface UpdateWish {
  readonly type: string
  /** Of its image. */
  readonly file: string
  /** Left out: all that can be updated. */
  readonly targets?: object
  readonly plan?: object
}

/** Starts a job as the administrator does. @returns its id */
export async function startUpdate(
  server: Pick<TestServer, 'send'>,
  { type, file, targets = {}, plan = AT_ONCE }: UpdateWish,
): Promise<string> {
  const body = { dev_type: type, file_id: file, targets, plan }
  const {
    status,
    text,
    body: started,
  } = await server.send('POST', '/api/v2/ver-update/start', { as: 'admin', body })
  if (status !== 200) throw new Error(text)
  return started.task_token
}

/** Forgets all update jobs, what came of them, and the boxes. */
export async function forgetUpdates({ db }: Pick<Parts, 'db'>): Promise<void> {
  const kept = ['firmwareGate', 'firmwareInstall', 'firmwareJob', 'jobTarget', 'job', 'command'] as const
  for (const table of [...kept, 'boxSystem', 'notice'] as const) await db.deleteFrom(table).execute()
}

/** Begins the targets whose turn it is, as a server does that has just started. */
export async function beginTargets({ db, clock }: Parts): Promise<void> {
  const jobs = startJobs({ db, clock, log: silent, kinds: jobKinds, wake: () => {} })
  await jobs.round()
  await jobs.close()
}

/** @returns true where a wave was opened */
export function judgeWaves({ db, clock }: Parts): Promise<boolean> {
  return advanceJobs(db, clock.now())
}

/** What servers do all the time: begin targets, and judge waves. */
export async function updateRound(parts: Parts): Promise<void> {
  await beginTargets(parts)
  if (await judgeWaves(parts)) await beginTargets(parts)
}

/**
 * All terminals that were ordered report that they run a version since another start.
 * @param but so many at the end of them do not
 * @returns the stores of all that were ordered and had not ended
 */
export async function endInstalls(
  { db }: Pick<Parts, 'db'>,
  version: string,
  at: EpochMs,
  but = 0,
): Promise<ReadonlySet<StoreId>> {
  const open = await db
    .selectFrom('firmwareInstall')
    .select(['storeId', 'terminalId', 'commandId'])
    .where('state', '!=', 'done')
    .where('commandId', 'is not', null)
    .$narrowType<{ commandId: string }>()
    .orderBy('storeId')
    .execute()
  const out = { version, boot: 'b'.repeat(16) }
  await db.transaction().execute((trx) =>
    storeResults(
      trx,
      open.slice(0, open.length - but).map(({ storeId, terminalId: terminal, commandId: id }) => ({
        ...{ storeId, terminal, receivedAt: at, at },
        result: { v: 1, e: 'k3f9a1c2', s: 1, id, st: 'done', at, out },
      })),
    ),
  )
  return new Set(open.map(({ storeId }) => storeId))
}
