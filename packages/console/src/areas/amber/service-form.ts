import { changeAlertService, renewAlertService, type StoreEngineer } from '@coldkeep/contract/areas/amber'
import type { Priority } from '@coldkeep/domain/alarms/priority'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import type { FieldFaults } from '../../kit/form/use-shown-faults'

export interface ServiceDraft {
  readonly hasAlertService: boolean
  readonly alertServiceEndsOn: string | null
  readonly takesCases: boolean
  readonly lowestPriority: Priority | null
}

export function serviceDraftOf(engineer: StoreEngineer): ServiceDraft {
  const { hasAlertService, alertServiceEndsOn, takesCases, lowestPriority } = engineer
  return { hasAlertService, alertServiceEndsOn, takesCases, lowestPriority }
}

/** The alert service of an engineer; one that is on has a last day. */
export function serviceRules(
  { accountId, revision }: Pick<StoreEngineer, 'accountId' | 'revision'>,
  t: Translate,
): CallRules<typeof changeAlertService, ServiceDraft> {
  return {
    call: changeAlertService,
    labels: {
      hasAlertService: t('amber.isOn'),
      alertServiceEndsOn: t('amber.endsOn'),
      takesCases: t('amber.takesCases'),
      lowestPriority: t('amber.lowestPriority'),
    },
    inputOf: (draft) => ({ body: { accountId, revision, ...draft } }),
    check: ({ hasAlertService, alertServiceEndsOn }): FieldFaults =>
      hasAlertService && !alertServiceEndsOn ? { alertServiceEndsOn: t('kit.field.required') } : {},
  }
}

export interface RenewDraft {
  readonly months: number | null
}

export function renewRules(
  { accountId, alertServiceEndsOn }: Pick<StoreEngineer, 'accountId' | 'alertServiceEndsOn'>,
  t: Translate,
): CallRules<typeof renewAlertService, RenewDraft> {
  return {
    call: renewAlertService,
    labels: { months: t('amber.months') },
    inputOf: ({ months }) => ({ body: { accountId, months, seenEnd: alertServiceEndsOn } }),
  }
}
