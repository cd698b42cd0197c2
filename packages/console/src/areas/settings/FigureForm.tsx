import {
  type FigureSetting,
  getFigureSettings,
  removeFigureSetting,
  saveFigureSetting,
} from '@coldkeep/contract/areas/figures'
import { type FigureGroup, figureFaults, figureGroups } from '@coldkeep/domain/analysis/figures'
import { useForm } from '../../kit/form/use-form'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { FigurePreview } from './FigurePreview'
import { kindOfGroup, useFigureWords } from './figure-words'
import { heldValues, type NumberDraft } from './held-values'
import { type PlaceRule, PlaceRuleForm, useUnread } from './PlaceRuleForm'
import { RuleNumber } from './RuleNumber'
import { RuleSource } from './RuleSource'
import styles from './settings.module.css'
import { usePlaceWriting } from './use-place-writing'
import { useSourceWords } from './use-source-words'

const calls = { read: getFigureSettings, save: saveFigureSetting, remove: removeFigureSetting }

export interface FigureFormProps extends PlaceRule<FigureSetting> {
  readonly group: FigureGroup
}

/** The figures of a group in a place: what was read stays in sight next to what is changed. */
export function FigureForm({ group, ...rule }: FigureFormProps) {
  const { setting, place } = rule
  const t = useText()
  const words = useFigureWords()
  const sourceWords = useSourceWords()
  const figures = figureGroups[group]
  const keys = figures.map(({ key }) => key)
  const valuesOf = (draft: NumberDraft) => heldValues(keys, draft, setting?.figures)
  const faultsOf = (draft: NumberDraft) => {
    const faults = figureFaults(group, valuesOf(draft))
    return Object.fromEntries(
      figures.flatMap((figure) => {
        const fault = faults[figure.key]
        if (fault === undefined) return []
        return [[figure.key, fault === 'missing' ? t('kit.field.required') : words.bounds(figure)]]
      }),
    )
  }
  const form = useForm<NumberDraft>({
    parts: figures.map((figure) => ({ key: figure.key, label: words.name(figure) })),
    initial: {},
    faultsOf,
  })
  const values = valuesOf(form.values)
  const faults = faultsOf(form.values)
  const fault = Object.values(faults)[0] ?? null
  const isChanged = setting !== null && keys.some((key) => values[key] !== setting.figures[key])
  const unread = useUnread(rule)
  const writing = usePlaceWriting(calls, () => form.start({}))
  const written = {
    ...place,
    figureGroup: group,
    figures: values as Readonly<Record<string, number>>,
  }
  const save = () => {
    if (setting !== null) writing.save({ body: { ...written, revision: setting.revision } })
  }

  return (
    <PlaceRuleForm
      rule={rule}
      label={t('settings.figures.title')}
      writing={writing}
      isChanged={isChanged}
      fault={fault}
      onSave={() => form.submit(save)}
      onRemove={(revision) => writing.remove({ query: { ...place, figureGroup: group, revision } })}
      backText={
        setting &&
        t('settings.figures.backText', {
          place: setting.name,
          figures: words.row(group, setting.inherited.figures),
          source: sourceWords(setting.inherited.source),
        })
      }
      preview={
        <FigurePreview
          key={JSON.stringify(values)}
          written={written}
          missing={unread ?? (isChanged ? fault : t('lossRules.unsaved'))}
        />
      }
    >
      <div className={frame.choices}>
        {figures.map((figure) => (
          <RuleNumber
            key={figure.key}
            // what a change makes wrong shows at once
            look={{
              ...form.field(figure.key),
              error: form.errors[figure.key] ?? (isChanged ? faults[figure.key] : null),
            }}
            unit={words.unit(figure)}
            bounds={{ min: figure.lowest, max: figure.highest, step: figure.step }}
            help={words.help(figure)}
            wasRead={(read) => t('settings.figures.wasRead', { value: words.number(figure, read) })}
            value={values[figure.key] ?? null}
            read={setting?.figures[figure.key] ?? null}
            isLocked={unread !== null}
            isConflict={writing.isConflict}
            onChange={(value) => form.change({ [figure.key]: value })}
          />
        ))}
      </div>
      {setting === null ? (
        <p className={styles.message}>{t('lossRules.unread')}</p>
      ) : (
        <>
          <p className={styles.message}>{t(`settings.figures.holds.${kindOfGroup(group)}`)}</p>
          <RuleSource setting={setting} />
        </>
      )}
    </PlaceRuleForm>
  )
}
