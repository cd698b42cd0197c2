import { PresentValue } from '../../archetypes/editor/PresentValue'
import type { FieldProps } from '../../kit/field/field-props'
import { NumberField } from '../../kit/field/NumberField'
import styles from './settings.module.css'

export interface RuleNumberProps {
  /** What the form knows of the field. */
  readonly look: Pick<FieldProps, 'name' | 'label' | 'required' | 'error' | 'onBlur'>
  readonly unit: string | undefined
  readonly bounds: { readonly min?: number; readonly max?: number; readonly step?: number }
  readonly help: string
  /** Instead of the help once it was changed: what was read, in words. */
  readonly wasRead: (read: number) => string
  readonly value: number | null
  /** What was read; `null` before that. */
  readonly read: number | null
  readonly isLocked: boolean
  /** Someone else saved in the meantime, so what was read is offered to be taken over. */
  readonly isConflict: boolean
  readonly onChange: (value: number | null) => void
}

/** A number of a rule, marked where it differs from what was read. */
export function RuleNumber(props: RuleNumberProps) {
  const { look, unit, bounds, value, read, isConflict, onChange } = props
  const isChanged = read !== null && value !== read
  return (
    <div className={styles.fields}>
      <NumberField
        {...look}
        {...bounds}
        unit={unit}
        disabled={props.isLocked}
        value={value}
        changed={isChanged}
        help={isChanged ? props.wasRead(read) : props.help}
        unreadable={Number.NaN}
        onChange={onChange}
      />
      {isConflict && isChanged && (
        <PresentValue
          label={look.label}
          choices={[]}
          present={read}
          value={value}
          onTake={() => onChange(read)}
        />
      )}
    </div>
  )
}
