import { parseHex } from '@coldkeep/domain/polling/parse-hex'
import type { RequestText } from '@coldkeep/domain/polling/poll-command'
import { MOST_REPLY_BYTES, readReply } from '@coldkeep/domain/polling/read-reply'
import type { Translate } from '@coldkeep/phrases/keys'
import { useState } from 'react'
import type { CallProblem } from '../../api/call-problem'
import { useText } from '../../kit/text'

/** Units that can be addressed. */
export const unitIds = { lowest: 1, highest: 247 } as const

/** What is typed on a bench. */
export interface Trial {
  readonly unitId: number | null
  /** Of writes that take one. */
  readonly value: number | null
  readonly reply: string
}
export type TrialFaults = Partial<Readonly<Record<keyof Trial, string>>>

export interface TrialRules {
  readonly command: RequestText
  /** What is wrong with the value, in words. */
  readonly valueFault?: (value: number | null) => string | null
  /** Something was changed: what was found before does not hold any more. */
  readonly onChange: () => void
}

/** The input of a bench, and what is wrong with it in words; shown once it was sent. */
export function useTrial({ command, valueFault, onChange }: TrialRules) {
  const t = useText()
  const [trial, setTrial] = useState<Trial>(() => ({ unitId: unitOf(command) ?? 1, value: null, reply: '' }))
  const [wasSent, setWasSent] = useState(false)
  const [refused, setRefused] = useState<TrialFaults>({})
  const faults = { ...faultsOf(trial, command, t), ...named('value', valueFault?.(trial.value)) }
  return {
    trial,
    faults: wasSent ? { ...refused, ...faults } : refused,
    change: (part: Partial<Trial>) => {
      setTrial({ ...trial, ...part })
      setRefused({})
      onChange()
    },
    /** @returns whether it may be sent */
    check: () => {
      setWasSent(true)
      return Object.keys(faults).length === 0
    },
    refuse: ({ fields }: CallProblem) => setRefused(wordsOf(fields, t)),
  }
}

/** The unit that the text of a command itself names. */
function unitOf({ requestHex, includesUnitId }: RequestText): number | null {
  return includesUnitId ? (parseHex(requestHex.replace(/VV/gi, '00'))?.[0] ?? null) : null
}

function faultsOf({ unitId, reply }: Trial, command: RequestText, t: Translate): TrialFaults {
  return { ...named('unitId', unitFault(unitId, command, t)), ...named('reply', replyFault(reply, t)) }
}

function unitFault(unitId: number | null, command: RequestText, t: Translate): string | null {
  if (unitId === null) return t('kit.field.required')
  if (!Number.isInteger(unitId)) return t('kit.field.notWhole')
  if (unitId < unitIds.lowest) return t('kit.field.tooLow', { limit: unitIds.lowest })
  if (unitId > unitIds.highest) return t('kit.field.tooHigh', { limit: unitIds.highest })
  const named = unitOf(command)
  return named === null || named === unitId ? null : t('instructions.trial.unitNamed', { unit: named })
}

function replyFault(reply: string, t: Translate): string | null {
  const read = readReply(reply)
  if (read.ok) return null
  return read.problem === 'too_long'
    ? t('instructions.trial.replyLong', { limit: MOST_REPLY_BYTES })
    : t('instructions.trial.replyHex')
}

const trialKeys = { unitId: 'unitId', value: 'value', replyHex: 'reply' } as const

/** What only the server can judge: how a value is encoded in the format of its node. */
function wordsOf(fields: CallProblem['fields'], t: Translate): TrialFaults {
  const words = Object.entries(fields).flatMap(([name, problem]) => {
    const key = trialKeys[name as keyof typeof trialKeys]
    if (key === undefined) return []
    return [
      [
        key,
        key === 'value' && problem === 'choice'
          ? t('instructions.trial.valueStep')
          : t('errors.field.format'),
      ],
    ]
  })
  return Object.fromEntries(words)
}

function named(key: keyof Trial, fault: string | null | undefined): TrialFaults {
  return fault ? { [key]: fault } : {}
}
