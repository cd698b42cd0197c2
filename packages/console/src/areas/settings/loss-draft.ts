import type { LossSetting } from '@coldkeep/contract/areas/loss-rules'
import type { LossRule } from '@coldkeep/domain/alarms/connection-loss'
import type { Translate } from '@coldkeep/phrases/keys'

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

const MOST_MINUTES = 1440

/** What is wrong with which number, in words. */
export function lossFaults(values: LossValues, t: Translate): { readonly [Key in keyof LossRule]?: string } {
  const faultOf = (value: number | null) => {
    if (value === null) return t('kit.field.required')
    return Number.isInteger(value) && value >= 1 && value <= MOST_MINUTES ? null : t('lossRules.bounds')
  }
  const { lossPeriodMinutes: period, lossThresholdMinutes: threshold } = values
  const isAbove = period !== null && threshold !== null && threshold > period
  const periodFault = faultOf(period)
  const thresholdFault = faultOf(threshold) ?? (isAbove ? t('lossRules.notAbove') : null)
  return {
    ...(periodFault !== null && { lossPeriodMinutes: periodFault }),
    ...(thresholdFault !== null && { lossThresholdMinutes: thresholdFault }),
  }
}
