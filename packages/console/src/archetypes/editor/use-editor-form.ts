import type { Translate } from '@coldkeep/phrases/keys'
import type { FormValue } from '../../kit/form/form-field'
import { useForm } from '../../kit/form/use-form'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { useText } from '../../kit/text'
import type { issuesOf } from './call-rules'
import type { PlainField, PlainValues } from './editor-field'
import { faultsOfIssues } from './field-faults'

type Issues = ReturnType<typeof issuesOf>

export interface EditorRules {
  readonly fields: readonly PlainField[]
  readonly issuesOfValues: (values: PlainValues) => Issues
  /** Rules over several fields. */
  readonly check: (values: PlainValues) => FieldFaults
}

export interface EditorFormInput extends EditorRules {
  /** What the form starts from; changes are measured against it. */
  readonly initial: PlainValues
  /** What it holds at first, where that is not the same: a draft that was taken up again. */
  readonly kept?: PlainValues
}

/** All that is wrong with the fields that are shown, each judged by itself. */
export function faultsOfEditor(rules: EditorRules, values: PlainValues, t: Translate): FieldFaults {
  const { fields, issuesOfValues, check } = rules
  const shown = fields.filter(({ isShown }) => isShown?.(values) ?? true)
  const faults = { ...check(values), ...faultsOfIssues(issuesOfValues(values), shown, values, t) }
  return Object.fromEntries(Object.entries(faults).filter(([key]) => shown.some((one) => one.key === key)))
}

/** The form of an editor: its fields are data, and what the contract takes decides what is wrong. */
export function useEditorForm({ fields, initial, kept, issuesOfValues, check }: EditorFormInput) {
  const t = useText()
  const faultsOf = (values: PlainValues) => faultsOfEditor({ fields, issuesOfValues, check }, values, t)
  const form = useForm<PlainValues>({ parts: fields, initial, kept, faultsOf })
  return {
    ...form,
    /** A field, and with it those that depend on it. */
    change: (key: string, value: FormValue) => {
      const cleared = fields.find((field) => field.key === key)?.clears ?? []
      form.change({ ...Object.fromEntries(cleared.map((one) => [one, null])), [key]: value })
    },
  }
}
