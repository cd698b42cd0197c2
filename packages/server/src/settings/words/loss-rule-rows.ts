import { csvText } from '@coldkeep/contract/wire/csv'
import type { SettingSource } from '@coldkeep/contract/wire/setting'
import type { LossRule } from '@coldkeep/domain/alarms/connection-loss'
import type { Words } from '../../wording/words'

export interface LossRuleOfStore extends LossRule {
  readonly code: string
  readonly name: string
  readonly departmentName: string
  readonly source: SettingSource
}

/** The rule of each store with where it comes from. */
export function presentLossRules(stores: readonly LossRuleOfStore[], { translate }: Words): string {
  const head = [
    translate('lossRules.storeCode'),
    translate('lossRules.store'),
    translate('lossRules.department'),
    `${translate('lossRules.period')} (${translate('lossRules.minute')})`,
    `${translate('lossRules.threshold')} (${translate('lossRules.minute')})`,
    translate('lossRules.source'),
    translate('lossRules.sourceName'),
  ]
  const rows = stores.map((store) => [
    store.code,
    store.name,
    store.departmentName,
    store.lossPeriodMinutes,
    store.lossThresholdMinutes,
    translate(`lossRules.from.${store.source.scope}`),
    store.source.name,
  ])
  return csvText([head, ...rows])
}
