import type { screenSetting } from '@coldkeep/contract/areas/screens'
import { formatNumber } from '@coldkeep/phrases/format'
import type { output } from 'zod/mini'
import { useLanguage, useText } from '../../kit/text'
import { Fact } from '../../parts/Fact'
import frame from '../../parts/page.module.css'
import { RuleSource } from '../settings/RuleSource'
import { ruleLabels, ruleNumbers } from './rule-draft'

export type ScreenSetting = output<typeof screenSetting>

/** A rule for those who read it only. */
export function ScreenRuleFacts({ setting }: { readonly setting: ScreenSetting | null }) {
  const t = useText()
  const language = useLanguage()
  const labels = ruleLabels(t)
  if (setting === null) return <p className={frame.note}>{t('screens.unread')}</p>
  return (
    <>
      <dl className={frame.facts}>
        <Fact name={labels.consentRule}>{t(`screens.consentRuleOf.${setting.consentRule}`)}</Fact>
        {ruleNumbers.map((key) => (
          <Fact key={key} name={labels[key]}>
            {formatNumber(language, setting[key])} {t(key === 'keptDays' ? 'screens.day' : 'screens.minute')}
          </Fact>
        ))}
      </dl>
      <RuleSource setting={setting} />
      <p className={frame.note}>
        {t('screens.consentHelp')} {t('screens.readOnly')}
      </p>
    </>
  )
}
