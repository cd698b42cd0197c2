import { languages } from '@coldkeep/contract/config'
import type { Language } from '@coldkeep/phrases/translate'
import { useState } from 'react'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { TextField } from '../../kit/field/TextField'
import { Tabs } from '../../kit/Tabs'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { ownNames } from '../../site/own-names'
import { firstLanguage, LONGEST_CONTENT, LONGEST_TITLE, wordFaults, writtenIn } from './bulletin-draft'
import styles from './bulletins.module.css'
import { FilesPart } from './FilesPart'
import type { ZonedPartProps } from './PlaceStep'
import { Preview } from './Preview'
import { SendingPart } from './SendingPart'

/** Title and content in up to four languages, with what goes along and how it will look. */
export function MessageStep({ draft, zones, onChange }: ZonedPartProps) {
  const t = useText()
  const own = useLanguage()
  const [language, choose] = useState<Language>(own)
  const words = draft.words[language]
  const faults = wordFaults(words)
  const written = writtenIn(draft)
  const write = (patch: Partial<typeof words>) =>
    onChange({ words: { ...draft.words, [language]: { ...words, ...patch } } })
  const errorOf = (fault: 'required' | 'tooLong' | undefined) =>
    fault === undefined ? null : t(`bulletins.${fault}`)
  return (
    <div className={styles.columns}>
      <div className={frame.stack}>
        <Tabs
          label={t('bulletins.language')}
          tabs={languages.map((key) => ({
            key,
            label: ownNames[key],
            count: written.includes(key) ? '✓' : undefined,
          }))}
          current={language}
          onChange={(key) => choose(languages.find((one) => one === key) ?? own)}
        >
          <div className={`${frame.stack} ${styles.words}`}>
            <TextField
              label={t('bulletins.messageTitle')}
              required={written.length === 0 || written.includes(language)}
              help={t('bulletins.letters', { count: words.title.length, most: LONGEST_TITLE })}
              error={errorOf(faults.title)}
              value={words.title}
              onChange={(title) => write({ title })}
            />
            <TextAreaField
              label={t('bulletins.content')}
              required={written.length === 0 || written.includes(language)}
              help={`${t('bulletins.letters', { count: words.content.length, most: LONGEST_CONTENT })} · ${t('bulletins.markdown')}`}
              error={errorOf(faults.content)}
              value={words.content}
              rows={8}
              onChange={(content) => write({ content })}
            />
          </div>
        </Tabs>
        <p className={frame.note}>
          {t('bulletins.languagesHelp', { language: ownNames[firstLanguage(draft, own)] })}
        </p>
        <FilesPart files={draft.files} onChange={(files) => onChange({ files })} />
        <SendingPart draft={draft} zones={zones} onChange={onChange} />
      </div>
      <Preview draft={draft} language={language} zone={zones[0] ?? 'UTC'} />
    </div>
  )
}
