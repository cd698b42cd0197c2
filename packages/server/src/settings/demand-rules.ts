import { demandSetting } from '@coldkeep/contract/areas/demand-rules'
import { DEFAULT_DEMAND_RULE, type DemandRule } from '@coldkeep/domain/analysis/demand-watch'
import { placedRules } from './placed-rules'
import { ruleTable } from './rule-table-queries'

/** From which stage of its demand on a store is notified. */
export const demandRules = placedRules<DemandRule>({
  table: ruleTable<DemandRule>('demandRule', ({ isEnabled, fromStage }) => ({ isEnabled, fromStage })),
  ...{ fallback: DEFAULT_DEMAND_RULE, wire: demandSetting, kind: 'demand_rule' },
})
