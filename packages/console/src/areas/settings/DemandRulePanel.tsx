import { getDemandSetting } from '@coldkeep/contract/areas/demand-rules'
import { useCall } from '../../api/use-call'
import { useText } from '../../kit/text'
import { DemandRuleForm } from './DemandRuleForm'
import { PlacePanel, useChosenPlace } from './PlacePanel'

/** From which stage of its demand on a store is notified. */
export function DemandRulePanel() {
  const t = useText()
  const chosen = useChosenPlace()
  const answer = useCall(getDemandSetting, chosen.input, { staleMs: 0 })
  const setting = answer.data ?? null
  const title =
    setting === null ? t('lossRules.demand.rule') : t('lossRules.demand.ruleOf', { place: setting.name })
  return (
    <PlacePanel chosen={chosen} answer={answer} title={title}>
      <DemandRuleForm
        key={chosen.key}
        setting={setting}
        place={chosen.place}
        isElsewhere={setting !== null && !chosen.isSame}
      />
    </PlacePanel>
  )
}
