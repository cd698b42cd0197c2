import type { ScriptCommandDraft, ScriptCommandRow } from '@coldkeep/contract/areas/script-commands'
import type { PollScriptRow, ScriptDraft } from '@coldkeep/contract/areas/scripts'
import type {
  DepartmentId,
  DeviceModelId,
  PollScriptId,
  ScriptCommandId,
  ScriptFolderId,
} from '@coldkeep/domain/ids'
import type { ScriptStep } from '@coldkeep/domain/polling/poll-command'
import { worstCollectionMs } from '@coldkeep/domain/polling/timing'
import { sql } from 'kysely'
import { depthOf, isOwnedBelow, isSeenFrom, isUsedIn } from '../access/owned-queries'
import type { Db, Trx } from '../db/connect'

/** A script file with the department that its folder belongs to, and the name of that folder. */
export interface OwnedScript extends PollScriptRow {
  readonly folder: string
  readonly departmentId: DepartmentId
}

interface ScriptQuery {
  /** Whose accounts ask; `null`: the product, which sees all. */
  readonly from: DepartmentId | null
  readonly folder?: ScriptFolderId
  readonly id?: PollScriptId
}

/** Of a folder by name, or one. */
export async function selectScripts(
  db: Db,
  { from, folder, id }: ScriptQuery,
): Promise<(OwnedScript & { readonly canEdit: boolean })[]> {
  const scripts = await db
    .selectFrom('pollScript')
    .innerJoin('scriptFolder', 'scriptFolder.scriptFolderId', 'pollScript.scriptFolderId')
    .select([
      'pollScriptId as id',
      'pollScript.scriptFolderId as folderId',
      'pollScript.name',
      'periodSeconds',
      'pollScript.revision',
      'scriptFolder.name as folder',
      'scriptFolder.departmentId',
    ])
    .select(
      (from === null ? sql<boolean>`true` : sql<boolean>`${isOwnedBelow(from, 'scriptFolder')}`).as(
        'canEdit',
      ),
    )
    .$if(from !== null, (query) => query.where(isSeenFrom(from as DepartmentId, 'scriptFolder')))
    .$if(folder !== undefined, (query) =>
      query.where('pollScript.scriptFolderId', '=', folder as ScriptFolderId),
    )
    .$if(id !== undefined, (query) => query.where('pollScriptId', '=', id as PollScriptId))
    .orderBy('pollScript.name')
    .execute()
  if (scripts.length === 0) return []
  const steps = await db
    .selectFrom('scriptCommand')
    .select(['pollScriptId', 'unitId', 'retries', 'intervalMs', 'timeoutMs'])
    .where(
      'pollScriptId',
      'in',
      scripts.map((script) => script.id),
    )
    .orderBy('scriptCommandId')
    .execute()
  return scripts.map((script) => {
    const own = steps.filter(({ pollScriptId }) => pollScriptId === script.id)
    return { ...script, commands: own.length, worstMs: longestCycleMs(own) }
  })
}

/** Of one line without the time that sending takes, which depends on its speed: known where the script is sent. */
export function longestCycleMs(steps: readonly ScriptStep[]): number {
  return worstCollectionMs(
    steps.map((step) => ({ ...step, requestBytes: 0 })),
    null,
  )
}

interface CommandQuery {
  readonly script?: PollScriptId
  readonly id?: ScriptCommandId
  readonly commandCode?: string | undefined
}

export interface PlacedScriptCommand extends ScriptCommandRow {
  readonly script: PollScriptId
  readonly deviceModelId: DeviceModelId
}

/** In the order in which they are polled: as they were added. */
export function selectScriptCommands(
  db: Db,
  { script, id, commandCode }: CommandQuery,
): Promise<PlacedScriptCommand[]> {
  return db
    .selectFrom('scriptCommand')
    .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'scriptCommand.deviceModelId')
    .select([
      'scriptCommandId as id',
      'pollScriptId as script',
      'scriptCommand.deviceModelId',
      'brand',
      'model',
      'commandCode',
      'unitId',
      'deviceName',
      'retries',
      'intervalMs',
      'timeoutMs',
      'revision',
    ])
    .select(
      sql<number>`(select count(*)::int from limit_rule r
        where r.script_command_id = script_command.script_command_id)`.as('rules'),
    )
    .$if(script !== undefined, (query) => query.where('pollScriptId', '=', script as PollScriptId))
    .$if(id !== undefined, (query) => query.where('scriptCommandId', '=', id as ScriptCommandId))
    .$if(commandCode !== undefined, (query) => query.where('commandCode', '=', commandCode as string))
    .orderBy('scriptCommandId')
    .execute()
}

/** Held until the transaction ends. */
export async function lockPollScript(trx: Trx, id: PollScriptId): Promise<void> {
  await trx
    .selectFrom('pollScript')
    .select('pollScriptId')
    .where('pollScriptId', '=', id)
    .forUpdate()
    .execute()
}

export async function insertPollScript(
  trx: Trx,
  { name, folderId: scriptFolderId, periodSeconds }: ScriptDraft,
): Promise<PollScriptId> {
  const { pollScriptId } = await trx
    .insertInto('pollScript')
    .values({ name, scriptFolderId, periodSeconds })
    .returning('pollScriptId')
    .executeTakeFirstOrThrow()
  return pollScriptId
}

/** Also counts up the revision that a script had before. */
export async function updatePollScript(
  trx: Trx,
  { id, revision }: Pick<OwnedScript, 'id' | 'revision'>,
  { name, folderId: scriptFolderId, periodSeconds }: ScriptDraft,
): Promise<void> {
  await trx
    .updateTable('pollScript')
    .set({ name, scriptFolderId, periodSeconds, revision: revision + 1 })
    .where('pollScriptId', '=', id)
    .execute()
}

export async function deletePollScript(trx: Trx, id: PollScriptId): Promise<void> {
  await trx.deleteFrom('pollScript').where('pollScriptId', '=', id).execute()
}

/** Models that a script polls and that are not used in a department, by brand and model. */
export function selectUnusedModels(db: Db, id: PollScriptId, departmentId: DepartmentId) {
  return db
    .selectFrom('scriptCommand')
    .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'scriptCommand.deviceModelId')
    .select(['brand', 'model'])
    .distinct()
    .where('pollScriptId', '=', id)
    .where(({ not }) => not(isUsedIn(departmentId, 'deviceModel')))
    .orderBy('brand')
    .orderBy('model')
    .execute()
}

/** The columns of a script command that people write, with its model. */
type CommandColumns = Omit<ScriptCommandDraft, 'brand' | 'model'> & {
  readonly deviceModelId: DeviceModelId
}

export async function insertScriptCommand(
  trx: Trx,
  pollScriptId: PollScriptId,
  columns: CommandColumns,
): Promise<void> {
  await trx
    .insertInto('scriptCommand')
    .values({ ...columns, pollScriptId })
    .execute()
}

/** Also counts up the revision that a command had before. */
export async function updateScriptCommand(
  trx: Trx,
  { id, revision }: Pick<ScriptCommandRow, 'id' | 'revision'>,
  columns: CommandColumns,
): Promise<void> {
  await trx
    .updateTable('scriptCommand')
    .set({ ...columns, revision: revision + 1 })
    .where('scriptCommandId', '=', id)
    .execute()
}

export async function deleteScriptCommand(trx: Trx, id: ScriptCommandId): Promise<void> {
  await trx.deleteFrom('scriptCommand').where('scriptCommandId', '=', id).execute()
}

/**
 * The model that a command means by a name, held until the transaction ends.
 * @param known only this one; `null`: the nearest that is used in the department
 */
export async function lockModelOfCommand(
  trx: Trx,
  departmentId: DepartmentId,
  { brand, model }: Pick<ScriptCommandDraft, 'brand' | 'model'>,
  known: DeviceModelId | null,
): Promise<DeviceModelId | null> {
  const row = await trx
    .selectFrom('deviceModel')
    .select('deviceModelId')
    .$if(known !== null, (query) => query.where('deviceModelId', '=', known as DeviceModelId))
    .$if(known === null, (query) => query.where(isUsedIn(departmentId, 'deviceModel')))
    .where('brand', '=', brand)
    .where('model', '=', model)
    .orderBy(depthOf('deviceModel'), 'desc')
    .limit(1)
    .forShare()
    .executeTakeFirst()
  return row?.deviceModelId ?? null
}

/** Whether a model has a command as it is being edited, which is then held until the transaction ends. */
export async function lockPollCommandOfCode(
  trx: Trx,
  deviceModelId: DeviceModelId,
  commandCode: string,
): Promise<boolean> {
  const draft = await trx
    .selectFrom('pollCommand')
    .select('pollCommandId')
    .where('deviceModelId', '=', deviceModelId)
    .where('commandCode', '=', commandCode)
    .forShare()
    .executeTakeFirst()
  return draft !== undefined
}

/** Gives a script the commands of another one, with their limits. */
export async function insertCopyOfCommands(trx: Trx, from: PollScriptId, to: PollScriptId): Promise<void> {
  await sql`
    insert into script_command (poll_script_id, device_model_id, command_code, unit_id, device_name, retries,
      interval_ms, timeout_ms)
    select ${to}, device_model_id, command_code, unit_id, device_name, retries, interval_ms, timeout_ms
    from script_command where poll_script_id = ${from} order by script_command_id`.execute(trx)
  await sql`
    insert into limit_rule (script_command_id, point_name, unit, low_limit, low_delay_minutes, high_limit,
      high_delay_minutes, lost_delay_minutes)
    select copy.script_command_id, rule.point_name, rule.unit, rule.low_limit, rule.low_delay_minutes,
      rule.high_limit, rule.high_delay_minutes, rule.lost_delay_minutes
    from limit_rule rule
    join script_command was on was.script_command_id = rule.script_command_id
    join script_command copy on copy.poll_script_id = ${to} and copy.device_model_id = was.device_model_id
      and copy.command_code = was.command_code and copy.unit_id = was.unit_id
    where was.poll_script_id = ${from} order by rule.limit_rule_id`.execute(trx)
}
