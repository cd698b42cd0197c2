import type { ReactNode } from 'react'
import { Button } from '../../kit/Button'
import { NumberField } from '../../kit/field/NumberField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { useText } from '../../kit/text'
import styles from './instructions.module.css'
import { type Trial, type TrialFaults, unitIds } from './use-trial'

export interface BenchFormProps {
  readonly trial: Trial
  readonly faults: TrialFaults
  readonly onChange: (part: Partial<Trial>) => void
  readonly onSubmit: () => void
  readonly busy: boolean
  /** What else has to be known, such as the value that is written. */
  readonly children?: ReactNode
}

/** A unit and the reply that it gave. */
export function BenchForm({ trial, faults, onChange, onSubmit, busy, children }: BenchFormProps) {
  const t = useText()
  return (
    <form
      className={styles.asked}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <NumberField
        label={t('instructions.unitId')}
        value={trial.unitId}
        error={faults.unitId}
        onChange={(unitId) => onChange({ unitId })}
        min={unitIds.lowest}
        max={unitIds.highest}
      />
      {children}
      <div className={styles.reply}>
        <TextAreaField
          label={t('instructions.reply')}
          value={trial.reply}
          error={faults.reply}
          onChange={(reply) => onChange({ reply })}
          rows={2}
          maxLength={1200}
          monospace
        />
      </div>
      <div className={styles.send}>
        <Button type="submit" variant="primary" loading={busy}>
          {t('instructions.read')}
        </Button>
      </div>
    </form>
  )
}
