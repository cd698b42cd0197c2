import { listAmberStores, listServiceRecords, listStoreEngineers } from '@coldkeep/contract/areas/amber'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { NumberField } from '../../kit/field/NumberField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import type { ServiceDialogProps } from './EditServiceDialog'
import { type RenewDraft, renewRules } from './service-form'

const USUAL_MONTHS = 12

/** The alert service of an engineer is renewed by months. */
export function RenewDialog({ engineer, onClose }: ServiceDialogProps) {
  const t = useText()
  const initial: RenewDraft = { months: USUAL_MONTHS }
  const form = useSendForm({
    ...renewRules(engineer, t),
    initial,
    invalidates: [listStoreEngineers, listServiceRecords, listAmberStores],
    onDone: ({ alertServiceEndsOn }) => {
      showToast(t('amber.renewed', { day: alertServiceEndsOn ?? '' }))
      onClose()
    },
  })
  return (
    <FormModal
      opened
      title={t('amber.renewTitle', { name: engineer.name })}
      submitLabel={t('amber.renew')}
      onClose={onClose}
      {...form.window}
    >
      <NumberField {...form.field('months')} />
      <p className={frame.note}>{t('amber.renewNote')}</p>
    </FormModal>
  )
}
