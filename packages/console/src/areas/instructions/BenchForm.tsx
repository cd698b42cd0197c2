import type { ReactNode } from 'react'
import { NumberField } from '../../kit/field/NumberField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useText } from '../../kit/text'
import styles from './instructions.module.css'
import type { Trial } from './trial-rules'
import type { TrialForm } from './use-trial'

export interface BenchFormProps {
  readonly form: TrialForm
  readonly onSend: (trial: Trial) => void
  readonly busy: boolean
  /** What else has to be known, such as the value that is written. */
  readonly children?: ReactNode
}

/** A unit and the reply that it gave. */
export function BenchForm({ form, onSend, busy, children }: BenchFormProps) {
  const t = useText()
  const { min, max, step } = form.limits.get('unitId') ?? {}
  return (
    <Form className={styles.request} onSubmit={() => form.submit(onSend)}>
      <NumberField {...form.field('unitId')} min={min} max={max} step={step} unreadable={Number.NaN} />
      {children}
      <div className={styles.reply}>
        <TextAreaField {...form.field('replyHex')} rows={2} monospace />
      </div>
      <div className={styles.send}>
        <SubmitButton busy={busy} missing={form.missing}>
          {t('instructions.read')}
        </SubmitButton>
      </div>
    </Form>
  )
}
