import {
  type correctPointUse,
  listPointDetails,
  listPointGrants,
  listServicePoints,
  type voidPointGrant,
} from '@coldkeep/contract/areas/service-points'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { TextField } from '../../kit/field/TextField'
import type { ReasonDraft } from './reason-form'

export interface ReasonDialogProps {
  readonly title: string
  readonly action: string
  readonly rules:
    | CallRules<typeof correctPointUse, ReasonDraft>
    | CallRules<typeof voidPointGrant, ReasonDraft>
  readonly onClose: () => void
}

/** Something is taken back, for a reason. */
export function ReasonDialog({ title, action, rules, onClose }: ReasonDialogProps) {
  const form = useSendForm({
    ...(rules as CallRules<typeof correctPointUse, ReasonDraft>),
    initial: { reason: '' },
    invalidates: [listPointDetails, listPointGrants, listServicePoints],
    onDone: onClose,
  })
  return (
    <FormModal opened title={title} submitLabel={action} onClose={onClose} {...form.window}>
      <TextField {...form.field('reason')} />
    </FormModal>
  )
}
