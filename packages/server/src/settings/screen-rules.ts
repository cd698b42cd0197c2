import { type ScreenRule, screenSetting } from '@coldkeep/contract/areas/screens'
import { placedRules } from './placed-rules'
import { ruleTable } from './rule-table-queries'

/** What holds where nobody has settled anything: as the store says, for an hour, kept for thirteen months. */
const DEFAULT_SCREEN_RULE: ScreenRule = {
  consentRule: 'as_store',
  idleMinutes: 10,
  mostMinutes: 60,
  keptDays: 400,
}

const screenRuleTable = ruleTable<ScreenRule>(
  'screenRule',
  ({ consentRule, idleMinutes, mostMinutes, keptDays }) => ({
    consentRule,
    idleMinutes,
    mostMinutes,
    keptDays,
  }),
)

/** What an organisation settles about the screens of its stores. */
export const screenRules = placedRules<ScreenRule>({
  ...{ table: screenRuleTable, fallback: DEFAULT_SCREEN_RULE, wire: screenSetting, kind: 'screen_rule' },
})
