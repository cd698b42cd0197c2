import type { AccountId, PollScriptId, ScriptDeploymentId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { desiredStates } from '../bundles/bundle-queries'
import type { Db, Trx } from '../db/connect'
import type { BundleFault } from '../db/field-tables'
import type { DeploymentMode, EnteredDevice } from '../db/script-tables'

export interface DeploymentDraft {
  readonly pollScriptId: PollScriptId
  readonly scriptName: string
  readonly mode: DeploymentMode
  readonly addsDevices: boolean
  readonly enteredDevices: readonly EnteredDevice[]
  readonly note: string
  readonly accountId: AccountId | null
  readonly createdBy: string
  readonly createdAt: EpochMs
}

/** Notes what is to be done, so that it is done whatever becomes of this process. */
export async function insertDeployment(
  trx: Trx,
  draft: DeploymentDraft,
  storeIds: readonly StoreId[],
): Promise<ScriptDeploymentId> {
  const { scriptDeploymentId } = await trx
    .insertInto('scriptDeployment')
    .values({ ...draft, enteredDevices: JSON.stringify(draft.enteredDevices) })
    .returning('scriptDeploymentId')
    .executeTakeFirstOrThrow()
  await sql`
    insert into deployment_store (store_id, script_deployment_id, changed_at)
    select store_id, ${scriptDeploymentId}, ${new Date(draft.createdAt).toISOString()}::timestamptz
    from unnest(${storeIds}::int[]) as u (store_id)`.execute(trx)
  return scriptDeploymentId
}

export interface WaitingStore extends DeploymentDraft {
  readonly scriptDeploymentId: ScriptDeploymentId
  readonly storeId: StoreId
}

/** The next store to be looked at; other processes get others until this transaction ends. */
export async function takeWaitingStore(trx: Trx): Promise<WaitingStore | null> {
  const row = await trx
    .selectFrom('deploymentStore')
    .innerJoin(
      'scriptDeployment',
      'scriptDeployment.scriptDeploymentId',
      'deploymentStore.scriptDeploymentId',
    )
    .select([
      'deploymentStore.storeId',
      'scriptDeployment.scriptDeploymentId',
      'pollScriptId',
      'scriptName',
      'mode',
      'addsDevices',
      'enteredDevices',
      'note',
      'accountId',
      'createdBy',
      'createdAt',
    ])
    .where('deploymentStore.state', '=', 'waiting')
    .orderBy('deploymentStore.scriptDeploymentId')
    .orderBy('deploymentStore.storeId')
    .limit(1)
    .forUpdate('deploymentStore')
    .skipLocked()
    .executeTakeFirst()
  return row ?? null
}

/** What became of a store: of each of its terminals that are concerned, or of the store as a whole. */
export interface StoreResult {
  readonly terminalId: TerminalId | ''
  readonly state: 'given' | 'unchanged' | 'refused'
  readonly bundleRevision: number | null
  readonly commandId: string | null
  readonly faults: readonly BundleFault[] | null
}

/** Puts what became of a store in the place of its waiting row. */
export async function noteResults(
  trx: Trx,
  { storeId, scriptDeploymentId }: Pick<WaitingStore, 'storeId' | 'scriptDeploymentId'>,
  results: readonly StoreResult[],
  now: EpochMs,
): Promise<void> {
  await trx
    .deleteFrom('deploymentStore')
    .where('storeId', '=', storeId)
    .where('scriptDeploymentId', '=', scriptDeploymentId)
    .execute()
  await trx
    .insertInto('deploymentStore')
    .values(
      results.map(({ faults, ...result }) => ({
        ...result,
        faults: faults && JSON.stringify(faults),
        storeId,
        scriptDeploymentId,
        changedAt: now,
      })),
    )
    .execute()
}

/** Bundles that are the newest wanted ones of their terminals and hold a script. */
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
  const waiting = await db
    .selectFrom('deploymentStore')
    .innerJoin(
      'scriptDeployment',
      'scriptDeployment.scriptDeploymentId',
      'deploymentStore.scriptDeploymentId',
    )
    .select(({ fn }) => fn.countAll<number>().as('stores'))
    .where('pollScriptId', '=', pollScriptId)
    .where('mode', '=', 'deploy')
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return (rows[0]?.stores ?? 0) + Number(waiting.stores)
}

/** Removes how scripts came to a store before an instant; what waits stays. */
export async function deleteOldDeployments(db: Db, storeId: StoreId, before: EpochMs): Promise<void> {
  await db
    .deleteFrom('deploymentStore')
    .where('storeId', '=', storeId)
    .where('changedAt', '<', before)
    .where('state', '!=', 'waiting')
    .execute()
}
