import type { PointLimitsRow } from '@coldkeep/contract/areas/limit-rules'
import type { ScriptCommandRow } from '@coldkeep/contract/areas/script-commands'
import type { PollScriptRow, ScriptFolderRow } from '@coldkeep/contract/areas/scripts'
import type {
  DepartmentId,
  DeviceModelId,
  LimitRuleId,
  PollScriptId,
  ScriptCommandId,
  ScriptFolderId,
} from '@coldkeep/domain/ids'
import type { ScriptStep } from '@coldkeep/domain/polling/poll-command'
import { worstCollectionMs } from '@coldkeep/domain/polling/timing'
import { sql } from 'kysely'
import { isOwnedBelow, isSeenFrom, ownerColumns } from '../access/owned'
import type { Db } from '../db/connect'

/** Those that accounts of a department see, by name; one where an id is given. */
export function selectFolders(
  db: Db,
  from: DepartmentId,
  id: ScriptFolderId | null = null,
): Promise<ScriptFolderRow[]> {
  return db
    .selectFrom('scriptFolder')
    .select(['scriptFolderId as id', 'name', 'revision'])
    .select(ownerColumns(from, 'scriptFolder'))
    .where(isSeenFrom(from, 'scriptFolder'))
    .select(
      sql<number>`(select count(*)::int from poll_script s
        where s.script_folder_id = script_folder.script_folder_id)`.as('scripts'),
    )
    .$if(id !== null, (query) => query.where('scriptFolderId', '=', id as ScriptFolderId))
    .orderBy('name')
    .orderBy('scriptFolderId')
    .execute()
}

/** A script file with the department that its folder belongs to, and the name of that folder. */
export interface OwnedScript extends PollScriptRow {
  readonly folder: string
  readonly departmentId: DepartmentId
}

interface WantedScripts {
  /** Whose accounts ask; `null`: the product, which sees all. */
  readonly from: DepartmentId | null
  readonly folder?: ScriptFolderId
  readonly id?: PollScriptId
}

/** Of a folder by name, or one. */
export async function selectScripts(
  db: Db,
  { from, folder, id }: WantedScripts,
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

interface WantedCommands {
  readonly script?: PollScriptId
  readonly id?: ScriptCommandId
  readonly commandCode?: string | undefined
}

export interface PlacedScriptCommand extends ScriptCommandRow {
  readonly script: PollScriptId
  readonly deviceModelId: DeviceModelId
}

/** In the order in which they are asked: as they were added. */
export function selectScriptCommands(
  db: Db,
  { script, id, commandCode }: WantedCommands,
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

/** Of a script by command and node, or one. */
export function selectPointLimits(
  db: Db,
  { script, id, commandCode }: { script?: PollScriptId; id?: LimitRuleId; commandCode?: string | undefined },
): Promise<PointLimitsRow[]> {
  return db
    .selectFrom('limitRule')
    .innerJoin('scriptCommand', 'scriptCommand.scriptCommandId', 'limitRule.scriptCommandId')
    .select([
      'limitRuleId as id',
      'limitRule.scriptCommandId as command',
      'pointName',
      'unit',
      'lowLimit',
      'lowDelayMinutes',
      'highLimit',
      'highDelayMinutes',
      'lostDelayMinutes',
      'limitRule.revision',
    ])
    .$if(script !== undefined, (query) =>
      query.where('scriptCommand.pollScriptId', '=', script as PollScriptId),
    )
    .$if(id !== undefined, (query) => query.where('limitRuleId', '=', id as LimitRuleId))
    .$if(commandCode !== undefined, (query) => query.where('commandCode', '=', commandCode as string))
    .orderBy('limitRule.scriptCommandId')
    .orderBy('pointName')
    .execute()
}
