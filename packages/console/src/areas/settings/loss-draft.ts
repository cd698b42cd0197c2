import { saveLossSetting } from '@coldkeep/contract/areas/loss-rules'
import type { LossRule } from '@coldkeep/domain/alarms/connection-loss'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'

export const lossFields = ['lossPeriodMinutes', 'lossThresholdMinutes'] as const

export type LossValues = { readonly [Key in keyof LossRule]: number | null }

/** What the call takes, and a threshold that fits into the window. */
export function lossRules(t: Translate): CallRules<typeof saveLossSetting, LossValues> {
  return {
    call: saveLossSetting,
    labels: lossLabels(t),
    inputOf: (values) => ({ body: { departmentId: null, storeId: null, ...values, revision: null } }),
    check: ({ lossPeriodMinutes: period, lossThresholdMinutes: threshold }): Record<string, string> =>
      period !== null && threshold !== null && threshold > period
        ? { lossThresholdMinutes: t('lossRules.notAbove') }
        : {},
  }
}

export function lossLabels(t: Translate): Readonly<Record<keyof LossRule, string>> {
  return { lossPeriodMinutes: t('lossRules.period'), lossThresholdMinutes: t('lossRules.threshold') }
}
