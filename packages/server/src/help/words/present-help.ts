import type {
  HelpCategoryRow,
  HelpQuestion,
  HelpText,
  HelpTexts,
  ShownHelp,
} from '@coldkeep/contract/areas/help'
import { languages } from '@coldkeep/contract/config'
import { type HelpCategory, helpCategories, withStore } from '@coldkeep/domain/help/help-text'
import type { StoreId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import type { HelpContent, ProductHelp } from '../help-content'
import type { HelpVersionRow } from '../help-queries'

/** A text as it stands: of the product, or as people made it. */
type PresentHelp = Pick<HelpVersionRow, 'key' | 'category' | 'texts' | 'isShown'>

/** Texts of the product with what people made of them, then those that they added. */
export function presentTexts(
  product: readonly ProductHelp[],
  changed: readonly HelpVersionRow[],
): PresentHelp[] {
  const changes = new Map(changed.map((row) => [row.key, row]))
  const known = new Set(product.map(({ key }) => key))
  return [
    ...product.map((text) => ({ isShown: true, ...text, ...changes.get(text.key), category: text.category })),
    ...changed.filter(({ key }) => !known.has(key)),
  ]
}

/** In the language of the reader, else in English, else in the first that it has. */
export function inLanguage(texts: HelpTexts, language: Language) {
  for (const one of [language, 'en' as const, ...languages]) {
    const words = texts[one]
    if (words !== undefined) return { ...words, language: one }
  }
  return null
}

export interface HelpReader {
  readonly language: Language
  readonly mayEdit: boolean
  /** Of whom sees only one. */
  readonly storeId: StoreId | null
}

/** What a reader gets to see, with addresses that lead to the own store. */
export function shownTexts(
  texts: readonly PresentHelp[],
  reader: HelpReader,
): (ShownHelp & Pick<PresentHelp, 'category'>)[] {
  return texts
    .filter(({ isShown }) => isShown || reader.mayEdit)
    .flatMap(({ key, category, texts: all, isShown }) => {
      const words = inLanguage(all, reader.language)
      if (words === null) return []
      return [{ key, category, isShown, ...words, content: withStore(words.content, reader.storeId) }]
    })
}

export interface FaqParts {
  readonly titles: HelpContent['titles']
  readonly language: Language
  readonly translate: Translate
  readonly own: ReadonlyMap<string, boolean>
  /** `null`: not for this reader. */
  readonly verdicts: ReadonlyMap<string, NonNullable<HelpQuestion['verdicts']>> | null
}

/** Questions by category, without categories that have none. */
export function presentFaq(
  texts: ReturnType<typeof shownTexts>,
  { titles, language, translate, own, verdicts }: FaqParts,
): Record<string, HelpCategoryRow> {
  const titleOf = (category: HelpCategory) => titles[category]?.[language] ?? translate('help.company')
  const questions = helpCategories.map((category) => {
    const entries = texts
      .filter((text) => text.category === category)
      .map(({ category: _, ...text }) => ({
        ...text,
        isHelpful: own.get(text.key) ?? null,
        verdicts: verdicts && (verdicts.get(text.key) ?? { helpful: 0, unhelpful: 0 }),
      }))
    return [category, { title: titleOf(category), entries }] as const
  })
  return Object.fromEntries(questions.filter(([, { entries }]) => entries.length > 0))
}

/** A text with all that it ever said; that of the product is its first version. */
export function presentVersions(
  product: ProductHelp | undefined,
  rows: readonly HelpVersionRow[],
): HelpText | null {
  const [present] = rows
  const named = product ?? present
  if (named === undefined) return null
  const made = rows.map(({ helpVersionId: version, texts, isShown, changedAt, changedBy }) => ({
    version,
    texts,
    isShown,
    changedAt,
    changedBy,
  }))
  const first = product && {
    version: 0,
    texts: product.texts,
    isShown: true,
    changedAt: null,
    changedBy: null,
  }
  return {
    key: named.key,
    page: named.page,
    category: named.category,
    versions: first === undefined ? made : [...made, first],
  }
}
