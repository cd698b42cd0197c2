import { parseHex } from '@coldkeep/domain/polling/parse-hex'
import type { RequestText } from '@coldkeep/domain/polling/poll-command'
import { MOST_REPLY_BYTES, readReply } from '@coldkeep/domain/polling/read-reply'
import type { Translate } from '@coldkeep/phrases/keys'
import type { FieldFaults } from '../../kit/form/use-shown-faults'

/** What is typed on a bench. */
export interface Trial {
  readonly unitId: number | null
  /** Of writes that take one. */
  readonly value: number | null
  readonly replyHex: string
}

export function firstTrial(command: RequestText): Trial {
  return { unitId: unitOf(command) ?? 1, value: null, replyHex: '' }
}

/** The unit that the text of a command itself names. */
function unitOf({ requestHex, includesUnitId }: RequestText): number | null {
  return includesUnitId ? (parseHex(requestHex.replace(/VV/gi, '00'))?.[0] ?? null) : null
}

/** What no call says: the unit that the command itself names, and the form of a reply. */
export function benchFaults({ unitId, replyHex }: Trial, command: RequestText, t: Translate): FieldFaults {
  const unit = unitOf(command)
  const read = readReply(replyHex)
  return {
    ...(unit !== null && unit !== unitId && { unitId: t('instructions.trial.unitNamed', { unit }) }),
    ...(!read.ok && {
      replyHex:
        read.problem === 'too_long'
          ? t('instructions.trial.replyLong', { limit: MOST_REPLY_BYTES })
          : t('instructions.trial.replyHex'),
    }),
  }
}
