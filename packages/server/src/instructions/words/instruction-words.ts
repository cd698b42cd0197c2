import type { MissingReason } from '@coldkeep/domain/points/decode-point'
import type { ModelProblem } from '@coldkeep/domain/polling/check-model'
import type { ReplyOutcome } from '@coldkeep/domain/polling/examine-reply'
import type { ExaminedWrite } from '@coldkeep/domain/polling/examine-write'
import { refusalName } from '@coldkeep/domain/polling/refusal-name'
import type { Translate } from '@coldkeep/phrases/keys'

/** What is the matter with a reply as a whole. */
export function presentOutcome(outcome: ReplyOutcome, translate: Translate): string {
  return outcome.kind === 'exception'
    ? presentException(outcome.exceptionCode, translate)
    : translate(`instructions.outcome.${outcome.kind}`)
}

/** What became of a write. */
export function presentWriteOutcome({ outcome, fault }: ExaminedWrite, translate: Translate): string {
  if (outcome.kind === 'success') return translate('instructions.writeOutcome.success')
  return translate('instructions.writeOutcome.failed', { reason: reasonOf() })

  function reasonOf(): string {
    if (outcome.kind === 'refused') return presentException(outcome.exceptionCode, translate)
    if (outcome.kind === 'timeout') return translate('instructions.outcome.timeout')
    return fault === null || fault === 'bytes'
      ? translate('instructions.writeOutcome.bytes')
      : translate(`instructions.outcome.${fault}`)
  }
}

function presentException(code: number, translate: Translate): string {
  const name = refusalName(code)
  if (name === null) return translate('instructions.outcome.exceptionCode', { code })
  return translate('instructions.outcome.exceptionNamed', {
    code,
    meaning: translate(`instructions.exception.${name}`),
  })
}

/** Why a node has no value. */
export function presentReason(reason: MissingReason, translate: Translate): string {
  return reason === 'format' || reason === 'fault_marker'
    ? translate(`instructions.reason.${reason}`)
    : translate(`instructions.outcome.${reason}`)
}

/** What is wrong in the tables of a model. */
export function presentModelProblem(problem: ModelProblem, translate: Translate): string {
  return translate(`instructions.problem.${problem}`)
}
