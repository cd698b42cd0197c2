import { applyForPoints } from '@coldkeep/contract/areas/point-applications'
import type { ServiceId, Subservice } from '@coldkeep/domain/service-points/service'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'

export interface ApplyDraft {
  readonly company: string
  readonly contact: string
  readonly phone: string
  readonly serviceId: ServiceId | null
  readonly subservice: Subservice | null
  readonly points: number | null
}

/** An application for points: all of its fields are required. */
export function applyRules(t: Translate): CallRules<typeof applyForPoints, ApplyDraft> {
  return {
    call: applyForPoints,
    labels: {
      company: t('servicePoints.company'),
      contact: t('servicePoints.contact'),
      phone: t('servicePoints.phone'),
      serviceId: t('servicePoints.service'),
      subservice: t('servicePoints.part'),
      points: t('servicePoints.count'),
    },
    inputOf: (draft) => ({ body: draft }),
  }
}
