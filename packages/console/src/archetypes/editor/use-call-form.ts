import type { Call } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import type { CallInput } from '../../api/transport'
import { type FormPart, useForm } from '../../kit/form/use-form'
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

export interface CallRules<C extends Call, Values extends object> {
  readonly call: C
  /** Of the fields that are shown, in their order. */
  readonly labels: { readonly [Key in keyof Values]?: string }
  readonly inputOf: (values: Values) => Unfinished<CallInput<C>>
  /** Rules that the call does not know. */
  readonly check?: (values: Values) => FieldFaults
}

export interface CallFormInput<C extends Call, Values extends object> extends CallRules<C, Values> {
  /** Fields are called as the call calls them: its limits and refusals come to them by name. */
  readonly initial: Values
}

/** All that is wrong with the fields of a form by hand, each judged by itself. */
export function faultsOfCall<C extends Call, Values extends object>(
  { call, labels, inputOf, check }: CallRules<C, Values>,
  values: Values,
  t: Translate,
): FieldFaults {
  const issues = issuesOf(call, inputOf(values) as CallInput<Call>)
  return { ...check?.(values), ...faultsOfIssues(issues, partsOf(labels), values, t) }
}

/** A form of one call, written by hand: what the call takes decides what is wrong, how long a text may be, and what is required. */
export function useCallForm<C extends Call, Values extends object>(input: CallFormInput<C, Values>) {
  const { call, initial, labels } = input
  const t = useText()
  const limits = useMemo(() => limitsOfCall(call), [call])
  const parts = partsOf(labels)
  const form = useForm<Values>({ parts, initial, faultsOf: (values) => faultsOfCall(input, values, t) })
  const field = <Key extends keyof Values & string>(key: Key) => ({
    ...form.field(key),
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

function partsOf(labels: object): readonly FormPart[] {
  return Object.entries(labels).flatMap(([key, label]: [string, string | undefined]) =>
    label === undefined ? [] : { key, label },
  )
}
