import { lossSetting } from '@coldkeep/contract/areas/loss-rules'
import { DEFAULT_LOSS_RULE, type LossRule } from '@coldkeep/domain/alarms/connection-loss'
import { placedRules } from './placed-rules'
import { ruleTable } from './rule-table-queries'

export const lossRuleTable = ruleTable<LossRule>(
  'lossRule',
  ({ lossPeriodMinutes, lossThresholdMinutes }) => ({ lossPeriodMinutes, lossThresholdMinutes }),
)

/** When a silent terminal is reported. */
export const lossRules = placedRules<LossRule>({
  ...{ table: lossRuleTable, fallback: DEFAULT_LOSS_RULE, wire: lossSetting, kind: 'loss_rule' },
})
