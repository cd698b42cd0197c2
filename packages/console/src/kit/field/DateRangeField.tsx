import { useText } from '../text'
import { DateField } from './DateField'
import styles from './DateRangeField.module.css'
import type { DayText } from './day-text'

export interface DayRange {
  readonly first: DayText | null
  readonly last: DayText | null
}

export interface DateRangeFieldProps {
  readonly label: string
  readonly value: DayRange
  readonly onChange: (range: DayRange) => void
  readonly required?: boolean
  readonly disabled?: boolean
  readonly min?: DayText
  readonly max?: DayText
  readonly error?: string | null
  readonly onBlur?: () => void
}

/** Two days, both included; the second cannot lie before the first. */
export function DateRangeField(props: DateRangeFieldProps) {
  const { label, value, onChange, required, disabled, min, max, error, onBlur } = props
  const t = useText()
  return (
    <fieldset className={styles.range}>
      <legend className={styles.legend}>{label}</legend>
      <DateField
        label={t('kit.field.from')}
        value={value.first}
        onChange={(first) => onChange({ ...value, first })}
        required={required}
        disabled={disabled}
        min={min}
        max={value.last ?? max}
        error={error}
        onBlur={onBlur}
      />
      <DateField
        label={t('kit.field.to')}
        value={value.last}
        onChange={(last) => onChange({ ...value, last })}
        required={required}
        disabled={disabled}
        min={value.first ?? min}
        max={max}
        onBlur={onBlur}
      />
    </fieldset>
  )
}
