import {
  exportLossSettings,
  getLossSetting,
  type LossSetting,
  removeLossSetting,
  saveLossSetting,
} from '@coldkeep/contract/areas/loss-rules'
import { useSend } from '../../api/use-call'
import { limitsOfCall } from '../../archetypes/editor/call-rules'
import { faultsOfCall } from '../../archetypes/editor/use-call-form'
import { Button } from '../../kit/Button'
import { useForm } from '../../kit/form/use-form'
import { CSV_FILE, downloadText } from '../../kit/table/export-csv'
import { useText } from '../../kit/text'
import { heldValues, type NumberDraft } from './held-values'
import { LossWords } from './LossWords'
import { lossFields, lossLabels, lossRules } from './loss-draft'
import { type PlaceRule, PlaceRuleForm, useUnread } from './PlaceRuleForm'
import { RuleNumber } from './RuleNumber'
import styles from './settings.module.css'
import { usePlaceWriting } from './use-place-writing'
import { useSourceWords } from './use-source-words'

type LossDraft = NumberDraft<(typeof lossFields)[number]>

const calls = { read: getLossSetting, save: saveLossSetting, remove: removeLossSetting }
const limits = limitsOfCall(saveLossSetting)

/** The two numbers of a place: what was read stays in sight next to what is changed. */
export function LossRuleForm(rule: PlaceRule<LossSetting>) {
  const { setting, place } = rule
  const t = useText()
  const sourceWords = useSourceWords()
  const valuesOf = (draft: LossDraft) => heldValues(lossFields, draft, setting)
  const faultsOf = (draft: LossDraft) => faultsOfCall(lossRules(t), valuesOf(draft), t)
  const form = useForm<LossDraft>({
    parts: lossFields.map((key) => ({ key, label: lossLabels(t)[key] })),
    initial: {},
    faultsOf,
  })
  const values = valuesOf(form.values)
  const faults = faultsOf(form.values)
  const isChanged = setting !== null && lossFields.some((key) => values[key] !== setting[key])
  const unread = useUnread(rule)
  const writing = usePlaceWriting(calls, () => form.start({}))
  const exporting = useSend(exportLossSettings, { onDone: ({ csv }) => downloadText(csv, CSV_FILE) })
  const save = () => {
    const { lossPeriodMinutes, lossThresholdMinutes } = values
    if (setting === null || lossPeriodMinutes === null || lossThresholdMinutes === null) return
    const { departmentId, storeId, revision } = setting
    writing.save({ body: { departmentId, storeId, lossPeriodMinutes, lossThresholdMinutes, revision } })
  }

  return (
    <PlaceRuleForm
      rule={rule}
      label={t('lossRules.rule')}
      writing={writing}
      isChanged={isChanged}
      fault={Object.values(faults)[0]}
      onSave={() => form.submit(save)}
      onRemove={(revision) => writing.remove({ query: { ...place, revision } })}
      backText={
        setting &&
        t('lossRules.backText', {
          place: setting.name,
          period: setting.inherited.lossPeriodMinutes,
          threshold: setting.inherited.lossThresholdMinutes,
          source: sourceWords(setting.inherited.source),
        })
      }
      more={
        <Button
          icon="fileDownload"
          loading={exporting.isPending}
          onClick={() => exporting.mutate({ query: place })}
        >
          {t('lossRules.exportCsv')}
        </Button>
      }
    >
      <div className={styles.numbers}>
        {lossFields.map((key) => (
          <RuleNumber
            key={key}
            // what a change makes wrong shows at once
            look={{ ...form.field(key), error: form.errors[key] ?? (isChanged ? faults[key] : null) }}
            unit={t('lossRules.minute')}
            bounds={limits.get(key) ?? {}}
            help={t(key === 'lossPeriodMinutes' ? 'lossRules.bounds' : 'lossRules.notAbove')}
            wasRead={(value) => t('lossRules.wasRead', { value })}
            value={values[key]}
            read={setting?.[key] ?? null}
            isLocked={unread !== null}
            isConflict={writing.isConflict}
            onChange={(value) => form.change({ [key]: value })}
          />
        ))}
      </div>
      <LossWords setting={setting} values={values} isSound={Object.keys(faults).length === 0} />
    </PlaceRuleForm>
  )
}
