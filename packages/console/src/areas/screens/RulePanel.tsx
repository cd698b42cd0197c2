import { getScreenRule, saveScreenRule } from '@coldkeep/contract/areas/screens'
import { useCall } from '../../api/use-call'
import { useText } from '../../kit/text'
import { mayCall, useSession } from '../../site/session'
import { PlacePanel, useChosenPlace } from '../settings/PlacePanel'
import { ScreenRuleFacts } from './ScreenRuleFacts'
import { ScreenRuleForm } from './ScreenRuleForm'

/** What a department or store settles about its screens. Who sets permissions changes it, others read it. */
export function RulePanel() {
  const t = useText()
  const session = useSession()
  const chosen = useChosenPlace()
  const answer = useCall(getScreenRule, chosen.input, { staleMs: 0 })
  const setting = answer.data ?? null
  const title = setting === null ? t('screens.tab.rule') : t('screens.ruleOf', { place: setting.name })
  return (
    <PlacePanel chosen={chosen} answer={answer} title={title}>
      {mayCall(saveScreenRule, session) ? (
        <ScreenRuleForm
          key={chosen.key}
          setting={setting}
          place={chosen.place}
          isElsewhere={setting !== null && !chosen.isSame}
        />
      ) : (
        <ScreenRuleFacts setting={setting} />
      )}
    </PlacePanel>
  )
}
