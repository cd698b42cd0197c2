import { useState } from 'react'
import { useText } from '../text'
import { emptied, emptyValue, type FormField, isEmptyValue, sameValue } from './form-field'
import { type FieldFaults, useShownFaults } from './use-shown-faults'

/** A field as the form knows it, in the order in which it is filled in. */
export interface FormPart {
  readonly key: string
  readonly label: string
  /** What is drawn for it, where that says what an empty one holds. */
  readonly kind?: FormField['kind']
}

export interface FormInput<Values extends object> {
  readonly parts: readonly FormPart[]
  /** What the form starts from; changes are measured against it. */
  readonly initial: Values
  /** What it holds at first, where that is not the same: a draft that was taken up again. */
  readonly kept?: Values
  /** All that is wrong with the values, whether it is shown yet or not. */
  readonly faultsOf: (values: Values) => FieldFaults
}

/**
 * The state of a form: its values, what is wrong with them, and which of it is shown. A fault shows once its field was
 * left or the form was to be sent; what the service refused shows until the field changes.
 */
export function useForm<Values extends object>({ parts, initial, kept, faultsOf }: FormInput<Values>) {
  const t = useText()
  const [values, setValues] = useState<Values>(kept ?? initial)
  const [refused, setRefused] = useState<FieldFaults>({})
  const heldIn = (key: string): unknown => Reflect.get(values, key)
  const found = faultsOf(values)
  const faulty = parts.filter(({ key }) => key in found)
  const { shown, leave, showAll, hideAll } = useShownFaults(found)
  const required: ReadonlySet<string> = new Set(parts.filter(isRequired).map(({ key }) => key))
  const errors: FieldFaults = { ...refused, ...shown }
  const change = (changed: Partial<Values>) => {
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !(key in changed))))
    setValues((before) => ({ ...before, ...changed }))
  }
  return {
    values,
    /** Fields that must not stay empty, as the values are now. */
    required,
    isDirty: parts.some(({ key }) => !sameValue(heldIn(key), Reflect.get(initial, key))),
    isValid: faulty.length === 0,
    /** Words under the fields. */
    errors,
    /** Why it cannot be sent, in words. */
    missing: missingWords(),
    refuse: setRefused,
    merge: setValues,
    /** The next one, of which nothing was left yet. */
    start: (next: Values) => {
      setValues(next)
      hideAll()
    },
    leave,
    change,
    /** What a field of the kit takes, all but what is its own. */
    field: <Key extends keyof Values & string>(key: Key) => ({
      name: key,
      label: parts.find((part) => part.key === key)?.label ?? '',
      value: values[key],
      onChange: (value: Values[Key]) => change({ [key]: value } as unknown as Partial<Values>),
      onBlur: () => leave(key),
      required: required.has(key),
      error: errors[key] ?? null,
    }),
    /** Sends what is whole; of anything else it shows what is wrong. */
    submit: (send: (values: Values) => void) => {
      showAll()
      if (faulty.length > 0) return
      setRefused({})
      send(values)
    },
  }

  function isRequired({ key, kind }: FormPart): boolean {
    const empty = kind === undefined ? emptied(heldIn(key)) : emptyValue(kind)
    return faultsOf({ ...values, [key]: empty })[key] === t('kit.field.required')
  }

  function missingWords(): string | null {
    const names = (some: readonly FormPart[]) => some.map(({ label }) => label).join(', ')
    const empty = faulty.filter(({ key }) => isEmptyValue(heldIn(key)))
    if (empty.length > 0) return t('kit.field.missing', { fields: names(empty) })
    return faulty.length > 0 ? t('kit.field.check', { fields: names(faulty) }) : null
  }
}
