import { decidePointApplication } from '@coldkeep/contract/areas/point-applications'
import type { CreditApplicationId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import type { FieldFaults } from '../../kit/form/use-shown-faults'

interface DecisionDraft {
  readonly lastDay: string | null
  readonly reason: string
}

type Rules = CallRules<typeof decidePointApplication, DecisionDraft>

export function pointApprovalRules(id: CreditApplicationId, t: Translate): Rules {
  return {
    call: decidePointApplication,
    labels: { lastDay: t('servicePoints.lastDay') },
    inputOf: ({ lastDay }) => ({ body: { id, isApproved: true, reason: '', lastDay: lastDay ?? undefined } }),
    check: ({ lastDay }): FieldFaults =>
      lastDay === null || lastDay === '' ? { lastDay: t('kit.field.required') } : {},
  }
}

export function pointRejectionRules(id: CreditApplicationId, t: Translate): Rules {
  return {
    call: decidePointApplication,
    labels: { reason: t('servicePoints.reason') },
    inputOf: ({ reason }) => ({ body: { id, isApproved: false, reason, lastDay: undefined } }),
    check: ({ reason }): FieldFaults => (reason.trim() === '' ? { reason: t('kit.field.required') } : {}),
  }
}
