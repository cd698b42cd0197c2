import { PresentValue } from '../../archetypes/editor/PresentValue'
import { NumberField } from '../../kit/field/NumberField'
import { useText } from '../../kit/text'
import styles from './settings.module.css'

export interface LossNumberProps {
  readonly label: string
  readonly help: string
  readonly value: number | null
  /** What was read; `null` before that. */
  readonly read: number | null
  readonly fault: string | undefined
  readonly isLocked: boolean
  /** Someone else saved in the meantime, so what was read is offered to be taken over. */
  readonly isConflict: boolean
  readonly onChange: (value: number | null) => void
}

/** Minutes, marked where they differ from what was read. */
export function LossNumber(props: LossNumberProps) {
  const { label, help, value, read, fault, isLocked, isConflict, onChange } = props
  const t = useText()
  const isChanged = read !== null && value !== read
  return (
    <div className={styles.fields}>
      <NumberField
        label={label}
        unit={t('lossRules.minute')}
        disabled={isLocked}
        value={value}
        changed={isChanged}
        help={isChanged ? t('lossRules.wasRead', { value: read }) : help}
        error={isChanged ? fault : null}
        onChange={onChange}
      />
      {isConflict && isChanged && (
        <PresentValue label={label} choices={[]} present={read} value={value} onTake={() => onChange(read)} />
      )}
    </div>
  )
}
