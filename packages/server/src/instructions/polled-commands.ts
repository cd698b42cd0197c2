import { Problem } from '@coldkeep/contract/problem'
import type { DeviceModelId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'
import { type PolledCommand, selectPolledCommands } from './polled-command-queries'

/** Of these those that some tables do not have. */
export function lackingOf(
  polled: readonly PolledCommand[],
  commandCodes: readonly string[],
): PolledCommand[] {
  return polled.filter(({ command }) => !commandCodes.includes(command))
}

function lackingWords(lacking: readonly PolledCommand[]): string {
  return lacking.map(({ command, scripts }) => `${command} (${scripts.join(', ')})`).join('; ')
}

/** @throws Problem `instruction.in_use` that names the scripts whose commands would be gone */
export async function refuseLacking(
  db: Db,
  deviceModelId: DeviceModelId,
  { commands }: { readonly commands: readonly { readonly commandCode: string }[] },
): Promise<void> {
  const codes = commands.map(({ commandCode }) => commandCode)
  const lacking = lackingOf(await selectPolledCommands(db, deviceModelId), codes)
  if (lacking.length > 0) throw new Problem('instruction.in_use', { scripts: lackingWords(lacking) })
}
