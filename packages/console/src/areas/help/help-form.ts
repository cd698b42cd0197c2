import { type HelpText, type HelpTexts, saveHelpText } from '@coldkeep/contract/areas/help'
import { languages } from '@coldkeep/contract/config'
import type { HelpCategory, HelpPage } from '@coldkeep/domain/help/help-text'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import { faultsOfCall } from '../../archetypes/editor/use-call-form'
import type { FieldFaults } from '../../kit/form/use-shown-faults'

type Part = 'title' | 'content'
export type HelpField = `${Language}.${Part}`

/** What is typed, in all languages, and what holds for all of them. */
export type HelpValues = Readonly<Record<HelpField, string>> & {
  readonly category: HelpCategory | null
  readonly isShown: boolean
}

/** A version of a text as the form holds it; `null`: a new text, which stands with those of the organisation. */
export function valuesOf(texts: HelpTexts, of: Pick<HelpValues, 'category' | 'isShown'>): HelpValues {
  const words = languages.flatMap((language) => [
    [`${language}.title`, texts[language]?.title ?? ''],
    [`${language}.content`, texts[language]?.content ?? ''],
  ])
  return { ...(Object.fromEntries(words) as Record<HelpField, string>), ...of }
}

/** The languages in which something was typed. */
export function textsOf(values: HelpValues): HelpTexts {
  return Object.fromEntries(
    languages
      .filter((language) => !isBlank(values, language))
      .map((language) => [language, wordsOf(values, language)]),
  )
}

/** Both words of a language or neither, in one of them at least: the reader's own, where all are empty. */
export function helpFaults(values: HelpValues, own: Language, t: Translate): FieldFaults {
  const written = languages.filter((language) => !isBlank(values, language))
  const judged = written.length === 0 ? [own] : written
  return Object.fromEntries(
    judged.flatMap((language) => {
      const words = wordsOf(values, language)
      const faults = faultsOfCall(
        {
          call: saveHelpText,
          labels: { title: t('help.title'), content: t('help.content') },
          inputOf: (typed) => inputOf('key', 'faq', { [language]: typed }, { ...values, version: null }),
        },
        words,
        t,
      )
      return Object.entries(faults).map(([part, fault]) => [`${language}.${part}`, fault])
    }),
  )
}

export function inputOf(
  key: string,
  page: HelpPage,
  texts: HelpTexts,
  of: Pick<HelpValues, 'category' | 'isShown'> & { readonly version: number | null },
) {
  const { category, isShown, version } = of
  return {
    params: { key },
    body: { page, category: page === 'faq' ? category : null, texts, isShown, version },
  }
}

/** What a text of the organisation begins as. */
export const blankHelp: HelpValues = valuesOf({}, { category: 'company', isShown: true })

export function presentOf({ category, versions }: HelpText): HelpValues {
  const [present] = versions
  return valuesOf(present?.texts ?? {}, { category, isShown: present?.isShown ?? true })
}

function isBlank(values: HelpValues, language: Language): boolean {
  const { title, content } = wordsOf(values, language)
  return title.trim() === '' && content.trim() === ''
}

function wordsOf(values: HelpValues, language: Language): Record<Part, string> {
  return { title: values[`${language}.title`], content: values[`${language}.content`] }
}
