import type { BrandProposal } from '@coldkeep/contract/areas/fridge-lists'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { SelectField } from '../../kit/field/SelectField'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { approvalRules, brandRefusalRules } from './review-rules'
import { listReads } from './use-entries'

export interface ReviewFormProps {
  readonly brand: BrandProposal
  readonly isApproved: boolean
  readonly onClose: () => void
}

/** A proposed brand comes to a list, or is refused with a reason. */
export function ReviewForm({ brand, isApproved, onClose }: ReviewFormProps) {
  const t = useText()
  const name = brand.title
  const form = useSendForm({
    ...(isApproved ? approvalRules(brand, t) : brandRefusalRules(brand, t)),
    initial: { reason: '', departmentId: brand.owner?.id ?? null },
    invalidates: listReads,
    onDone: () => {
      showToast(t(isApproved ? 'fridgeLists.review.approved' : 'fridgeLists.review.refused', { name }))
      onClose()
    },
  })
  const place = form.field('departmentId')
  return (
    <FormModal
      opened
      title={t(isApproved ? 'fridgeLists.review.approveOne' : 'fridgeLists.review.refuseOne', { name })}
      submitLabel={t(isApproved ? 'fridgeLists.review.approve' : 'fridgeLists.review.refuse')}
      onClose={onClose}
      {...form.window}
    >
      {isApproved ? (
        <SelectField
          {...place}
          help={t('fridgeLists.review.placeHelp')}
          value={place.value === null ? null : String(place.value)}
          choices={brand.places.map((one) => ({ value: String(one.id), label: one.name }))}
          onChange={(next) => place.onChange(next === null ? null : (Number(next) as DepartmentId))}
        />
      ) : (
        <TextField {...form.field('reason')} required />
      )}
    </FormModal>
  )
}
