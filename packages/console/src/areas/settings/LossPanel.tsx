import { getLossSetting } from '@coldkeep/contract/areas/loss-rules'
import { useCall } from '../../api/use-call'
import { useText } from '../../kit/text'
import { LossRuleForm } from './LossRuleForm'
import { PlacePanel, useChosenPlace } from './PlacePanel'

/** When a silent terminal is reported. */
export function LossPanel() {
  const t = useText()
  const chosen = useChosenPlace()
  const answer = useCall(getLossSetting, chosen.input, { staleMs: 0 })
  const setting = answer.data ?? null
  const title = setting === null ? t('lossRules.rule') : t('lossRules.ruleOf', { place: setting.name })
  return (
    <PlacePanel chosen={chosen} answer={answer} title={title}>
      <LossRuleForm
        key={chosen.key}
        setting={setting}
        place={chosen.place}
        isElsewhere={setting !== null && !chosen.isSame}
      />
    </PlacePanel>
  )
}
