import {
  getAbout,
  getFaq,
  getHelpText,
  type HelpText,
  type HelpVersion,
  saveHelpText,
} from '@coldkeep/contract/areas/help'
import { languages } from '@coldkeep/contract/config'
import { type HelpCategory, type HelpPage, OWN_HELP } from '@coldkeep/domain/help/help-text'
import { formatInstant } from '@coldkeep/phrases/format'
import type { Language } from '@coldkeep/phrases/translate'
import { useState } from 'react'
import { isRowChanged } from '../../api/call-problem'
import { markStale } from '../../api/mark-stale'
import { useCall, useSend } from '../../api/use-call'
import { limitsOfCall } from '../../archetypes/editor/call-rules'
import editor from '../../archetypes/editor/editor.module.css'
import { Button } from '../../kit/Button'
import { FormModal } from '../../kit/dialog/FormModal'
import { Modal } from '../../kit/dialog/Modal'
import { SelectField } from '../../kit/field/SelectField'
import { SwitchField } from '../../kit/field/SwitchField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { TextField } from '../../kit/field/TextField'
import { useForm } from '../../kit/form/use-form'
import { Markdown } from '../../kit/Markdown'
import { Skeleton } from '../../kit/Skeleton'
import { Tabs } from '../../kit/Tabs'
import { showToast } from '../../kit/Toast'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { ownNames } from '../../site/own-names'
import styles from './help.module.css'
import { blankHelp, type HelpField, helpFaults, inputOf, presentOf, textsOf, valuesOf } from './help-form'

const limits = limitsOfCall(saveHelpText)

export interface HelpEditorProps {
  readonly page: HelpPage
  /** Of a text that is there; `null`: a new one. */
  readonly textKey: string | null
  readonly onClose: () => void
}

/** A text of help in all languages, as it is now or new. */
export function HelpEditor({ page, textKey, onClose }: HelpEditorProps) {
  const t = useText()
  const [ownKey] = useState(() => `${OWN_HELP}${crypto.randomUUID()}`)
  const answer = useCall(getHelpText, textKey === null ? null : { params: { key: textKey } }, { staleMs: 0 })
  if (answer.isLoading)
    return (
      <Modal opened title={t('help.edit')} widthPx={800} onClose={onClose}>
        <Skeleton height={320} />
      </Modal>
    )
  const known = answer.data ?? null
  if (known === null && textKey !== null) return null
  return <HelpForm page={page} textKey={textKey ?? ownKey} known={known} onClose={onClose} />
}

interface HelpFormProps extends HelpEditorProps {
  readonly textKey: string
  readonly known: HelpText | null
}

function HelpForm({ page, textKey, known, onClose }: HelpFormProps) {
  const t = useText()
  const own = useLanguage()
  const [language, choose] = useState<Language>(own)
  const present = known?.versions[0] ?? null
  const form = useForm({
    parts: partsOf(page, t),
    initial: known === null ? blankHelp : presentOf(known),
    faultsOf: (values) => helpFaults(values, own, t),
  })
  const saving = useSend(saveHelpText, {
    invalidates: [getFaq, getAbout, getHelpText],
    showsPresent: true,
    onDone: () => {
      showToast(t('help.saved'))
      onClose()
    },
  })
  const submit = () =>
    form.submit((values) =>
      saving.mutate(
        inputOf(textKey, page, textsOf(values), { ...values, version: present?.version ?? null }),
        { onError: (problem) => isRowChanged(problem) && markStale([getHelpText]) },
      ),
    )
  const take = ({ texts, isShown }: HelpVersion) =>
    form.change(valuesOf(texts, { category: form.values.category, isShown }))
  const title: HelpField = `${language}.title`
  const content: HelpField = `${language}.content`

  return (
    <FormModal
      opened
      widthPx={800}
      title={known === null ? t(page === 'faq' ? 'help.newQuestion' : 'help.newSection') : t('help.edit')}
      submitLabel={t('shell.words.save')}
      missing={form.missing}
      dirty={form.isDirty}
      busy={saving.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {isRowChanged(saving.error) && (
        <p role="status" className={editor.changedNote}>
          {t('kit.present.note')}
        </p>
      )}
      <div className={styles.editor}>
        {known === null && page === 'faq' && <CategoryField {...form.field('category')} />}
        <Tabs
          label={t('help.inLanguage')}
          tabs={languages.map((key) => ({ key, label: ownNames[key] }))}
          current={language}
          onChange={(key) => choose(languages.find((one) => one === key) ?? own)}
        >
          <div className={styles.editor}>
            <TextField
              {...form.field(title)}
              label={t(page === 'faq' ? 'help.title' : 'help.sectionTitle')}
              maxLength={limits.get('title')?.maxLength}
            />
            <TextAreaField
              {...form.field(content)}
              label={t(page === 'faq' ? 'help.content' : 'help.sectionContent')}
              help={t('help.markdown')}
              maxLength={limits.get('content')?.maxLength}
              rows={8}
            />
            <section aria-label={t('help.preview')} className={styles.preview}>
              <Markdown text={form.values[content]} />
            </section>
          </div>
        </Tabs>
        <p className={frame.note}>{t('help.languagesHelp')}</p>
        <SwitchField
          label={t('help.shown')}
          checked={form.values.isShown}
          onChange={(isShown) => form.change({ isShown })}
        />
        {known !== null && known.versions.length > 1 && <Versions versions={known.versions} onTake={take} />}
      </div>
    </FormModal>
  )
}

function CategoryField(field: {
  readonly name: string
  readonly value: HelpCategory | null
  readonly onChange: (value: HelpCategory | null) => void
}) {
  const t = useText()
  const categories = Object.entries(useCall(getFaq, {}).data?.categories ?? {})
  const choices = categories.map(([value, { title }]) => ({ value, label: title }))
  const isThere = choices.some(({ value }) => value === 'company')
  return (
    <SelectField
      {...field}
      label={t('help.category')}
      choices={isThere ? choices : [...choices, { value: 'company', label: t('help.company') }]}
      onChange={(value) => field.onChange(value as HelpCategory | null)}
    />
  )
}

function Versions({
  versions,
  onTake,
}: {
  readonly versions: readonly HelpVersion[]
  readonly onTake: (version: HelpVersion) => void
}) {
  const t = useText()
  return (
    <details>
      <summary>{t('help.versions')}</summary>
      <ul className={styles.versions}>
        {versions.map((one, index) => (
          <li key={one.version}>
            <span>
              {one.changedAt === null
                ? t('help.fromProduct')
                : `${formatInstant(one.changedAt)} · ${one.changedBy}`}
            </span>
            {index === 0 ? (
              <span className={frame.note}>{t('help.present')}</span>
            ) : (
              <Button size="small" onClick={() => onTake(one)}>
                {t('help.take')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

function partsOf(page: HelpPage, t: ReturnType<typeof useText>) {
  const title = t(page === 'faq' ? 'help.title' : 'help.sectionTitle')
  const content = t(page === 'faq' ? 'help.content' : 'help.sectionContent')
  return languages.flatMap((language) => [
    { key: `${language}.title`, label: `${title} (${ownNames[language]})` },
    { key: `${language}.content`, label: `${content} (${ownNames[language]})` },
  ])
}
