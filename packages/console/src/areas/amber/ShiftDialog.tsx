import {
  type addOnCallShift,
  type changeOnCallShift,
  getOnCallCalendar,
} from '@coldkeep/contract/areas/on-call'
import type { AccountId } from '@coldkeep/domain/ids'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { ClockField } from '../../kit/field/ClockField'
import { DateField } from '../../kit/field/DateField'
import { useText } from '../../kit/text'
import styles from './amber.module.css'
import { type Person, PersonField } from './PersonField'
import type { ShiftDraft } from './shift-form'

export interface ShiftDialogProps {
  readonly title: string
  readonly rules:
    | CallRules<typeof addOnCallShift, ShiftDraft>
    | CallRules<typeof changeOnCallShift, ShiftDraft>
  readonly initial: ShiftDraft
  readonly people: readonly Person[]
  readonly onClose: () => void
}

/** Who is on call from when until when. */
export function ShiftDialog({ title, rules, initial, people, onClose }: ShiftDialogProps) {
  const t = useText()
  const form = useSendForm({
    ...(rules as CallRules<typeof addOnCallShift, ShiftDraft>),
    initial,
    invalidates: [getOnCallCalendar],
    onDone: onClose,
  })
  const person = form.field('accountId')
  return (
    <FormModal opened title={title} submitLabel={t('shell.words.save')} onClose={onClose} {...form.window}>
      <PersonField
        {...person}
        people={people}
        onChange={(accountId: AccountId | null) => form.change({ accountId })}
      />
      <div className={styles.fields}>
        <DateField {...form.field('from')} required />
        <ClockField {...form.field('fromTime')} required />
        <DateField {...form.field('until')} required />
        <ClockField {...form.field('untilTime')} required />
      </div>
    </FormModal>
  )
}
