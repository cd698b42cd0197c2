import { useEffect, useState } from 'react'
import { sameValue } from '../../kit/form/form-field'
import type { PlainField, PlainValues } from './editor-field'

export interface PresentRowInput {
  readonly fields: readonly PlainField[]
  /** The current row; it changes when the list is read again. */
  readonly present: PlainValues
  /** The row as it stood when the form was first opened, where that was before a reload. */
  readonly from?: PlainValues
  readonly values: PlainValues
  readonly onMerge: (values: PlainValues) => void
}

export interface PresentRow {
  /** What the form was filled from, up to the last change by someone else. */
  readonly base: PlainValues
  /** What others changed while the form was open, by field. */
  readonly changed: PlainValues
}

/**
 * Follows the row under an open form. Where someone else changes it, fields that were left as they were take the new
 * value; in fields that were changed here too, both are kept to choose from.
 */
export function usePresentRow({ fields, present, from, values, onMerge }: PresentRowInput): PresentRow {
  const [base, setBase] = useState(from ?? present)
  const [changed, setChanged] = useState<PlainValues>({})
  useEffect(() => {
    const keys = fields.map(({ key }) => key).filter((key) => !sameValue(base[key], present[key]))
    if (keys.length === 0) return
    const untouched = keys.filter((key) => sameValue(values[key], base[key]))
    setBase(present)
    setChanged((before) => ({ ...before, ...pick(present, keys) }))
    if (untouched.length > 0) onMerge({ ...values, ...pick(present, untouched) })
  }, [fields, present, base, values, onMerge])
  return { base, changed }
}

function pick(values: PlainValues, keys: readonly string[]): PlainValues {
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))
}
