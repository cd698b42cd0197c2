import {
  getScreenRule,
  removeScreenRule,
  type ScreenRule,
  saveScreenRule,
} from '@coldkeep/contract/areas/screens'
import { consentRules } from '@coldkeep/domain/screens/consent'
import { limitsOfCall } from '../../archetypes/editor/call-rules'
import { faultsOfCall } from '../../archetypes/editor/use-call-form'
import { RadioField } from '../../kit/field/RadioField'
import { useForm } from '../../kit/form/use-form'
import { useText } from '../../kit/text'
import { heldValues, type NumberDraft } from '../settings/held-values'
import { type PlaceRule, PlaceRuleForm, useUnread } from '../settings/PlaceRuleForm'
import { RuleNumber } from '../settings/RuleNumber'
import { RuleSource } from '../settings/RuleSource'
import settings from '../settings/settings.module.css'
import { usePlaceWriting } from '../settings/use-place-writing'
import { useSourceWords } from '../settings/use-source-words'
import { type RuleNumberKey, type RuleValues, ruleLabels, ruleNumbers, screenRuleRules } from './rule-draft'
import type { ScreenSetting } from './ScreenRuleFacts'

type RuleDraft = NumberDraft<RuleNumberKey> & { readonly consentRule?: ScreenRule['consentRule'] }

const calls = { read: getScreenRule, save: saveScreenRule, remove: removeScreenRule }
const limits = limitsOfCall(saveScreenRule)

/** The rule of a place for its screens: what was read stays in sight next to what is changed. */
export function ScreenRuleForm(rule: PlaceRule<ScreenSetting>) {
  const { setting, place } = rule
  const t = useText()
  const sourceWords = useSourceWords()
  const labels = ruleLabels(t)
  const valuesOf = (draft: RuleDraft): RuleValues => ({
    ...heldValues(ruleNumbers, draft, setting),
    consentRule: draft.consentRule ?? setting?.consentRule ?? 'as_store',
  })
  const faultsOf = (draft: RuleDraft) => faultsOfCall(screenRuleRules(t), valuesOf(draft), t)
  const form = useForm<RuleDraft>({
    parts: (['consentRule', ...ruleNumbers] as const).map((key) => ({ key, label: labels[key] })),
    initial: {},
    faultsOf,
  })
  const values = valuesOf(form.values)
  const faults = faultsOf(form.values)
  const isChanged =
    setting !== null && (['consentRule', ...ruleNumbers] as const).some((key) => values[key] !== setting[key])
  const unread = useUnread(rule)
  const writing = usePlaceWriting(calls, () => form.start({}))
  const save = () => {
    const { consentRule, idleMinutes, mostMinutes, keptDays } = values
    if (setting === null || idleMinutes === null || mostMinutes === null || keptDays === null) return
    const { departmentId, storeId, revision } = setting
    const held = { consentRule, idleMinutes, mostMinutes, keptDays }
    writing.save({ body: { departmentId, storeId, revision, ...held } })
  }
  const bounds = (key: RuleNumberKey) => limits.get(key) ?? {}
  return (
    <PlaceRuleForm
      rule={rule}
      label={t('screens.tab.rule')}
      writing={writing}
      isChanged={isChanged}
      fault={Object.values(faults)[0]}
      onSave={() => form.submit(save)}
      onRemove={(revision) => writing.remove({ query: { ...place, revision } })}
      backText={
        setting &&
        t('screens.backText', {
          place: setting.name,
          rule: t(`screens.consentRuleOf.${setting.inherited.consentRule}`),
          idle: setting.inherited.idleMinutes,
          most: setting.inherited.mostMinutes,
          kept: setting.inherited.keptDays,
          source: sourceWords(setting.inherited.source),
        })
      }
    >
      <RadioField
        {...form.field('consentRule')}
        help={t('screens.consentHelp')}
        disabled={unread !== null}
        value={setting === null ? null : values.consentRule}
        choices={consentRules.map((one) => ({ value: one, label: t(`screens.consentRuleOf.${one}`) }))}
        onChange={(next) => form.change({ consentRule: consentRules.find((one) => one === next) })}
      />
      <div className={settings.numbers}>
        {ruleNumbers.map((key) => (
          <RuleNumber
            key={key}
            look={{ ...form.field(key), error: form.errors[key] ?? (isChanged ? faults[key] : null) }}
            unit={t(key === 'keptDays' ? 'screens.day' : 'screens.minute')}
            bounds={bounds(key)}
            help={t('screens.bounds', { min: bounds(key).min ?? 0, max: bounds(key).max ?? 0 })}
            wasRead={(value) => t('screens.wasRead', { value })}
            value={values[key]}
            read={setting?.[key] ?? null}
            isLocked={unread !== null}
            isConflict={writing.isConflict}
            onChange={(value) => form.change({ [key]: value })}
          />
        ))}
      </div>
      {setting === null ? (
        <p className={settings.message}>{t('screens.unread')}</p>
      ) : (
        <RuleSource setting={setting} />
      )}
    </PlaceRuleForm>
  )
}
