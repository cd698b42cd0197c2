import {
  type DemandSetting,
  getDemandSetting,
  removeDemandSetting,
  saveDemandSetting,
} from '@coldkeep/contract/areas/demand-rules'
import type { DemandRule } from '@coldkeep/domain/analysis/demand-watch'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { formatInstant } from '@coldkeep/phrases/format'
import { useState } from 'react'
import { isRowChanged } from '../../api/call-problem'
import { markStale } from '../../api/mark-stale'
import { useSend } from '../../api/use-call'
import editor from '../../archetypes/editor/editor.module.css'
import { Button } from '../../kit/Button'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { LeaveDialog } from '../../kit/dialog/LeaveDialog'
import { RadioField } from '../../kit/field/RadioField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useForm } from '../../kit/form/use-form'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './settings.module.css'
import { useSourceWords } from './use-source-words'

const choices = ['1', '2', '3', 'off'] as const
type Choice = (typeof choices)[number]
const stageOf = { '1': 1, '2': 2, '3': 3 } as const
const wordOf = { '1': 'stage1', '2': 'stage2', '3': 'stage3', off: 'off' } as const

export interface DemandRuleFormProps {
  /** As it was read; `null` before that. */
  readonly setting: DemandSetting | null
  readonly place: { readonly departmentId: DepartmentId | null; readonly storeId: StoreId | null }
  /** Another place is chosen than the one that was read. */
  readonly isElsewhere: boolean
}

/** One choice of a place, and where it comes from. */
export function DemandRuleForm({ setting, place, isElsewhere }: DemandRuleFormProps) {
  const t = useText()
  const sourceWords = useSourceWords()
  const [confirming, setConfirming] = useState(false)
  const form = useForm<{ readonly stage: Choice | null }>({
    parts: [{ key: 'stage', label: t('lossRules.demand.notified') }],
    initial: { stage: null },
    // one of the choices is always taken
    faultsOf: () => ({}),
  })
  const read = setting === null ? null : choiceOf(setting)
  const value = form.values.stage ?? read
  const isChanged = setting !== null && value !== read
  const done = (word: string) => {
    setConfirming(false)
    form.start({ stage: null })
    showToast(word)
  }
  const sendOptions = { invalidates: [getDemandSetting], showsPresent: true }
  const saving = useSend(saveDemandSetting, {
    ...sendOptions,
    onDone: () => done(t('shell.words.settingSaved')),
  })
  const removing = useSend(removeDemandSetting, {
    ...sendOptions,
    onDone: () => done(t('lossRules.backDone')),
  })
  const isConflict = isRowChanged(saving.error) || isRowChanged(removing.error)
  const unread = setting === null ? t('lossRules.readFirst') : isElsewhere ? t('lossRules.readAgain') : null
  const readAgain = (problem: Error) => {
    setConfirming(false)
    if (isRowChanged(problem)) markStale([getDemandSetting])
  }
  const save = () => {
    if (setting === null || value === null || saving.isPending || unread !== null || !isChanged) return
    const { departmentId, storeId, revision, fromStage } = setting
    const rule =
      value === 'off' ? { isEnabled: false, fromStage } : { isEnabled: true, fromStage: stageOf[value] }
    saving.mutate({ body: { departmentId, storeId, revision, ...rule } }, { onError: readAgain })
  }
  const words = (one: Choice) => t(`lossRules.demand.from.${wordOf[one]}`)

  return (
    <Form
      className={styles.fields}
      onSubmit={() => form.submit(save)}
      aria-label={t('lossRules.demand.rule')}
    >
      {isConflict && (
        <p role="status" className={editor.changedNote}>
          {t('kit.present.note')}
        </p>
      )}
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
        <p className={frame.note}>
          {setting.revision === null
            ? sourceWords(setting.source)
            : t('lossRules.comesFrom.own', { place: setting.name })}{' '}
          {setting.changedAt !== null &&
            t('lossRules.changedBy', {
              name: setting.changedBy ?? '',
              time: formatInstant(setting.changedAt),
            })}
        </p>
      )}
      <p role="status">{isElsewhere && unread}</p>
      <div className={styles.buttons}>
        <SubmitButton busy={saving.isPending} missing={unread ?? (isChanged ? null : t('lossRules.unsaved'))}>
          {t('shell.words.save')}
        </SubmitButton>
        <Button
          disabledReason={unread ?? (setting?.revision == null ? t('lossRules.backNone') : null)}
          onClick={() => setConfirming(true)}
        >
          {t('lossRules.back')}
        </Button>
      </div>
      <ConfirmDialog
        opened={confirming}
        busy={removing.isPending}
        title={t('lossRules.backTitle')}
        action={t('lossRules.back')}
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          if (setting?.revision == null) return
          removing.mutate({ query: { ...place, revision: setting.revision } }, { onError: readAgain })
        }}
      >
        {setting !== null &&
          t('lossRules.demand.backText', {
            place: setting.name,
            rule: words(choiceOf(setting.inherited)),
            source: sourceWords(setting.inherited.source),
          })}
      </ConfirmDialog>
      <LeaveDialog isUnsaved={isChanged && !saving.isPending} />
    </Form>
  )
}

function choiceOf({ isEnabled, fromStage }: DemandRule): Choice {
  return isEnabled ? `${fromStage}` : 'off'
}
