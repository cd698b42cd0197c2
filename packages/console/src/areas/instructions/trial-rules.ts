import type { PollCommandRow } from '@coldkeep/contract/areas/poll-commands'
import { testReply } from '@coldkeep/contract/areas/test-bench'
import { testWrite } from '@coldkeep/contract/areas/write-bench'
import type { WriteCommandRow } from '@coldkeep/contract/areas/write-commands'
import { parseHex } from '@coldkeep/domain/polling/parse-hex'
import type { RequestText } from '@coldkeep/domain/polling/poll-command'
import { MOST_REPLY_BYTES, readReply } from '@coldkeep/domain/polling/read-reply'
import { formatNumber } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import type { CallRules } from '../../archetypes/editor/use-call-form'
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

export function pollTrialRules(command: PollCommandRow, t: Translate): CallRules<typeof testReply, Trial> {
  return {
    call: testReply,
    labels: { unitId: t('instructions.unitId'), replyHex: t('instructions.reply') },
    inputOf: ({ unitId, replyHex }) => ({ body: { command: command.id, unitId, replyHex } }),
    check: (trial) => benchFaults(trial, command, t),
  }
}

export function writeTrialRules(
  command: WriteCommandRow,
  isValued: boolean,
  language: Language,
  t: Translate,
): CallRules<typeof testWrite, Trial> {
  const { id: _, revision: __, ...draft } = command
  const range = {
    low: formatNumber(language, command.lowest),
    high: formatNumber(language, command.highest),
  }
  return {
    call: testWrite,
    labels: {
      unitId: t('instructions.unitId'),
      ...(isValued && { value: t('instructions.written', { range: t('writes.range', range) }) }),
      replyHex: t('instructions.reply'),
    },
    inputOf: ({ unitId, value, replyHex }) => ({ body: { draft, unitId, value, replyHex } }),
    check: (trial) => ({ ...benchFaults(trial, command, t), ...(isValued && valueFaults(trial)) }),
  }

  function valueFaults({ value }: Trial): FieldFaults {
    if (value === null) return { value: t('kit.field.required') }
    const { lowest, highest } = command
    const isInside = lowest !== null && highest !== null && lowest <= value && value <= highest
    return isInside ? {} : { value: t('writes.valueRange', range) }
  }
}

/** The unit that the text of a command itself names. */
function unitOf({ requestHex, includesUnitId }: RequestText): number | null {
  return includesUnitId ? (parseHex(requestHex.replace(/VV/gi, '00'))?.[0] ?? null) : null
}

function benchFaults({ unitId, replyHex }: Trial, command: RequestText, t: Translate): FieldFaults {
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
