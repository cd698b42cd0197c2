import type { Call } from '@coldkeep/contract/call'
import type { CallProblem } from '../../api/call-problem'
import type { CallInput } from '../../api/transport'
import { type UseSendOptions, useSend } from '../../api/use-call'
import { type CallFormInput, useCallForm } from './use-call-form'

export interface SendFormInput<C extends Call, Values extends object>
  extends CallFormInput<C, Values>,
    UseSendOptions<C> {
  /** The field that the message of a refusal comes to; without it each named field has words of its own. */
  readonly refusedAt?: (problem: CallProblem) => keyof Values & string
}

/** A form of one call, sent by it; `window` is what a form in a dialog takes. */
export function useSendForm<C extends Call, Values extends object>(input: SendFormInput<C, Values>) {
  const { refusedAt } = input
  const form = useCallForm(input)
  const sending = useSend(input.call, input)
  const submit = () =>
    form.submit((values) => {
      if (sending.isPending) return
      sending.mutate(input.inputOf(values) as CallInput<C>, {
        onError: (problem) =>
          refusedAt === undefined
            ? form.refuseBy(problem)
            : form.refuse({ [refusedAt(problem)]: problem.message }),
      })
    })
  return {
    ...form,
    sending,
    submit,
    window: { missing: form.missing, dirty: form.isDirty, busy: sending.isPending, onSubmit: submit },
  }
}
