import { getOnCallCalendar, type OnCallShift } from '@coldkeep/contract/areas/on-call'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { type Person, PersonField } from './PersonField'
import { type HandOverDraft, handOverRules } from './shift-form'

export interface HandOverDialogProps {
  readonly shift: OnCallShift
  readonly people: readonly Person[]
  readonly onClose: () => void
}

/** The rest of a shift goes to someone else, now. */
export function HandOverDialog({ shift, people, onClose }: HandOverDialogProps) {
  const t = useText()
  const initial: HandOverDraft = { accountId: null }
  const form = useSendForm({
    ...handOverRules(shift, t),
    initial,
    invalidates: [getOnCallCalendar],
    onDone: onClose,
  })
  return (
    <FormModal
      opened
      title={t('amber.onCall.handOverTitle', { name: shift.name })}
      submitLabel={t('amber.onCall.handOver')}
      onClose={onClose}
      {...form.window}
    >
      <PersonField
        {...form.field('accountId')}
        people={people.filter(({ id }) => id !== shift.accountId)}
        onChange={(accountId) => form.change({ accountId })}
      />
      <p className={frame.note}>{t('amber.onCall.handOverNote')}</p>
    </FormModal>
  )
}
