import { type LossSetting, saveLossSetting } from '@coldkeep/contract/areas/loss-rules'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'

export const lossFields = ['lossPeriodMinutes', 'lossThresholdMinutes'] as const
type LossField = (typeof lossFields)[number]

/** The fields that were touched; `null` is one that was emptied. */
export type LossDraft = { readonly [Key in LossField]?: number | null }
export type LossValues = { readonly [Key in LossField]: number | null }

/** What the fields hold: what was typed, else what was read. */
export function valuesOf(draft: LossDraft, read: Pick<LossSetting, LossField> | null): LossValues {
  const heldBy = (key: LossField) => {
    const typed = draft[key]
    return typed === undefined ? (read?.[key] ?? null) : typed
  }
  return {
    lossPeriodMinutes: heldBy('lossPeriodMinutes'),
    lossThresholdMinutes: heldBy('lossThresholdMinutes'),
  }
}

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

export function lossLabels(t: Translate): Readonly<Record<LossField, string>> {
  return { lossPeriodMinutes: t('lossRules.period'), lossThresholdMinutes: t('lossRules.threshold') }
}
