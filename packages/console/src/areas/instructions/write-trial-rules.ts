import { testWrite } from '@coldkeep/contract/areas/write-bench'
import type { WriteCommandRow } from '@coldkeep/contract/areas/write-commands'
import { formatNumber } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { benchFaults, type Trial } from './trial-rules'

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
