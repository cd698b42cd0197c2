import {
  type DemandSetting,
  getDemandSetting,
  removeDemandSetting,
  saveDemandSetting,
} from '@coldkeep/contract/areas/demand-rules'
import type { DemandRule } from '@coldkeep/domain/analysis/demand-watch'
import { RadioField } from '../../kit/field/RadioField'
import { useForm } from '../../kit/form/use-form'
import { useText } from '../../kit/text'
import { type PlaceRule, PlaceRuleForm, useUnread } from './PlaceRuleForm'
import { RuleSource } from './RuleSource'
import styles from './settings.module.css'
import { usePlaceWriting } from './use-place-writing'
import { useSourceWords } from './use-source-words'

const choices = ['1', '2', '3', 'off'] as const
type Choice = (typeof choices)[number]
const stageOf = { '1': 1, '2': 2, '3': 3 } as const
const wordOf = { '1': 'stage1', '2': 'stage2', '3': 'stage3', off: 'off' } as const

const calls = { read: getDemandSetting, save: saveDemandSetting, remove: removeDemandSetting }

/** One choice of a place, and where it comes from. */
export function DemandRuleForm(rule: PlaceRule<DemandSetting>) {
  const { setting, place } = rule
  const t = useText()
  const sourceWords = useSourceWords()
  const form = useForm<{ readonly stage: Choice | null }>({
    parts: [{ key: 'stage', label: t('lossRules.demand.notified') }],
    initial: { stage: null },
    // one of the choices is always taken
    faultsOf: () => ({}),
  })
  const read = setting === null ? null : choiceOf(setting)
  const value = form.values.stage ?? read
  const unread = useUnread(rule)
  const writing = usePlaceWriting(calls, () => form.start({ stage: null }))
  const save = () => {
    if (setting === null || value === null) return
    const { departmentId, storeId, revision, fromStage } = setting
    const chosen =
      value === 'off' ? { isEnabled: false, fromStage } : { isEnabled: true, fromStage: stageOf[value] }
    writing.save({ body: { departmentId, storeId, revision, ...chosen } })
  }
  const words = (one: Choice) => t(`lossRules.demand.from.${wordOf[one]}`)

  return (
    <PlaceRuleForm
      rule={rule}
      label={t('lossRules.demand.rule')}
      writing={writing}
      isChanged={setting !== null && value !== read}
      onSave={() => form.submit(save)}
      onRemove={(revision) => writing.remove({ query: { ...place, revision } })}
      backText={
        setting &&
        t('lossRules.demand.backText', {
          place: setting.name,
          rule: words(choiceOf(setting.inherited)),
          source: sourceWords(setting.inherited.source),
        })
      }
    >
      <RadioField
        {...form.field('stage')}
        help={t('lossRules.demand.help')}
        disabled={unread !== null}
        value={value}
        choices={choices.map((one) => ({ value: one, label: words(one) }))}
        onChange={(next) => form.change({ stage: choices.find((one) => one === next) ?? null })}
      />
      {setting === null ? (
        <p className={styles.message}>{t('lossRules.unread')}</p>
      ) : (
        <RuleSource setting={setting} />
      )}
    </PlaceRuleForm>
  )
}

function choiceOf({ isEnabled, fromStage }: DemandRule): Choice {
  return isEnabled ? `${fromStage}` : 'off'
}
