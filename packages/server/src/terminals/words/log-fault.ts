import type { CommandState } from '@coldkeep/domain/commands/command-state'
import type { Translate } from '@coldkeep/phrases/keys'
import { presentError } from '../../bundles/words/field-words'

/** Why a terminal hands over no log: its own word, or what became of asking it. */
export function presentLogFault(
  command: {
    readonly state: CommandState
    readonly errorCode: string | null
    readonly errorText: string | null
  },
  translate: Translate,
): string {
  const { state, errorCode, errorText } = command
  if (errorCode !== null) return presentError(errorCode, errorText ?? '', translate)
  // one that reported to be done, and whose file was removed since
  return state === 'done' ? translate('logDownload.removed') : translate(`commands.stateOf.${state}`)
}
