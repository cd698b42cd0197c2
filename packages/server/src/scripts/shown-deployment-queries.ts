import { type DeploymentState, pollingStatuses } from '@coldkeep/contract/areas/deployments'
import type { AccountId, DeviceModelId, JobId, PollScriptId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Db } from '../db/connect'
import type { BundleFault } from '../db/field-tables'
import { lacksZone } from '../devices/lacks-zone-queries'
import { newestWith } from './deployment-queries'
import { RUN_JOB } from './run-job-kind'
import { SCRIPT_JOB, type ScriptJobInput, type ScriptOutcome } from './script-job-kind'

interface Part {
  readonly offset: number
  readonly limit: number
}

/** The state of a script at a store: that of its bundle or command, where it was given one. */
const stateNow = sql<DeploymentState>`case when t.state = 'given' then coalesce(b.state, c.state, 'replaced') else t.state end`

/** What needs attention first, then what is on its way, then what is done. */
const URGENCY: readonly DeploymentState[] = [
  'refused',
  'rolled_back',
  'failed',
  'expired',
  'cancelled',
  'waiting',
  'queued',
  'sent',
  'accepted',
  'running',
  'fetched',
  'checked',
  'active',
  'done',
  'unchanged',
  'replaced',
]
/** Of the configuration that it became. */
const revision = sql<number | null>`(t.outcome ->> ${'revision' satisfies keyof ScriptOutcome})::int`
/** One row per store and terminal of deployments, with what is known of its bundle or command. */
const deploymentTargets = sql`
  job_target t
  join store on store.store_id = t.store_id
  left join bundle b on b.store_id = t.store_id and b.terminal_id = t.terminal_id and b.revision = ${revision}
  left join command c on c.store_id = t.store_id and c.command_id = t.command_id`

export interface CountedState {
  readonly state: DeploymentState
  readonly stores: number
}

/** Of the stores of a scope. */
export async function countStates(
  db: Db,
  scope: Scope,
  ids: readonly JobId[],
): Promise<Map<JobId, CountedState[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: JobId } & CountedState>`
    select t.job_id as id, ${stateNow} as state, count(*)::int as stores
    from ${deploymentTargets}
    where t.job_id = any(${ids}::bigint[]) and ${isInScope(scope)}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows.reduce(
    (found, { id, state, stores }) => found.set(id, [...(found.get(id) ?? []), { state, stores }]),
    new Map<JobId, CountedState[]>(),
  )
}

export interface ShownDeployment {
  readonly id: JobId
  readonly mode: ScriptJobInput['mode'] | 'once'
  readonly pollScriptId: PollScriptId
  readonly scriptName: string
  readonly note: string
  readonly createdBy: string
  readonly createdAt: EpochMs
}

const deploymentColumns = sql`
  job_id as id, coalesce(input ->> 'mode', 'once') as mode, (input ->> 'pollScriptId')::bigint as poll_script_id,
  input ->> 'scriptName' as script_name, input ->> 'note' as note, created_by, created_at`

function reachesScope(scope: Scope) {
  return sql<boolean>`exists (select from job_target t join store on store.store_id = t.store_id
    where t.job_id = job.job_id and ${isInScope(scope)})`
}

/** Newest first, of those that went to any store of the scope; single runs are left out. */
export async function selectDeployments(db: Db, scope: Scope, { offset, limit }: Part) {
  const found = sql`from job where kind = ${SCRIPT_JOB} and ${reachesScope(scope)}`
  const counted = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db)
  const { rows } = await sql<ShownDeployment>`select ${deploymentColumns} ${found}
    order by job_id desc offset ${offset} limit ${limit}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/**
 * A deployment or single run by its id, or the newest that an account started.
 * @returns null where there is none, or none that went to a store of the scope
 */
export async function selectDeployment(
  db: Db,
  scope: Scope,
  target: JobId | { readonly accountId: AccountId },
): Promise<ShownDeployment | null> {
  const chosen = typeof target === 'object' ? sql`account_id = ${target.accountId}` : sql`job_id = ${target}`
  const { rows } = await sql<ShownDeployment>`select ${deploymentColumns} from job
    where ${chosen} and kind in (${SCRIPT_JOB}, ${RUN_JOB}) and ${reachesScope(scope)}
    order by job_id desc limit 1`.execute(db)
  return rows[0] ?? null
}

export interface StoreDeploymentState {
  readonly storeId: StoreId
  readonly code: string
  readonly name: string
  readonly terminalId: TerminalId | ''
  readonly state: DeploymentState
  readonly revision: number | null
  /** Of the terminal, or of the server before it was sent; with what was taken, what was left out of it. */
  readonly faults: readonly BundleFault[] | null
  readonly errorCode: string | null
  readonly errorText: string | null
  readonly changedAt: EpochMs
}

export async function selectStoreStates(
  db: Db,
  scope: Scope,
  id: JobId,
  { state, offset, limit }: Part & { readonly state: DeploymentState | 'all' },
): Promise<StoreDeploymentState[]> {
  const { rows } = await sql<StoreDeploymentState>`
    select t.store_id, store.code, store.name, t.terminal_id, ${stateNow} as state,
      ${revision} as revision, coalesce(b.faults, t.faults) as faults, c.error_code, c.error_text,
      coalesce(b.changed_at, c.changed_at, t.changed_at) as changed_at
    from ${deploymentTargets}
    where t.job_id = ${id} and ${isInScope(scope)}
      and (${state}::text = 'all' or ${stateNow} = ${state}::text)
    order by array_position(${URGENCY}::text[], ${stateNow}), store.code, t.terminal_id
    offset ${offset} limit ${limit}`.execute(db)
  return rows
}

/** Devices in use at the stores of a deployment that wait for a temperature zone. */
export async function countUnzoned(db: Db, scope: Scope, id: JobId): Promise<number> {
  const { rows } = await sql<{ devices: number }>`
    select count(*)::int as devices from device join store on store.store_id = device.store_id
    where device.removed_at is null and ${lacksZone} and ${isInScope(scope)} and device.store_id in (
      select store_id from job_target where job_id = ${id})`.execute(db)
  return rows[0]?.devices ?? 0
}

export interface RunAnswer {
  readonly storeId: StoreId
  readonly code: string
  readonly name: string
  readonly outcome: { readonly rows?: unknown } | null
  readonly arg: { readonly script?: unknown }
  readonly changedAt: EpochMs
}

/** What the terminals of a single run answered so far. */
export async function selectRunAnswers(db: Db, scope: Scope, id: JobId): Promise<RunAnswer[]> {
  const { rows } = await sql<RunAnswer>`
    select t.store_id, store.code, store.name, c.outcome, c.arg, c.changed_at
    from job_target t
    join store on store.store_id = t.store_id
    join command c on c.store_id = t.store_id and c.command_id = t.command_id
    where t.job_id = ${id} and ${isInScope(scope)} and c.outcome is not null
    order by store.code, t.terminal_id`.execute(db)
  return rows
}

/** What terminals answered in single runs of any script that sends a command of a model, newest first. */
export async function selectAnswersTo(
  db: Db,
  scope: Scope,
  { deviceModelId, commandCode }: { readonly deviceModelId: DeviceModelId; readonly commandCode: string },
  most: number,
): Promise<RunAnswer[]> {
  const { rows } = await sql<RunAnswer>`
    select t.store_id, store.code, store.name, c.outcome, c.arg, c.changed_at
    from job
    join job_target t on t.job_id = job.job_id
    join store on store.store_id = t.store_id
    join command c on c.store_id = t.store_id and c.command_id = t.command_id
    where job.kind = ${RUN_JOB}
      and (job.input ->> 'pollScriptId')::bigint in (select poll_script_id from script_command
        where device_model_id = ${deviceModelId} and command_code = ${commandCode})
      and ${isInScope(scope)} and c.outcome is not null
    order by job.job_id desc, t.terminal_id limit ${most}`.execute(db)
  return rows
}

export type PollingStatus = (typeof pollingStatuses)[number]

export interface PollingStore {
  readonly storeId: StoreId
  readonly code: string
  readonly name: string
  readonly terminalId: TerminalId
  readonly status: PollingStatus
  readonly revision: number
  readonly changedAt: EpochMs
}

/** The terminals that poll a script, or are about to; `fingerprint` is that of the current script. */
export async function selectPolling(
  db: Db,
  scope: Scope,
  script: { readonly id: PollScriptId; readonly fingerprint: string },
  { status, offset, limit }: Part & { readonly status: PollingStatus | 'all' },
) {
  const polling = sql`
    select n.*, case when n.fingerprint <> ${script.fingerprint} then 'older'
      when n.state <> 'active' then 'on_its_way' else 'current' end as status
    from (${newestWith(script.id)}) n`
  const { rows } = await sql<PollingStore>`
    select p.store_id, store.code, store.name, p.terminal_id, p.status, p.revision, p.changed_at
    from (${polling}) p join store on store.store_id = p.store_id
    where ${isInScope(scope)} and (${status}::text = 'all' or p.status = ${status}::text)
    order by array_position(${pollingStatuses}::text[], p.status), store.code, p.terminal_id
    offset ${offset} limit ${limit}`.execute(db)
  const { rows: counts } = await sql<{ status: PollingStatus; stores: number }>`
    select p.status, count(*)::int as stores
    from (${polling}) p join store on store.store_id = p.store_id where ${isInScope(scope)}
    group by 1`.execute(db)
  const count = (status: PollingStatus) => counts.find((row) => row.status === status)?.stores ?? 0
  return {
    rows,
    counts: { current: count('current'), older: count('older'), on_its_way: count('on_its_way') },
  }
}
