import type { Call } from '@coldkeep/contract/call'
import { useMemo } from 'react'
import type { CallInput } from '../../api/transport'
import { type UseSendOptions, useSend } from '../../api/use-call'
import { useForm } from '../../kit/form/use-form'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { useText } from '../../kit/text'
import { issuesOf, limitsOfCall } from './call-rules'
import { faultsOfIssues, faultsOfRefusal } from './field-faults'

/** An input while it is being filled in: every value may still be missing. */
type Unfinished<T> = T extends string | number | boolean | null | undefined
  ? T | null
  : T extends readonly (infer Element)[]
    ? readonly Unfinished<Element>[]
    : { readonly [Key in keyof T]: Unfinished<T[Key]> }

export interface CallFormInput<C extends Call, Values extends object> {
  readonly call: C
  /** Fields are called as the call calls them: its limits and refusals come to them by name. */
  readonly initial: Values
  /** Of the fields that are shown, in their order. */
  readonly labels: { readonly [Key in keyof Values]?: string }
  readonly inputOf: (values: Values) => Unfinished<CallInput<C>>
  /** Rules over several fields. */
  readonly check?: (values: Values) => FieldFaults
}

/** A form of one call, written by hand: what the call takes decides what is wrong, how long a text may be, and what is required. */
function useCallForm<C extends Call, Values extends object>(input: CallFormInput<C, Values>) {
  const { call, initial, labels, inputOf, check } = input
  const t = useText()
  const limits = useMemo(() => limitsOfCall(call), [call])
  const parts = Object.entries<string | undefined>(labels).flatMap(([key, label]) =>
    label === undefined ? [] : { key, label },
  )
  const form = useForm<Values>({
    parts,
    initial,
    faultsOf: (values) => ({
      ...check?.(values),
      ...faultsOfIssues(issuesOf(call, inputOf(values) as CallInput<Call>), parts, values, t),
    }),
  })
  /** What a field of the kit takes, all but what is its own. */
  const field = <Key extends keyof Values & string>(key: Key) => ({
    name: key,
    label: labels[key] ?? '',
    value: form.values[key],
    onChange: (value: Values[Key]) => form.change({ [key]: value } as unknown as Partial<Values>),
    onBlur: () => form.leave(key),
    required: form.required.has(key),
    error: form.errors[key] ?? null,
    maxLength: limits.get(key)?.maxLength,
  })
  return {
    ...form,
    field,
    /** A refusal of the service comes to the fields it names. */
    refuseBy: (problem: { readonly fields: Readonly<Record<string, string>> }) =>
      form.refuse(faultsOfRefusal(problem.fields, parts, t)),
  }
}

export type SendFormInput<C extends Call, Values extends object> = CallFormInput<C, Values> &
  UseSendOptions<C>

/** The same, sent by the call; `window` is what a form in a dialog takes. */
export function useSendForm<C extends Call, Values extends object>(input: SendFormInput<C, Values>) {
  const form = useCallForm(input)
  const sending = useSend(input.call, input)
  const submit = () =>
    form.submit((values) => {
      if (sending.isPending) return
      sending.mutate(input.inputOf(values) as CallInput<C>, { onError: form.refuseBy })
    })
  return {
    ...form,
    sending,
    submit,
    window: { missing: form.missing, dirty: form.isDirty, busy: sending.isPending, onSubmit: submit },
  }
}
