import { saveLossSetting } from '@coldkeep/contract/areas/loss-rules'
import { limitsOfCall } from '../../archetypes/editor/call-rules'
import { PresentValue } from '../../archetypes/editor/PresentValue'
import type { FieldProps } from '../../kit/field/field-props'
import { NumberField } from '../../kit/field/NumberField'
import { useText } from '../../kit/text'
import styles from './settings.module.css'

export interface LossNumberProps {
  /** What the form knows of the field. */
  readonly look: Pick<FieldProps, 'name' | 'label' | 'required' | 'error' | 'onBlur'>
  readonly help: string
  readonly value: number | null
  /** What was read; `null` before that. */
  readonly read: number | null
  readonly isLocked: boolean
  /** Someone else saved in the meantime, so what was read is offered to be taken over. */
  readonly isConflict: boolean
  readonly onChange: (value: number | null) => void
}

const limits = limitsOfCall(saveLossSetting)

function rangeOf(name: string | undefined) {
  const { min, max, step } = limits.get(name ?? '') ?? {}
  return { min, max, step }
}

/** Minutes, marked where they differ from what was read. */
export function LossNumber(props: LossNumberProps) {
  const { look, help, value, read, isLocked, isConflict, onChange } = props
  const t = useText()
  const isChanged = read !== null && value !== read
  return (
    <div className={styles.fields}>
      <NumberField
        name={look.name}
        label={look.label}
        required={look.required}
        onBlur={look.onBlur}
        unit={t('lossRules.minute')}
        disabled={isLocked}
        value={value}
        changed={isChanged}
        help={isChanged ? t('lossRules.wasRead', { value: read }) : help}
        error={look.error}
        {...rangeOf(look.name)}
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
