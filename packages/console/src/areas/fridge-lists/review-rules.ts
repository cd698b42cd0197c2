import { type BrandProposal, reviewFridgeBrand } from '@coldkeep/contract/areas/fridge-lists'
import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import type { FieldFaults } from '../../kit/form/use-shown-faults'

export interface ReviewDraft {
  readonly reason: string
  /** To whose list it comes. */
  readonly departmentId: DepartmentId | null
}

type Reviewed = Pick<BrandProposal, 'id' | 'revision'>

export function approvalRules(
  { id, revision }: Reviewed,
  t: Translate,
): CallRules<typeof reviewFridgeBrand, ReviewDraft> {
  return {
    call: reviewFridgeBrand,
    labels: { departmentId: t('fridgeLists.review.place') },
    inputOf: ({ departmentId }) => ({
      body: { id, revision, isApproved: true, reason: '', departmentId: departmentId ?? undefined },
    }),
  }
}

export function brandRefusalRules(
  { id, revision }: Reviewed,
  t: Translate,
): CallRules<typeof reviewFridgeBrand, ReviewDraft> {
  return {
    call: reviewFridgeBrand,
    labels: { reason: t('fridgeLists.review.reason') },
    inputOf: ({ reason }) => ({ body: { id, revision, isApproved: false, reason, departmentId: undefined } }),
    check: ({ reason }): FieldFaults => (reason.trim() === '' ? { reason: t('kit.field.required') } : {}),
  }
}
