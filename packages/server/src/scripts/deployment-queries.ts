import type { PollScriptId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import { desiredStates } from '../bundles/bundle-queries'
import type { Db } from '../db/connect'
import { SCRIPT_JOB } from './script-job-kind'

/** Bundles that are the newest desired ones of their terminals and contain a script. */
export function newestWith(pollScriptId: PollScriptId) {
  return sql`
    select bs.store_id, bs.terminal_id, bs.revision, bs.fingerprint, b.state, b.changed_at
    from bundle_script bs
    join bundle b on b.store_id = bs.store_id and b.terminal_id = bs.terminal_id and b.revision = bs.revision
    where bs.poll_script_id = ${pollScriptId} and b.state = any(${desiredStates}::text[])
      and not exists (select from bundle n where n.store_id = b.store_id and n.terminal_id = b.terminal_id
        and n.revision > b.revision and n.state = any(${desiredStates}::text[]))`
}

/** Stores that poll a script, or soon will. */
export async function countStoresPolling(db: Db, pollScriptId: PollScriptId): Promise<number> {
  const { rows } = await sql<{ stores: number }>`
    select count(distinct store_id)::int as stores from (${newestWith(pollScriptId)}) polling`.execute(db)
  const { rows: waiting } = await sql<{ stores: number }>`
    select count(*)::int as stores from job_target t join job on job.job_id = t.job_id
    where t.state = 'waiting' and job.kind = ${SCRIPT_JOB} and job.input ->> 'mode' = 'deploy'
      and (job.input ->> 'pollScriptId')::bigint = ${pollScriptId}`.execute(db)
  return (rows[0]?.stores ?? 0) + (waiting[0]?.stores ?? 0)
}
