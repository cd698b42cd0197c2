import { listPointApplications, type PointApplication } from '@coldkeep/contract/areas/point-applications'
import { listPointGrants, listServicePoints } from '@coldkeep/contract/areas/service-points'
import { addDays, localDate } from '@coldkeep/domain/time/local-date'
import { useState } from 'react'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { DateField } from '../../kit/field/DateField'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import { todayHere } from '../../parts/day-period'
import { pointApprovalRules, pointRejectionRules } from './decision-form'

export interface DecisionDialogProps {
  readonly row: PointApplication
  readonly isApproved: boolean
  readonly onClose: () => void
}

const YEAR_DAYS = 365

/** An application is approved until a day, or rejected with a reason. */
export function DecisionDialog({ row, isApproved, onClose }: DecisionDialogProps) {
  const t = useText()
  const [today] = useState(() => localDate(todayHere(new Date())))
  const form = useSendForm({
    ...(isApproved ? pointApprovalRules(row.id, t) : pointRejectionRules(row.id, t)),
    initial: { lastDay: addDays(today, YEAR_DAYS) as string | null, reason: '' },
    invalidates: [listPointApplications, listServicePoints, listPointGrants],
    onDone: onClose,
  })
  return (
    <FormModal
      opened
      title={
        isApproved ? t('servicePoints.approveTitle', { count: row.points }) : t('servicePoints.rejectTitle')
      }
      submitLabel={t(isApproved ? 'servicePoints.approve' : 'servicePoints.reject')}
      onClose={onClose}
      {...form.window}
    >
      {isApproved ? (
        <DateField {...form.field('lastDay')} required min={today} />
      ) : (
        <TextField {...form.field('reason')} required />
      )}
    </FormModal>
  )
}
