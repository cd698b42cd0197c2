import type { ScriptCommandRow } from '@coldkeep/contract/areas/script-commands'

/** A command of a script as people distinguish it: which device, which unit, which command. */
export function commandText({ deviceName, unitId, commandCode }: ScriptCommandRow): string {
  return `${deviceName} (${unitId}) · ${commandCode}`
}
