import { type DeploymentState, scriptStandings } from '@coldkeep/contract/areas/deployments'
import type {
  AccountId,
  DeviceModelId,
  PollScriptId,
  ScriptDeploymentId,
  StoreId,
  TerminalId,
} from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Db } from '../db/connect'
import type { BundleFault } from '../db/field-tables'
import { lacksZone } from '../devices/lacks-zone-queries'
import { newestWith } from './deployment-queries'

interface Part {
  readonly offset: number
  readonly limit: number
}

/** How a script stands at a store: as its bundle or command does, where it was given one. */
const stateNow = sql<DeploymentState>`case when ds.state = 'given' then coalesce(b.state, c.state, 'replaced') else ds.state end`

/** What needs somebody first, then what is on its way, then what is done. */
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
/** One row per store and terminal of deployments, with what is known of its bundle or command. */
const standing = sql`
  deployment_store ds
  join store on store.store_id = ds.store_id
  left join bundle b on b.store_id = ds.store_id and b.terminal_id = ds.terminal_id
    and b.revision = ds.bundle_revision
  left join command c on c.store_id = ds.store_id and c.command_id = ds.command_id`

export interface CountedState {
  readonly state: DeploymentState
  readonly stores: number
}

/** Of the stores of a scope. */
export async function countStates(
  db: Db,
  scope: Scope,
  ids: readonly ScriptDeploymentId[],
): Promise<Map<ScriptDeploymentId, CountedState[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: ScriptDeploymentId } & CountedState>`
    select ds.script_deployment_id as id, ${stateNow} as state, count(*)::int as stores
    from ${standing}
    where ds.script_deployment_id = any(${ids}::bigint[]) and ${isInScope(scope)}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows.reduce(
    (found, { id, state, stores }) => found.set(id, [...(found.get(id) ?? []), { state, stores }]),
    new Map<ScriptDeploymentId, CountedState[]>(),
  )
}

const deploymentColumns = [
  'scriptDeploymentId as id',
  'pollScriptId',
  'scriptName',
  'mode',
  'note',
  'createdBy',
  'createdAt',
] as const

function reachesScope(scope: Scope) {
  return sql<boolean>`exists (select from deployment_store ds join store on store.store_id = ds.store_id
    where ds.script_deployment_id = script_deployment.script_deployment_id and ${isInScope(scope)})`
}

/** Newest first, of those that went to any store of the scope; single runs are left out. */
export async function selectDeployments(db: Db, scope: Scope, { offset, limit }: Part) {
  const found = db.selectFrom('scriptDeployment').where('mode', '!=', 'once').where(reachesScope(scope))
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .select(deploymentColumns)
    .orderBy('scriptDeploymentId', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return { rows, total: Number(total) }
}

/**
 * A deployment by its id, or the newest that an account started.
 * @returns null where there is none, or none that went to a store of the scope
 */
export async function selectDeployment(
  db: Db,
  scope: Scope,
  wanted: ScriptDeploymentId | { readonly accountId: AccountId },
) {
  const ofScope = db.selectFrom('scriptDeployment').select(deploymentColumns).where(reachesScope(scope))
  const row = await (typeof wanted === 'object'
    ? ofScope.where('accountId', '=', wanted.accountId).orderBy('scriptDeploymentId', 'desc').limit(1)
    : ofScope.where('scriptDeploymentId', '=', wanted)
  ).executeTakeFirst()
  return row ?? null
}

export interface StoreStanding {
  readonly storeId: StoreId
  readonly code: string
  readonly name: string
  readonly terminalId: TerminalId | ''
  readonly state: DeploymentState
  readonly revision: number | null
  /** Of the terminal, or of the server before it was sent; beside what was taken, what was left out of it. */
  readonly faults: readonly BundleFault[] | null
  readonly errorCode: string | null
  readonly errorText: string | null
  readonly changedAt: EpochMs
}

export async function selectStandings(
  db: Db,
  scope: Scope,
  id: ScriptDeploymentId,
  { state, offset, limit }: Part & { readonly state: DeploymentState | 'all' },
): Promise<StoreStanding[]> {
  const { rows } = await sql<StoreStanding>`
    select ds.store_id, store.code, store.name, ds.terminal_id, ${stateNow} as state,
      ds.bundle_revision as revision, coalesce(b.faults, ds.faults) as faults, c.error_code, c.error_text,
      coalesce(b.changed_at, c.changed_at, ds.changed_at) as changed_at
    from ${standing}
    where ds.script_deployment_id = ${id} and ${isInScope(scope)}
      and (${state}::text = 'all' or ${stateNow} = ${state}::text)
    order by array_position(${URGENCY}::text[], ${stateNow}), store.code, ds.terminal_id
    offset ${offset} limit ${limit}`.execute(db)
  return rows
}

/** Devices in use at the stores of a deployment that wait for a temperature zone. */
export async function countUnzoned(db: Db, scope: Scope, id: ScriptDeploymentId): Promise<number> {
  const { rows } = await sql<{ devices: number }>`
    select count(*)::int as devices from device join store on store.store_id = device.store_id
    where device.removed_at is null and ${lacksZone} and ${isInScope(scope)} and device.store_id in (
      select store_id from deployment_store where script_deployment_id = ${id})`.execute(db)
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
export async function selectRunAnswers(db: Db, scope: Scope, id: ScriptDeploymentId): Promise<RunAnswer[]> {
  const { rows } = await sql<RunAnswer>`
    select ds.store_id, store.code, store.name, c.outcome, c.arg, c.changed_at
    from deployment_store ds
    join store on store.store_id = ds.store_id
    join command c on c.store_id = ds.store_id and c.command_id = ds.command_id
    where ds.script_deployment_id = ${id} and ${isInScope(scope)} and c.outcome is not null
    order by store.code, ds.terminal_id`.execute(db)
  return rows
}

/** What terminals answered in single runs of any script that asks a command of a model, newest first. */
export async function selectAnswersTo(
  db: Db,
  scope: Scope,
  { deviceModelId, commandCode }: { readonly deviceModelId: DeviceModelId; readonly commandCode: string },
  most: number,
): Promise<RunAnswer[]> {
  const { rows } = await sql<RunAnswer>`
    select ds.store_id, store.code, store.name, c.outcome, c.arg, c.changed_at
    from script_deployment d
    join deployment_store ds on ds.script_deployment_id = d.script_deployment_id
    join store on store.store_id = ds.store_id
    join command c on c.store_id = ds.store_id and c.command_id = ds.command_id
    where d.mode = 'once' and d.poll_script_id in (select poll_script_id from script_command
        where device_model_id = ${deviceModelId} and command_code = ${commandCode})
      and ${isInScope(scope)} and c.outcome is not null
    order by d.script_deployment_id desc, ds.terminal_id limit ${most}`.execute(db)
  return rows
}

export type ScriptStanding = (typeof scriptStandings)[number]

export interface PollingStore {
  readonly storeId: StoreId
  readonly code: string
  readonly name: string
  readonly terminalId: TerminalId
  readonly standing: ScriptStanding
  readonly revision: number
  readonly changedAt: EpochMs
}

/** The terminals that poll a script, or are about to; `fingerprint` is that of the script as it stands. */
export async function selectPolling(
  db: Db,
  scope: Scope,
  script: { readonly id: PollScriptId; readonly fingerprint: string },
  { standing: wanted, offset, limit }: Part & { readonly standing: ScriptStanding | 'all' },
) {
  const polling = sql`
    select n.*, case when n.fingerprint <> ${script.fingerprint} then 'older'
      when n.state <> 'active' then 'on_its_way' else 'current' end as standing
    from (${newestWith(script.id)}) n`
  const { rows } = await sql<PollingStore>`
    select p.store_id, store.code, store.name, p.terminal_id, p.standing, p.revision, p.changed_at
    from (${polling}) p join store on store.store_id = p.store_id
    where ${isInScope(scope)} and (${wanted}::text = 'all' or p.standing = ${wanted}::text)
    order by array_position(${scriptStandings}::text[], p.standing), store.code, p.terminal_id
    offset ${offset} limit ${limit}`.execute(db)
  const { rows: counts } = await sql<{ standing: ScriptStanding; stores: number }>`
    select p.standing, count(*)::int as stores
    from (${polling}) p join store on store.store_id = p.store_id where ${isInScope(scope)}
    group by 1`.execute(db)
  const count = (standing: ScriptStanding) => counts.find((row) => row.standing === standing)?.stores ?? 0
  return {
    rows,
    counts: { current: count('current'), older: count('older'), on_its_way: count('on_its_way') },
  }
}
