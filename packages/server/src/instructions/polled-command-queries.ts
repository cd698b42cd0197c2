import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceModelId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'

/** A command of a model with the script files that ask it, as `folder / file`. */
export interface PolledCommand {
  readonly command: string
  readonly scripts: readonly string[]
}

/** Commands of a model that any script file polls, by their code. */
export async function selectPolledCommands(db: Db, deviceModelId: DeviceModelId): Promise<PolledCommand[]> {
  const rows = await db
    .selectFrom('scriptCommand')
    .innerJoin('pollScript', 'pollScript.pollScriptId', 'scriptCommand.pollScriptId')
    .innerJoin('scriptFolder', 'scriptFolder.scriptFolderId', 'pollScript.scriptFolderId')
    .select(['commandCode', 'scriptFolder.name as folder', 'pollScript.name as script'])
    .distinct()
    .where('deviceModelId', '=', deviceModelId)
    .orderBy('commandCode')
    .orderBy('folder')
    .orderBy('script')
    .execute()
  return [...groupBy(rows, ({ commandCode }) => commandCode)].map(([command, pollingRows]) => ({
    command,
    scripts: pollingRows.map(({ folder, script }) => scriptTitle(folder, script)),
  }))
}

/** Script files that name a command of a model, as `folder / file`. */
export async function selectScriptsUsing(
  db: Db,
  { deviceModelId, commandCode }: { readonly deviceModelId: DeviceModelId; readonly commandCode: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('scriptCommand')
    .innerJoin('pollScript', 'pollScript.pollScriptId', 'scriptCommand.pollScriptId')
    .innerJoin('scriptFolder', 'scriptFolder.scriptFolderId', 'pollScript.scriptFolderId')
    .select(['scriptFolder.name as folder', 'pollScript.name as script'])
    .distinct()
    .where('deviceModelId', '=', deviceModelId)
    .where('commandCode', '=', commandCode)
    .orderBy('folder')
    .orderBy('script')
    .execute()
  return rows.map(({ folder, script }) => scriptTitle(folder, script))
}

/** By this a terminal and people know a script. */
export function scriptTitle(folder: string, script: string): string {
  return `${folder} / ${script}`
}
