import { saveHelpFile } from '@coldkeep/contract/areas/help-desk'
import type { DeviceId } from '@coldkeep/domain/ids'
import type { TextValue } from '@coldkeep/domain/parameters/parameter-text'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'

export interface FileDraft {
  readonly name: string
}

/** What a file is made of, but for its name. */
export interface FileSource {
  readonly sessionId: string
  readonly deviceId: DeviceId
  readonly values: readonly Pick<TextValue, 'code' | 'value' | 'reason'>[]
}

export function helpFileRules(
  { sessionId, deviceId, values }: FileSource,
  t: Translate,
): CallRules<typeof saveHelpFile, FileDraft> {
  return {
    call: saveHelpFile,
    labels: { name: t('helpDesk.parameters.fileName') },
    inputOf: ({ name }) => ({
      params: { sessionId },
      body: {
        deviceId,
        name: name.trim(),
        values: values.map(({ code, value, reason }) => ({ code, value, reason })),
      },
    }),
  }
}
