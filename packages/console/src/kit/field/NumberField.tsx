import { type Ref, useState } from 'react'
import { useText } from '../text'
import type { FieldProps } from './field-props'
import { numberFromText, textFromNumber } from './number-text'
import { TextField } from './TextField'

export interface NumberFieldProps extends FieldProps {
  /** `null` while nothing is typed. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly min?: number
  readonly max?: number
  /** Values are multiples of it: 1 of a whole number. */
  readonly step?: number
  readonly unit?: string
  readonly placeholder?: string
  /** What stands for a text that is no number; `null` when left out. */
  readonly unreadable?: number
  readonly ref?: Ref<HTMLInputElement>
}

/** A number with its unit; the wheel and the arrow keys never change it. */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, min, max, step, unit, error, unreadable = null, ref, ...field } = props
  const t = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const read = (given: string) => {
    const number = numberFromText(given)
    return number === undefined ? unreadable : number
  }
  const text = typed !== null && Object.is(read(typed), value) ? typed : textFromNumber(value)
  const own = () => {
    if (typed !== null && numberFromText(typed) === undefined) return t('kit.field.notNumber')
    if (value !== null && min !== undefined && value < min) return t('kit.field.tooLow', { limit: min })
    if (value !== null && max !== undefined && value > max) return t('kit.field.tooHigh', { limit: max })
    if (value !== null && step === 1 && !Number.isInteger(value)) return t('kit.field.notWhole')
    return null
  }
  return (
    <TextField
      {...field}
      ref={ref}
      value={text}
      unit={unit}
      inputMode={min === undefined || min < 0 ? 'text' : step === 1 ? 'numeric' : 'decimal'}
      error={own() ?? error}
      onChange={(next) => {
        setTyped(next)
        onChange(read(next))
      }}
    />
  )
}
