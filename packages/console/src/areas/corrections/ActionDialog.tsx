import { type BreachDetail, getBreach, listBreaches } from '@coldkeep/contract/areas/corrections'
import { dispositions } from '@coldkeep/domain/corrections/corrective-action'
import { useEffect, useState } from 'react'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { ClockField } from '../../kit/field/ClockField'
import { DateField } from '../../kit/field/DateField'
import { NumberField } from '../../kit/field/NumberField'
import { SelectField } from '../../kit/field/SelectField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { actionDraftOf, actionRules } from './correction-forms'
import styles from './corrections.module.css'

export interface CorrectionDialogProps {
  readonly detail: BreachDetail
  readonly onClose: () => void
  /** Someone else may have entered something in the meantime; what was typed stays. */
  readonly onRefused: () => void
}

/** What was done, what became of the product, the cause, and when. */
export function ActionDialog({ detail, onClose, onRefused }: CorrectionDialogProps) {
  const t = useText()
  const [key] = useState(() => crypto.randomUUID())
  const [initial] = useState(() => actionDraftOf(detail, Date.now()))
  const { breach, action } = detail
  const form = useSendForm({
    ...actionRules(key, breach, t),
    initial,
    invalidates: [getBreach, listBreaches],
    onDone: () => {
      showToast(t('corrections.saved', { number: breach.number }))
      onClose()
    },
  })
  const { isError } = form.sending
  useEffect(() => {
    if (isError) onRefused()
  }, [isError, onRefused])
  return (
    <FormModal
      opened
      widthPx={560}
      title={t(action === null ? 'corrections.enter' : 'corrections.enterFurther')}
      submitLabel={t('corrections.save')}
      {...form.window}
      onClose={onClose}
    >
      {action !== null && <p className={frame.note}>{t('corrections.further')}</p>}
      <TextAreaField {...form.field('action')} rows={3} />
      <SelectField
        {...form.field('disposition')}
        choices={dispositions.map((value) => ({ value, label: t(`corrections.disposition.${value}`) }))}
        onChange={(next) => form.change({ disposition: next ?? '' })}
      />
      <div className={styles.pair}>
        <NumberField {...form.field('quantityKg')} />
        <TextField {...form.field('quantityWords')} help={t('corrections.quantityHelp')} />
      </div>
      <TextAreaField {...form.field('cause')} rows={2} />
      <div className={styles.pair}>
        <DateField {...form.field('doneDay')} />
        <ClockField {...form.field('doneClock')} />
      </div>
    </FormModal>
  )
}
