import {
  type FigureSetting,
  getFigureSettings,
  removeFigureSetting,
  saveFigureSetting,
} from '@coldkeep/contract/areas/figures'
import { type FigureGroup, figureFaults, figureGroups } from '@coldkeep/domain/analysis/figures'
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
import { Form, SubmitButton } from '../../kit/form/Form'
import { useForm } from '../../kit/form/use-form'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { FigureField } from './FigureField'
import { FigurePreview } from './FigurePreview'
import { kindOfGroup, useFigureWords } from './figure-words'
import styles from './settings.module.css'
import { useSourceWords } from './use-source-words'

/** The figures that were touched; `null` is one that was emptied. */
type FigureDraft = Readonly<Record<string, number | null>>

export interface FigureFormProps {
  readonly group: FigureGroup
  /** As it was read; `null` before that. */
  readonly setting: FigureSetting | null
  readonly place: { readonly departmentId: DepartmentId | null; readonly storeId: StoreId | null }
  /** Another place is chosen than the one that was read. */
  readonly isElsewhere: boolean
}

/** The figures of a group in a place: what was read stays in sight next to what is changed. */
export function FigureForm({ group, setting, place, isElsewhere }: FigureFormProps) {
  const t = useText()
  const words = useFigureWords()
  const sourceWords = useSourceWords()
  const [confirming, setConfirming] = useState(false)
  const figures = figureGroups[group]
  const valuesOf = (draft: FigureDraft): FigureDraft =>
    Object.fromEntries(
      figures.map(({ key }) => {
        const typed = draft[key]
        return [key, typed === undefined ? (setting?.figures[key] ?? null) : typed]
      }),
    )
  const faultsOf = (draft: FigureDraft) => {
    const faults = figureFaults(group, valuesOf(draft))
    return Object.fromEntries(
      figures.flatMap((figure) => {
        const fault = faults[figure.key]
        if (fault === undefined) return []
        return [[figure.key, fault === 'missing' ? t('kit.field.required') : words.bounds(figure)]]
      }),
    )
  }
  const form = useForm<FigureDraft>({
    parts: figures.map((figure) => ({ key: figure.key, label: words.name(figure) })),
    initial: {},
    faultsOf,
  })
  const values = valuesOf(form.values)
  const faults = faultsOf(form.values)
  const isSound = Object.keys(faults).length === 0
  const isChanged = setting !== null && figures.some(({ key }) => values[key] !== setting.figures[key])
  const done = (word: string) => {
    setConfirming(false)
    form.start({})
    showToast(word)
  }
  const sendOptions = { invalidates: [getFigureSettings], showsPresent: true }
  const saving = useSend(saveFigureSetting, {
    ...sendOptions,
    onDone: () => done(t('shell.words.settingSaved')),
  })
  const removing = useSend(removeFigureSetting, {
    ...sendOptions,
    onDone: () => done(t('lossRules.backDone')),
  })
  const isConflict = isRowChanged(saving.error) || isRowChanged(removing.error)
  const unread = setting === null ? t('lossRules.readFirst') : isElsewhere ? t('lossRules.readAgain') : null
  const unready = unread ?? (isChanged ? (Object.values(faults)[0] ?? null) : t('lossRules.unsaved'))
  const readAgain = (problem: Error) => {
    setConfirming(false)
    if (isRowChanged(problem)) markStale([getFigureSettings])
  }
  const written = {
    departmentId: place.departmentId,
    storeId: place.storeId,
    figureGroup: group,
    figures: values as Readonly<Record<string, number>>,
  }
  const save = () => {
    if (setting === null || saving.isPending || !isSound) return
    saving.mutate({ body: { ...written, revision: setting.revision } }, { onError: readAgain })
  }

  return (
    <Form
      className={styles.fields}
      onSubmit={() => unread === null && isChanged && form.submit(save)}
      aria-label={t('settings.figures.title')}
    >
      {isConflict && (
        <p role="status" className={editor.changedNote}>
          {t('kit.present.note')}
        </p>
      )}
      <div className={frame.choices}>
        {figures.map((figure) => (
          <FigureField
            key={figure.key}
            figure={figure}
            // what a change makes wrong shows at once
            look={{
              ...form.field(figure.key),
              error: form.errors[figure.key] ?? (isChanged ? faults[figure.key] : null),
            }}
            value={values[figure.key] ?? null}
            read={setting?.figures[figure.key] ?? null}
            isLocked={unread !== null}
            isConflict={isConflict}
            onChange={(value) => form.change({ [figure.key]: value })}
          />
        ))}
      </div>
      {setting === null ? (
        <p className={styles.message}>{t('lossRules.unread')}</p>
      ) : (
        <>
          <p className={styles.message}>{t(`settings.figures.holds.${kindOfGroup(group)}`)}</p>
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
        </>
      )}
      <p role="status">{isElsewhere && unread}</p>
      <FigurePreview key={JSON.stringify(values)} written={written} missing={unready} />
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
      </div>
      <ConfirmDialog
        opened={confirming}
        busy={removing.isPending}
        title={t('lossRules.backTitle')}
        action={t('lossRules.back')}
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          if (setting?.revision == null) return
          const query = { ...place, figureGroup: group, revision: setting.revision }
          removing.mutate({ query }, { onError: readAgain })
        }}
      >
        {setting !== null &&
          t('settings.figures.backText', {
            place: setting.name,
            figures: words.row(group, setting.inherited.figures),
            source: sourceWords(setting.inherited.source),
          })}
      </ConfirmDialog>
      <LeaveDialog isUnsaved={isChanged && !saving.isPending} />
    </Form>
  )
}
