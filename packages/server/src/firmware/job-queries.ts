import type {
  FirmwareJobState,
  FirmwarePlan,
  InstallationState,
  WaveWait,
} from '@coldkeep/contract/areas/firmware-jobs'
import { isBoxType } from '@coldkeep/domain/firmware/box-installation'
import type { JobGroup } from '@coldkeep/domain/firmware/expected-end'
import type { WaveInstallation } from '@coldkeep/domain/firmware/judge-wave'
import type { AccountId, FirmwareImageId, JobId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Db, Trx } from '../db/connect'
import type { BundleFault } from '../db/field-tables'
import type { PauseReason } from '../db/firmware-tables'
import { sqlInstant } from '../db/instants'

/** A box that has not polled for so long is out of reach: three of its polls were missed. */
const BOX_AWAY_MS = minutes(16)

/** The time zone of a store; null where it is gone. */
export async function selectZone(db: Db, storeId: StoreId): Promise<string | null> {
  const row = await db.selectFrom('store').select('zone').where('storeId', '=', storeId).executeTakeFirst()
  return row?.zone ?? null
}

/** Until the end of the transaction no other job is started: two that begin at the same time must not share a terminal. */
export async function lockStarts(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('firmware jobs', 0))`.execute(trx)
}

export interface FirmwareJobDraft {
  readonly jobId: JobId
  readonly imageId: FirmwareImageId
  readonly plan: FirmwarePlan
  readonly isRollback: boolean
}

export async function insertFirmwareJob(
  trx: Trx,
  { jobId, imageId, plan, isRollback }: FirmwareJobDraft,
): Promise<void> {
  await trx
    .insertInto('firmwareJob')
    .values({
      jobId,
      firmwareImageId: imageId,
      plan: JSON.stringify(plan),
      state: 'running',
      isRollback,
      nextWaveAt: null,
      endedAt: null,
    })
    .execute()
}

/** What is to be shown of a job. */
export interface ShownFirmwareJob {
  readonly jobId: JobId
  readonly imageId: FirmwareImageId
  readonly type: string
  readonly version: string
  readonly note: string
  readonly plan: FirmwarePlan
  readonly state: FirmwareJobState
  readonly wave: number
  readonly nextWaveAt: EpochMs | null
  readonly waitsFor: WaveWait | null
  readonly pausedFor: PauseReason | null
  readonly resumedAt: EpochMs | null
  readonly isRollback: boolean
  readonly accountId: AccountId | null
  readonly createdBy: string
  readonly createdAt: EpochMs
  readonly endedAt: EpochMs | null
}

const jobColumns = sql`f.job_id, f.firmware_image_id as image_id, i.firmware_type_id as type, i.version,
  job.input ->> 'note' as note, f.plan, f.state, f.wave, f.next_wave_at, f.waits_for, f.paused_for, f.resumed_at, f.is_rollback,
  job.account_id, job.created_by, job.created_at, f.ended_at`
const jobTables = sql`firmware_job f join job on job.job_id = f.job_id
  join firmware_image i on i.firmware_image_id = f.firmware_image_id`

function reachesScope(scope: Scope) {
  return sql<boolean>`exists (select from job_target t join store on store.store_id = t.store_id
    where t.job_id = f.job_id and ${isInScope(scope)})`
}

/** A job that concerns a store of the scope. */
export async function selectFirmwareJob(
  db: Db,
  scope: Scope,
  jobId: JobId,
): Promise<ShownFirmwareJob | null> {
  const { rows } = await sql<ShownFirmwareJob>`select ${jobColumns} from ${jobTables}
    where f.job_id = ${jobId} and ${reachesScope(scope)}`.execute(db)
  return rows[0] ?? null
}

/** Those that run first, then the newest. */
export async function selectFirmwareJobs(
  db: Db,
  scope: Scope,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  const { rows } =
    await sql<ShownFirmwareJob>`select ${jobColumns} from ${jobTables} where ${reachesScope(scope)}
    order by f.ended_at is not null, f.job_id desc offset ${offset} limit ${limit}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from firmware_job f
    where ${reachesScope(scope)}`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** How many jobs that concern stores of the scope have not ended. */
export async function countOpenJobs(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from firmware_job f
    where f.ended_at is null and ${reachesScope(scope)}`.execute(db)
  return rows[0]?.open ?? 0
}

/** Jobs that have not ended, each held by whoever judges it. */
export async function lockOpenJob(trx: Trx, jobId: JobId): Promise<ShownFirmwareJob | null> {
  const { rows } = await sql<ShownFirmwareJob>`select ${jobColumns} from ${jobTables}
    where f.job_id = ${jobId} and f.ended_at is null for update of f`.execute(trx)
  return rows[0] ?? null
}

export async function selectOpenJobs(db: Db): Promise<JobId[]> {
  const rows = await db
    .selectFrom('firmwareJob')
    .select('jobId')
    .where('endedAt', 'is', null)
    .orderBy('jobId')
    .execute()
  return rows.map(({ jobId }) => jobId)
}

interface JobChange {
  readonly state: FirmwareJobState
  readonly wave?: number
  readonly nextWaveAt?: EpochMs | null
  /** Left out: for nothing. */
  readonly waitsFor?: WaveWait
  readonly pausedFor?: PauseReason | null
  readonly resumedAt?: EpochMs
  readonly endedAt?: EpochMs
}

export async function updateFirmwareJob(
  trx: Trx,
  jobId: JobId,
  { pausedFor, waitsFor, ...change }: JobChange,
): Promise<void> {
  await trx
    .updateTable('firmwareJob')
    .set({
      ...change,
      waitsFor: waitsFor ?? null,
      ...(pausedFor !== undefined && { pausedFor: pausedFor === null ? null : JSON.stringify(pausedFor) }),
    })
    .where('jobId', '=', jobId)
    .execute()
}

/** The state of a target: that of its installation, where it was ordered. */
const stateNow = sql<InstallationState>`case when t.state = 'given' then coalesce(n.state, 'failed') else t.state end`
const targetTables = sql`job_target t join store on store.store_id = t.store_id
  left join firmware_install n on n.store_id = t.store_id and n.job_id = t.job_id and n.terminal_id = t.terminal_id`

export interface CountedInstalls {
  readonly jobId: JobId
  readonly wave: number
  readonly state: InstallationState
  readonly terminals: number
}

/** Of jobs, by wave and state; of all stores where no scope is given. */
export async function countInstalls(
  db: Db,
  scope: Scope | null,
  jobIds: readonly JobId[],
): Promise<CountedInstalls[]> {
  if (jobIds.length === 0) return []
  const { rows } = await sql<CountedInstalls>`
    select t.job_id, t.wave, ${stateNow} as state, count(*)::int as terminals
    from ${targetTables}
    where t.job_id = any(${jobIds}::bigint[]) and ${scope === null ? sql`true` : isInScope(scope)}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

export interface ShownInstall {
  readonly storeId: StoreId
  readonly code: string
  readonly name: string
  readonly zone: string
  readonly terminalId: TerminalId
  readonly wave: number
  readonly state: InstallationState
  readonly percent: number | null
  readonly runs: string | null
  readonly errorCode: string | null
  readonly errorText: string | null
  readonly faults: readonly BundleFault[] | null
  /** Until when its store has put it off. */
  readonly notBefore: EpochMs | null
  readonly changedAt: EpochMs
}

/** What needs attention first. */
export async function selectInstalls(
  db: Db,
  scope: Scope,
  { jobId, type }: Pick<ShownFirmwareJob, 'jobId' | 'type'>,
  {
    state,
    states,
    offset,
    limit,
  }: {
    readonly state: InstallationState | 'all'
    /** In the order in which they are shown. */
    readonly states: readonly InstallationState[]
    readonly offset: number
    readonly limit: number
  },
): Promise<ShownInstall[]> {
  const { rows } = await sql<ShownInstall>`
    select t.store_id, store.code, store.name, store.zone, t.terminal_id, t.wave, ${stateNow} as state, n.percent,
      ${isBoxType(type) ? sql`b.version` : sql`s.firmware_version`} as runs, n.error_code, n.error_text, t.faults,
      t.not_before, coalesce(n.changed_at, t.changed_at) as changed_at
    from ${targetTables}
      left join terminal_state s on s.store_id = t.store_id and s.terminal_id = t.terminal_id
      left join box_system b on b.store_id = t.store_id and b.terminal_id = t.terminal_id
    where t.job_id = ${jobId} and ${isInScope(scope)}
      and (${state}::text = 'all' or ${stateNow} = ${state}::text)
    order by array_position(${[...states]}::text[], ${stateNow}), store.code, t.terminal_id
    offset ${offset} limit ${limit}`.execute(db)
  return rows
}

/** A terminal of a job, with what its failure may have in common with others. */
export interface JobMember extends WaveInstallation {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly wave: number
  readonly vendor: string | null
  /** When it was ordered; `null`: not yet. */
  readonly beganAt: EpochMs | null
  /** Until when its store has put it off. */
  readonly notBefore: EpochMs | null
}

/** Of states `s` of terminals and systems `b` of their boxes: whether what is to be updated is within reach. */
function isWithinReach(type: string, now: EpochMs) {
  return isBoxType(type)
    ? sql`coalesce(b.polled_at > ${sqlInstant(later(now, -BOX_AWAY_MS))}, false)`
    : sql`coalesce(s.connection = 'online', false)`
}

/** The terminals of the waves of a job from its present one on. */
export async function selectMembers(
  db: Db,
  { jobId, wave, type }: Pick<ShownFirmwareJob, 'jobId' | 'wave' | 'type'>,
  now: EpochMs,
): Promise<JobMember[]> {
  const sign = isBoxType(type) ? sql`b.polled_at` : sql`s.last_message_at`
  const { rows } = await sql<JobMember>`
    select t.store_id, t.terminal_id, t.wave, t.not_before, ${stateNow} as state, coalesce(terminal.hardware, '') as hardware,
      store.vendor_id, vendor.name as vendor, n.began_at,
      coalesce(n.changed_at, t.changed_at) as changed_at,
      coalesce(${sign}, n.began_at, t.changed_at) as seen_at, ${isWithinReach(type, now)} as is_online,
      coalesce(d.models, '{}') as device_models
    from ${targetTables}
      left join terminal on terminal.terminal_id = t.terminal_id
      left join vendor on vendor.vendor_id = store.vendor_id
      left join terminal_state s on s.store_id = t.store_id and s.terminal_id = t.terminal_id
      left join box_system b on b.store_id = t.store_id and b.terminal_id = t.terminal_id
      left join (select device.store_id, device.terminal_id, array_agg(distinct m.brand || ' ' || m.model) as models
        from device join device_model m on m.device_model_id = device.device_model_id
        where device.removed_at is null
        group by 1, 2) d on d.store_id = t.store_id and d.terminal_id = t.terminal_id
    where t.job_id = ${jobId} and t.wave >= ${wave}
    order by t.store_id, t.terminal_id`.execute(db)
  return rows
}

/** The terminals of the waves of a job from its present one on, those together that are alike and equally far. */
export async function selectJobGroups(
  db: Db,
  { jobId, wave, type }: Pick<ShownFirmwareJob, 'jobId' | 'wave' | 'type'>,
  now: EpochMs,
): Promise<(JobGroup & { readonly wave: number })[]> {
  const { rows } = await sql<JobGroup & { readonly wave: number }>`
    select t.wave, store.zone, coalesce(terminal.hardware, '') as hardware,
      case t.state when 'waiting' then t.not_before end as not_before,
      case when ${stateNow} in ('refused', 'failed', 'rolled_back', 'lost', 'done') then 'over'
        when not ${isWithinReach(type, now)} then 'unreached'
        when t.state = 'waiting' then 'waiting' else 'at_work' end as phase,
      count(*)::int as terminals
    from ${targetTables}
      left join terminal on terminal.terminal_id = t.terminal_id
      left join terminal_state s on s.store_id = t.store_id and s.terminal_id = t.terminal_id
      left join box_system b on b.store_id = t.store_id and b.terminal_id = t.terminal_id
    where t.job_id = ${jobId} and t.wave >= ${wave} and ${stateNow} <> 'cancelled'
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(db)
  return rows
}

/** Terminals of a job in some states, with what they ran before. */
export async function selectTerminalsIn(
  db: Db,
  scope: Scope,
  jobId: JobId,
  states: readonly InstallationState[],
): Promise<
  { readonly storeId: StoreId; readonly terminalId: TerminalId; readonly fromVersion: string | null }[]
> {
  const { rows } = await sql<{ storeId: StoreId; terminalId: TerminalId; fromVersion: string | null }>`
    select t.store_id, t.terminal_id, n.from_version from ${targetTables}
    where t.job_id = ${jobId} and ${isInScope(scope)} and ${stateNow} = any(${[...states]}::text[])
    order by t.store_id, t.terminal_id`.execute(db)
  return rows
}

/** Those of some jobs that concern stores outside a scope as well: they are not for its accounts to stop. */
export async function selectJobsBeyond(
  db: Db,
  scope: Scope,
  jobIds: readonly JobId[],
): Promise<ReadonlySet<JobId>> {
  const { rows } = await sql<{ jobId: JobId }>`
    select f.job_id from firmware_job f where f.job_id = any(${jobIds}::bigint[])
      and exists (select from job_target t join store on store.store_id = t.store_id
        where t.job_id = f.job_id and not ${isInScope(scope)})`.execute(db)
  return new Set(rows.map(({ jobId }) => jobId))
}
