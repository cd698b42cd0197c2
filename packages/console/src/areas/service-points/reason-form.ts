import { correctPointUse, voidPointGrant } from '@coldkeep/contract/areas/service-points'
import type { CreditEntryId, CreditGrantId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'

export interface ReasonDraft {
  readonly reason: string
}

export function correctionRules(
  id: CreditEntryId,
  t: Translate,
): CallRules<typeof correctPointUse, ReasonDraft> {
  return {
    call: correctPointUse,
    labels: { reason: t('servicePoints.reason') },
    inputOf: ({ reason }) => ({ body: { id, reason } }),
  }
}

export function grantEndRules(
  id: CreditGrantId,
  t: Translate,
): CallRules<typeof voidPointGrant, ReasonDraft> {
  return {
    call: voidPointGrant,
    labels: { reason: t('servicePoints.reason') },
    inputOf: ({ reason }) => ({ body: { id, reason } }),
  }
}
