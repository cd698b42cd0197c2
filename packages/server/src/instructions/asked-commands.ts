import { Problem } from '@coldkeep/contract/problem'
import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceModelId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'

/** A command of a model with the script files that ask it, as `folder / file`. */
export interface AskedCommand {
  readonly command: string
  readonly scripts: readonly string[]
}

/** Commands of a model that any script file asks, by their code. */
export async function selectAskedCommands(db: Db, deviceModelId: DeviceModelId): Promise<AskedCommand[]> {
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
  return [...groupBy(rows, ({ commandCode }) => commandCode)].map(([command, asking]) => ({
    command,
    scripts: asking.map(({ folder, script }) => scriptTitle(folder, script)),
  }))
}

/** Of these those that some tables do not have. */
export function lackingOf(asked: readonly AskedCommand[], commandCodes: readonly string[]): AskedCommand[] {
  return asked.filter(({ command }) => !commandCodes.includes(command))
}

export function lackingWords(lacking: readonly AskedCommand[]): string {
  return lacking.map(({ command, scripts }) => `${command} (${scripts.join(', ')})`).join('; ')
}

/** @throws Problem `instruction.in_use` that tells which scripts ask what would not be there any more */
export async function refuseLacking(
  db: Db,
  deviceModelId: DeviceModelId,
  { commands }: { readonly commands: readonly { readonly commandCode: string }[] },
): Promise<void> {
  const codes = commands.map(({ commandCode }) => commandCode)
  const lacking = lackingOf(await selectAskedCommands(db, deviceModelId), codes)
  if (lacking.length > 0) throw new Problem('instruction.in_use', { scripts: lackingWords(lacking) })
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
