import { useMemo, useState } from 'react'
import type { FormValue } from '../kit/form/form-field'
import { isEmptyValue, sameValue } from '../kit/form/form-field'
import { useText } from '../kit/text'
import type { PlainField, PlainValues } from './editor-field'
import { type FieldFaults, faultsOfIssues, requiredKeys } from './field-faults'
import type { issuesOf } from './writing'

type Issues = ReturnType<typeof issuesOf>

export interface EditorFormInput {
  readonly fields: readonly PlainField[]
  /** What the form starts from; changes are measured against it. */
  readonly initial: PlainValues
  /** What it holds at first, where that is not the same: a draft that was taken up again. */
  readonly kept?: PlainValues
  readonly issuesOfValues: (values: PlainValues) => Issues
  /** Rules over several fields. */
  readonly check: (values: PlainValues) => FieldFaults
}

/** A form over fields as data: values, what is wrong with them, and which of it is shown already. */
export function useEditorForm({ fields, initial, kept, issuesOfValues, check }: EditorFormInput) {
  const t = useText()
  const [values, setValues] = useState<PlainValues>(kept ?? initial)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [wasSent, setWasSent] = useState(false)
  const [refused, setRefused] = useState<FieldFaults>({})
  const required = useMemo(
    () => requiredKeys(fields, initial, issuesOfValues),
    [fields, initial, issuesOfValues],
  )
  const faults: FieldFaults = {
    ...check(values),
    ...faultsOfIssues(issuesOfValues(values), fields, values, t),
  }
  const shown = Object.fromEntries(Object.entries(faults).filter(([key]) => wasSent || left.has(key)))
  return {
    values,
    required,
    isDirty: fields.some(({ key }) => !sameValue(values[key], initial[key])),
    isValid: Object.keys(faults).length === 0,
    /** Words under the fields. */
    errors: { ...refused, ...shown },
    missing: missingWords(),
    showAll: () => setWasSent(true),
    refuse: setRefused,
    merge: setValues,
    leave: (key: string) => setLeft((before) => (before.has(key) ? before : new Set([...before, key]))),
    change: (key: string, value: FormValue): PlainValues => {
      const cleared = fields.find((field) => field.key === key)?.clears ?? []
      const emptied = Object.fromEntries(cleared.map((one) => [one, null]))
      const next = { ...values, ...emptied, [key]: value }
      const { [key]: _, ...others } = refused
      setRefused(others)
      setValues(next)
      return next
    },
  }

  function missingWords(): string | null {
    const empty = fields.filter(({ key }) => key in faults && isEmptyValue(values[key]))
    const wrong = fields.filter(({ key }) => key in faults && !isEmptyValue(values[key]))
    const names = (some: readonly PlainField[]) => some.map((field) => field.label).join(', ')
    if (empty.length > 0) return t('kit.field.missing', { fields: names(empty) })
    return wrong.length > 0 ? t('kit.field.check', { fields: names(wrong) }) : null
  }
}
