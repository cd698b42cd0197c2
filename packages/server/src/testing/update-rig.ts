import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { storeResults } from '../dispatch/store-results'
import { advanceJobs } from '../firmware/advance-jobs'
import { jobKinds } from '../job-kinds'
import { startJobs } from '../jobs/start-jobs'
import { silent } from './ingest-rig'
import type { TestServer } from './test-server'

type Parts = Pick<TestServer, 'db' | 'clock'>

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
