import { readFileSync } from 'node:fs'
import type { HelpTexts } from '@coldkeep/contract/areas/help'
import { languages } from '@coldkeep/contract/config'
import { type HelpCategory, type HelpPage, helpCategories } from '@coldkeep/domain/help/help-text'
import type { Language } from '@coldkeep/phrases/translate'

/** A text as it comes with the product, in all languages. */
export interface ProductHelp {
  readonly key: string
  readonly page: HelpPage
  /** `null`: a section about the product. */
  readonly category: HelpCategory | null
  readonly texts: HelpTexts
}

export interface HelpContent {
  /** In the order in which they are shown. */
  readonly texts: readonly ProductHelp[]
  readonly titles: Readonly<Partial<Record<HelpCategory, Readonly<Record<Language, string>>>>>
}

/** One file: a title, then texts under headings that end in their keys, `## Question {#key}`. */
export interface HelpFile {
  readonly title: string
  readonly texts: readonly { readonly key: string; readonly title: string; readonly content: string }[]
}

const HEADING = /^## (.+) \{#([a-z][a-z0-9-]*)\}$/m

/** @throws Error for a file that is not of that form */
export function parseHelpFile(text: string): HelpFile {
  const [head = '', ...parts] = text.split(/^(?=## )/m)
  const title = /^# (.+)\s*$/.exec(head)?.[1]
  if (title === undefined) throw new Error('a file of help begins with its title')
  const texts = parts.map((part) => {
    const [heading = '', name = '', key = ''] = HEADING.exec(part) ?? []
    if (key === '') throw new Error(`no text of help: ${part.slice(0, 80)}`)
    return { key, title: name, content: part.slice(heading.length).trim() }
  })
  return { title, texts }
}

/** Written by people of the organisation alone. */
const productCategories = helpCategories.filter((category) => category !== 'company')

/** What comes with the product, read once. @throws Error where a language lacks a text */
export function readHelpContent(): HelpContent {
  const files = productCategories.map((category) => ({ category, files: inAllLanguages(category) }))
  const about = joined('about', null, inAllLanguages('about'))
  return {
    texts: [...files.flatMap(({ category, files: all }) => joined('faq', category, all)), ...about],
    titles: Object.fromEntries(
      files.map(({ category, files: all }) => [category, eachLanguage((language) => all[language].title)]),
    ),
  }
}

function joined(
  page: HelpPage,
  category: HelpCategory | null,
  files: Readonly<Record<Language, HelpFile>>,
): ProductHelp[] {
  return files.en.texts.map(({ key }) => {
    const texts = eachLanguage((language) => {
      const found = files[language].texts.find((text) => text.key === key)
      if (found === undefined) throw new Error(`help: ${language} lacks ${key}`)
      return { title: found.title, content: found.content }
    })
    return { key, page, category, texts }
  })
}

function inAllLanguages(name: string): Record<Language, HelpFile> {
  return eachLanguage((language) =>
    parseHelpFile(readFileSync(new URL(`content/${language}/${name}.md`, import.meta.url), 'utf8')),
  )
}

function eachLanguage<Value>(of: (language: Language) => Value): Record<Language, Value> {
  return Object.fromEntries(languages.map((language) => [language, of(language)])) as Record<Language, Value>
}
