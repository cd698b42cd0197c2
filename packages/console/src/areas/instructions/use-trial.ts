import type { Call } from '@coldkeep/contract/call'
import type { CallProblem } from '../../api/call-problem'
import { limitsOfCall } from '../../archetypes/editor/call-rules'
import { type CallFormInput, useCallForm } from '../../archetypes/editor/use-call-form'
import { useText } from '../../kit/text'
import type { Trial } from './trial-rules'

/**
 * The form of a bench.
 * @param onChange something was changed: what was found before does not hold any more
 */
export function useTrial<C extends Call>(input: CallFormInput<C, Trial>, onChange: () => void) {
  const t = useText()
  const form = useCallForm(input)
  const change = (part: Partial<Trial>) => {
    form.change(part)
    onChange()
  }
  return {
    ...form,
    change,
    limits: limitsOfCall(input.call),
    field: <Key extends keyof Trial>(key: Key) => ({
      ...form.field(key),
      onChange: (value: Trial[Key]) => change({ [key]: value }),
    }),
    /** What only the server can judge has words of its own: how a value is encoded in the format of its node. */
    refuseBy: (problem: CallProblem) => {
      if (problem.fields.value === 'choice') form.refuse({ value: t('instructions.trial.valueStep') })
      else form.refuseBy(problem)
    },
  }
}
export type TrialForm = ReturnType<typeof useTrial>
