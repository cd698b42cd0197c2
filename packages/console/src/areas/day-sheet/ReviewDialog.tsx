import {
  type DaySheet,
  getDaySheet,
  listDaySheets,
  type reviewDaySheet,
} from '@coldkeep/contract/areas/day-sheets'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { reviewRules } from './review-form'

export interface ReviewDialogProps {
  readonly store: DaySheet['store']
  readonly on: string
  readonly by: string
  /** Of the sheet that was signed. */
  readonly digest: string
  readonly onClose: () => void
}

/** Notes that a second person has looked at a signed day. */
export function ReviewDialog({ store, on, by, digest, onClose }: ReviewDialogProps) {
  const t = useText()
  const form = useSendForm<typeof reviewDaySheet, { note: string }>({
    ...reviewRules({ storeId: store.id, on, digest }, t),
    initial: { note: '' },
    invalidates: [getDaySheet, listDaySheets],
    onDone: () => {
      showToast(t('daySheet.review.done'))
      onClose()
    },
  })
  return (
    <FormModal
      opened
      title={t('daySheet.review.title', { day: `${store.code} ${on}` })}
      submitLabel={t('daySheet.review.do')}
      {...form.window}
      onClose={onClose}
    >
      <p className={frame.note}>{t('daySheet.review.text', { name: by })}</p>
      <TextAreaField {...form.field('note')} />
    </FormModal>
  )
}
