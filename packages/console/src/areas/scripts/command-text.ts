import type { ScriptCommandRow } from '@coldkeep/contract/areas/script-commands'

/** A command of a script as people tell it from others: which device, which unit, what is asked. */
export function commandText({ deviceName, unitId, commandCode }: ScriptCommandRow): string {
  return `${deviceName} (${unitId}) · ${commandCode}`
}
