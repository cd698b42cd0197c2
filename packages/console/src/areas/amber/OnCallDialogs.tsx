import {
  getOnCallCalendar,
  listOnCallPeople,
  type OnCallShift,
  removeOnCallShift,
} from '@coldkeep/contract/areas/on-call'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { useCall } from '../../api/use-call'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { useText } from '../../kit/text'
import { HandOverDialog } from './HandOverDialog'
import { RotaDialog } from './RotaDialog'
import { ShiftDialog } from './ShiftDialog'
import { addShiftRules, blankShift, changeShiftRules, shiftDraftOf } from './shift-form'

export type OnCallOpened =
  | { readonly what: 'add' | 'rota' }
  | { readonly what: 'change' | 'remove' | 'handOver'; readonly shift: OnCallShift }

export interface OnCallDialogsProps {
  readonly opened: OnCallOpened
  readonly departmentId: DepartmentId
  readonly zone: string
  /** On which a new shift begins. */
  readonly day: string
  readonly onClose: () => void
}

/** The dialog that is open over the calendar. */
export function OnCallDialogs({ opened, departmentId, zone, day, onClose }: OnCallDialogsProps) {
  const t = useText()
  const people = useCall(listOnCallPeople, { query: { departmentId } }).data?.people
  if (people === undefined) return null
  switch (opened.what) {
    case 'add':
      return (
        <ShiftDialog
          title={t('amber.onCall.add')}
          rules={addShiftRules(departmentId, t)}
          initial={blankShift(day)}
          people={people}
          onClose={onClose}
        />
      )
    case 'change':
      return (
        <ShiftDialog
          title={t('amber.onCall.changeTitle')}
          rules={changeShiftRules(opened.shift, t)}
          initial={shiftDraftOf(opened.shift, zone)}
          people={people}
          onClose={onClose}
        />
      )
    case 'rota':
      return <RotaDialog departmentId={departmentId} day={day} people={people} onClose={onClose} />
    case 'handOver':
      return <HandOverDialog shift={opened.shift} people={people} onClose={onClose} />
    case 'remove':
      return (
        <ConfirmAndSend
          title={t('amber.onCall.removeTitle', { name: opened.shift.name })}
          action={t('amber.onCall.remove')}
          destructive
          call={removeOnCallShift}
          input={{ query: { id: opened.shift.id, revision: opened.shift.revision } }}
          invalidates={[getOnCallCalendar]}
          onClose={onClose}
        />
      )
  }
}
