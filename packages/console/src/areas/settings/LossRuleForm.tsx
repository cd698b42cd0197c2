import {
  exportLossSettings,
  getLossSetting,
  type LossSetting,
  removeLossSetting,
  saveLossSetting,
} from '@coldkeep/contract/areas/loss-rules'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { isRowChanged } from '../../api/call-problem'
import { markStale } from '../../api/mark-stale'
import { useSend } from '../../api/use-call'
import editor from '../../archetypes/editor/editor.module.css'
import { faultsOfCall } from '../../archetypes/editor/use-call-form'
import { Button } from '../../kit/Button'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { LeaveDialog } from '../../kit/dialog/LeaveDialog'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useForm } from '../../kit/form/use-form'
import { showToast } from '../../kit/Toast'
import { CSV_FILE, downloadText } from '../../kit/table/export-csv'
import { useText } from '../../kit/text'
import { LossNumber } from './LossNumber'
import { LossWords } from './LossWords'
import { type LossDraft, lossFields, lossLabels, lossRules, valuesOf } from './loss-draft'
import styles from './settings.module.css'
import { useSourceWords } from './use-source-words'

export interface LossRuleFormProps {
  /** As it was read; `null` before that. */
  readonly setting: LossSetting | null
  readonly place: { readonly departmentId: DepartmentId | null; readonly storeId: StoreId | null }
  /** Another place is chosen than the one that was read. */
  readonly isElsewhere: boolean
}

/** The two numbers of a place: what was read stays in sight next to what is changed. */
export function LossRuleForm({ setting, place, isElsewhere }: LossRuleFormProps) {
  const t = useText()
  const [confirming, setConfirming] = useState(false)
  const rules = lossRules(t)
  const faultsOf = (draft: LossDraft) => faultsOfCall(rules, valuesOf(draft, setting), t)
  const form = useForm<LossDraft>({
    parts: lossFields.map((key) => ({ key, label: lossLabels(t)[key] })),
    initial: {},
    faultsOf,
  })
  const values = valuesOf(form.values, setting)
  const faults = faultsOf(form.values)
  const sendOptions = { invalidates: [getLossSetting], showsPresent: true }
  const done = (word: string) => {
    setConfirming(false)
    form.start({})
    showToast(word)
  }
  const saving = useSend(saveLossSetting, {
    ...sendOptions,
    onDone: () => done(t('shell.words.settingSaved')),
  })
  const removing = useSend(removeLossSetting, { ...sendOptions, onDone: () => done(t('lossRules.backDone')) })
  const exporting = useSend(exportLossSettings, { onDone: ({ csv }) => downloadText(csv, CSV_FILE) })
  const isConflict = isRowChanged(saving.error) || isRowChanged(removing.error)
  const isChanged = setting !== null && lossFields.some((key) => values[key] !== setting[key])
  const unread = setting === null ? t('lossRules.readFirst') : isElsewhere ? t('lossRules.readAgain') : null
  const unready = unread ?? (isChanged ? (Object.values(faults)[0] ?? null) : t('lossRules.unsaved'))

  const readAgain = (problem: Error) => {
    setConfirming(false)
    if (isRowChanged(problem)) markStale([getLossSetting])
  }
  const save = () => {
    const { lossPeriodMinutes, lossThresholdMinutes } = values
    if (setting === null || saving.isPending) return
    if (lossPeriodMinutes === null || lossThresholdMinutes === null) return
    const { departmentId, storeId, revision } = setting
    const body = { departmentId, storeId, lossPeriodMinutes, lossThresholdMinutes, revision }
    saving.mutate({ body }, { onError: readAgain })
  }

  return (
    <Form
      className={styles.fields}
      onSubmit={() => unread === null && isChanged && form.submit(save)}
      aria-label={t('lossRules.rule')}
    >
      {isConflict && (
        <p role="status" className={editor.changedNote}>
          {t('kit.present.note')}
        </p>
      )}
      <div className={styles.numbers}>
        {lossFields.map((key) => (
          <LossNumber
            key={key}
            // what a change makes wrong shows at once
            look={{ ...form.field(key), error: form.errors[key] ?? (isChanged ? faults[key] : null) }}
            help={t(key === 'lossPeriodMinutes' ? 'lossRules.bounds' : 'lossRules.notAbove')}
            value={values[key]}
            read={setting?.[key] ?? null}
            isLocked={unread !== null}
            isConflict={isConflict}
            onChange={(value) => form.change({ [key]: value })}
          />
        ))}
      </div>
      <LossWords setting={setting} values={values} isSound={Object.keys(faults).length === 0} />
      <p role="status">{isElsewhere && unread}</p>
      <div className={styles.buttons}>
        <SubmitButton busy={saving.isPending} missing={unready}>
          {t('shell.words.save')}
        </SubmitButton>
        <Button
          disabledReason={unread ?? (setting?.revision == null ? t('lossRules.backNone') : null)}
          onClick={() => setConfirming(true)}
        >
          {t('lossRules.back')}
        </Button>
        <Button
          icon="fileDownload"
          loading={exporting.isPending}
          onClick={() => exporting.mutate({ query: place })}
        >
          {t('lossRules.exportCsv')}
        </Button>
      </div>
      <BackDialog
        setting={setting}
        opened={confirming}
        busy={removing.isPending}
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          if (setting?.revision == null) return
          removing.mutate({ query: { ...place, revision: setting.revision } }, { onError: readAgain })
        }}
      />
      <LeaveDialog isUnsaved={isChanged && !saving.isPending} />
    </Form>
  )
}

interface BackDialogProps {
  readonly setting: LossSetting | null
  readonly opened: boolean
  readonly busy: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

/** Asks before the numbers of a place give way to those that it inherits. */
function BackDialog({ setting, ...dialog }: BackDialogProps) {
  const t = useText()
  const sourceWords = useSourceWords()
  return (
    <ConfirmDialog {...dialog} title={t('lossRules.backTitle')} action={t('lossRules.back')}>
      {setting !== null &&
        t('lossRules.backText', {
          place: setting.name,
          period: setting.inherited.lossPeriodMinutes,
          threshold: setting.inherited.lossThresholdMinutes,
          source: sourceWords(setting.inherited.source),
        })}
    </ConfirmDialog>
  )
}
