import type { FirmwarePlan } from '@coldkeep/contract/areas/firmware-jobs'
import { BOX_TYPES } from '@coldkeep/domain/firmware/box-installation'
import type { StoreConsent } from '@coldkeep/domain/firmware/store-window'
import type { JobId, StoreId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { KnownTerminal } from '../access/known-terminal'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Db, Trx } from '../db/connect'

/** What a store is asked about. */
export interface OpenJob {
  readonly type: string
  readonly version: string
  readonly plan: FirmwarePlan
  readonly zone: string
}

/** A job that has not ended, as one of its stores sees it: until the transaction ends nobody pauses, ends or moves it on. */
export async function holdOpenJob(trx: Trx, jobId: JobId, storeId: StoreId): Promise<OpenJob | null> {
  const { rows } = await sql<OpenJob>`
    select i.firmware_type_id as type, i.version, f.plan, store.zone
    from firmware_job f join firmware_image i on i.firmware_image_id = f.firmware_image_id
      join store on store.store_id = ${storeId}
    where f.job_id = ${jobId} and f.ended_at is null for share of f`.execute(trx)
  return rows[0] ?? null
}

/** A job for boxes that waits for a terminal. */
export interface WaitingBoxJob extends StoreConsent {
  readonly jobId: JobId
  readonly plan: FirmwarePlan
}

/** The first one that is not paused. */
export async function selectWaitingBoxJob(
  db: Db,
  { storeId, terminalId }: KnownTerminal,
): Promise<WaitingBoxJob | null> {
  const { rows } = await sql<WaitingBoxJob>`
    select f.job_id, f.plan, t.postponed, t.not_before
    from job_target t join firmware_job f on f.job_id = t.job_id
      join firmware_image i on i.firmware_image_id = f.firmware_image_id
    where t.store_id = ${storeId} and t.terminal_id = ${terminalId} and t.state = 'waiting'
      and f.ended_at is null and f.state <> 'paused' and i.firmware_type_id = any(${[...BOX_TYPES]}::text[])
    order by f.job_id limit 1`.execute(db)
  return rows[0] ?? null
}

/** A job that waits for a store, with how many of its terminals it waits for. */
export interface PlannedUpdate extends StoreConsent {
  readonly jobId: JobId
  readonly storeId: StoreId
  readonly code: string
  readonly name: string
  readonly zone: string
  readonly version: string
  readonly plan: FirmwarePlan
  readonly terminals: number
}

/** That of one job at one store, whether it is paused or not; or those of all jobs that go on. */
export interface PlannedFilter {
  readonly jobId: JobId | null
  readonly storeId: StoreId | null
  readonly offset: number
  readonly limit: number
}

const plannedTables = sql`firmware_job f
  join firmware_image i on i.firmware_image_id = f.firmware_image_id
  join job_target t on t.job_id = f.job_id and t.state = 'waiting'
  join store on store.store_id = t.store_id`

/** What waits for stores of a scope, by store number. */
export async function selectPlanned(
  db: Db,
  scope: Scope,
  { jobId, storeId, offset, limit }: PlannedFilter,
): Promise<{ readonly rows: readonly PlannedUpdate[]; readonly total: number }> {
  const { rows } = await sql<PlannedUpdate & { readonly total: number }>`
    select f.job_id, store.store_id, store.code, store.name, store.zone, i.version, f.plan, count(*)::int as terminals,
      max(t.postponed) as postponed, max(t.not_before) as not_before, (count(*) over ())::int as total
    from ${plannedTables}
    where f.ended_at is null and ${isInScope(scope)}
      and case when ${jobId}::bigint is null then f.state <> 'paused' else f.job_id = ${jobId}::bigint end
      and (${storeId}::int is null or store.store_id = ${storeId}::int)
    group by f.job_id, i.version, store.store_id
    order by store.code, f.job_id offset ${offset} limit ${limit}`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}
