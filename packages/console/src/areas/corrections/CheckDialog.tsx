import { getBreach, listBreaches } from '@coldkeep/contract/areas/corrections'
import { useEffect, useState } from 'react'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { RadioField } from '../../kit/field/RadioField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import type { CorrectionDialogProps } from './ActionDialog'
import { ActionFacts, BreachFacts } from './CorrectionFacts'
import { type CheckDraft, checkRules } from './correction-forms'

const blank: CheckDraft = { result: '', note: '' }

/** A second person sees what was measured and what was entered, and agrees or sends it back. */
export function CheckDialog({ detail, onClose, onRefused }: CorrectionDialogProps) {
  const t = useText()
  const [key] = useState(() => crypto.randomUUID())
  const { breach, action } = detail
  const form = useSendForm({
    ...checkRules(key, breach, t),
    initial: blank,
    invalidates: [getBreach, listBreaches],
    onDone: ({ breach: now }) => {
      showToast(
        t(now.state === 'closed' ? 'corrections.checked' : 'corrections.returned', { number: now.number }),
      )
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
      title={t('corrections.checkOf', { number: breach.number })}
      submitLabel={t('corrections.check')}
      {...form.window}
      onClose={onClose}
    >
      <BreachFacts of={breach} />
      {action !== null && <ActionFacts of={action} zone={breach.store.zone} />}
      <RadioField
        {...form.field('result')}
        choices={[
          { value: 'agrees', label: t('corrections.agrees') },
          { value: 'sendBack', label: t('corrections.sendBack') },
        ]}
        onChange={(result) => form.change({ result })}
      />
      <TextAreaField {...form.field('note')} rows={2} />
    </FormModal>
  )
}
