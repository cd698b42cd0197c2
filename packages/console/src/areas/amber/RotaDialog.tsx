import { getOnCallCalendar } from '@coldkeep/contract/areas/on-call'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { ClockField } from '../../kit/field/ClockField'
import { DateField } from '../../kit/field/DateField'
import { MultiSelectField } from '../../kit/field/MultiSelectField'
import { NumberField } from '../../kit/field/NumberField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './amber.module.css'
import type { Person } from './PersonField'
import { blankRota, rotaRules } from './shift-form'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

export interface RotaDialogProps {
  readonly departmentId: DepartmentId
  readonly day: string
  readonly people: readonly Person[]
  readonly onClose: () => void
}

/** The shifts of a rota: on which weekdays, from when until when, and who takes turns. */
export function RotaDialog({ departmentId, day, people, onClose }: RotaDialogProps) {
  const t = useText()
  const form = useSendForm({
    ...rotaRules(departmentId, t),
    initial: blankRota(day),
    invalidates: [getOnCallCalendar],
    onDone: ({ added }) => {
      showToast(t('amber.onCall.added', { count: added }))
      onClose()
    },
  })
  const { weekdays, accounts } = form.values
  return (
    <FormModal
      opened
      title={t('amber.onCall.addRota')}
      submitLabel={t('shell.words.save')}
      onClose={onClose}
      {...form.window}
    >
      <div className={styles.fields}>
        <DateField {...form.field('firstDay')} />
        <NumberField {...form.field('weeks')} />
        <ClockField {...form.field('from')} />
        <ClockField {...form.field('until')} />
      </div>
      <MultiSelectField
        {...form.field('weekdays')}
        values={weekdays.map(String)}
        choices={WEEKDAYS.map((one) => ({ value: String(one), label: t(`amber.onCall.day.${one}`) }))}
        onChange={(next) => form.change({ weekdays: next.map(Number).toSorted() })}
      />
      <MultiSelectField
        {...form.field('accounts')}
        values={accounts.map(String)}
        choices={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(next) =>
          form.change({
            accounts: next.flatMap((value) => people.find(({ id }) => String(id) === value)?.id ?? []),
          })
        }
      />
      <p className={frame.note}>{t('amber.onCall.rotaNote')}</p>
    </FormModal>
  )
}
