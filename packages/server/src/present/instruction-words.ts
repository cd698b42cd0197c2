import type { MissingReason } from '@coldkeep/domain/points/decode-point'
import type { ModelProblem } from '@coldkeep/domain/polling/check-model'
import type { ReplyOutcome } from '@coldkeep/domain/polling/examine-reply'
import type { Translate } from '@coldkeep/phrases/keys'

/** What is the matter with a reply as a whole. */
export function presentOutcome(outcome: ReplyOutcome, translate: Translate): string {
  return outcome.kind === 'exception'
    ? translate('instructions.outcome.exceptionCode', { code: outcome.exceptionCode })
    : translate(`instructions.outcome.${outcome.kind}`)
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
