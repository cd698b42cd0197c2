import type { ReactNode } from 'react'
import { useText } from '../text'
import { DateField } from './DateField'
import styles from './DateRangeField.module.css'
import { type DayText, readDay } from './day-text'
import type { FieldProps } from './field-props'

interface DayRange {
  readonly first: DayText | null
  readonly last: DayText | null
}

/** What a form knows of one of the two fields. */
type DayLook = Pick<FieldProps, 'error' | 'required' | 'onBlur'>

export interface DateRangeFieldProps {
  readonly label: string
  readonly value: DayRange
  readonly onChange: (range: DayRange) => void
  readonly first?: DayLook
  readonly last?: DayLook
  readonly disabled?: boolean
  readonly min?: DayText
  readonly max?: DayText
  /** Times of these days, each after its day. */
  readonly times?: { readonly first: ReactNode; readonly last: ReactNode }
}

/** Two days, both included; the second cannot lie before the first. */
export function DateRangeField(props: DateRangeFieldProps) {
  const { label, value, onChange, first = {}, last = {}, disabled, min, max, times } = props
  const t = useText()
  return (
    <fieldset className={styles.range} data-timed={times !== undefined || undefined}>
      <legend className={styles.legend}>{label}</legend>
      <DateField
        error={first.error}
        required={first.required}
        onBlur={first.onBlur}
        label={t('kit.field.from')}
        value={value.first}
        onChange={(day) => onChange({ ...value, first: day })}
        disabled={disabled}
        min={min}
        max={readDay(value.last) ?? max}
      />
      {times?.first}
      <DateField
        error={last.error}
        required={last.required}
        onBlur={last.onBlur}
        label={t('kit.field.to')}
        value={value.last}
        onChange={(day) => onChange({ ...value, last: day })}
        disabled={disabled}
        min={readDay(value.first) ?? min}
        max={max}
      />
      {times?.last}
    </fieldset>
  )
}
