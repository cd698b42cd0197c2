import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Language } from '@coldkeep/phrases/translate'

export type Weight = 'regular' | 'bold'
/** Japanese, traditional and simplified Chinese: the same character is drawn differently in each. */
const families = ['jp', 'tc', 'sc'] as const
type Family = (typeof families)[number]

/** What a document needs of a font once it is chosen: pdfkit hands out the font as fontkit read it. */
export interface FontHolder {
  registerFont(name: string, source: Buffer): unknown
  font(name: string): unknown
  readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } }
}

const require = createRequire(import.meta.url)
const files: Readonly<Record<Family, { readonly entry: string; readonly name: string }>> = {
  jp: { entry: require.resolve('@embedpdf/fonts-jp'), name: 'NotoSansJP' },
  tc: { entry: require.resolve('@embedpdf/fonts-tc'), name: 'NotoSansHant' },
  sc: { entry: require.resolve('@embedpdf/fonts-sc'), name: 'NotoSansHans' },
}
const orders: Readonly<Record<Exclude<Language, 'en'>, readonly Family[]>> = {
  ja: ['jp', 'tc', 'sc'],
  'zh-TW': ['tc', 'jp', 'sc'],
  'zh-CN': ['sc', 'tc', 'jp'],
}
/** English has no preference of its own: names are drawn as people of the store's country write them. */
const languageOfCountry: Readonly<Record<string, Exclude<Language, 'en'>>> = {
  JP: 'ja',
  TW: 'zh-TW',
  HK: 'zh-TW',
  CN: 'zh-CN',
}
const MISSING = '\u25a1'

/** A text as it can be drawn. */
export interface Drawable {
  readonly font: string
  readonly text: string
}

/** The fonts of a document. Only what is drawn of them is embedded, and only those that are used. */
export class Fonts {
  readonly #doc: FontHolder
  readonly #order: readonly Family[]
  readonly #known = new Set<string>()
  readonly #chosen = new Map<string, Drawable>()

  constructor(doc: FontHolder, language: Language, country: string) {
    this.#doc = doc
    this.#order = orders[language === 'en' ? (languageOfCountry[country] ?? 'ja') : language]
  }

  /**
   * The font that draws most of a text, of several the one that comes first in the language; what it lacks becomes
   * a box.
   */
  choose(text: string, weight: Weight): Drawable {
    const key = `${weight}/${text}`
    const known = this.#chosen.get(key)
    if (known !== undefined) return known
    // Control characters and halves of characters have no place on paper.
    const characters = [...plain(text)]
    let best: { name: string; missing: number } | null = null
    for (const family of this.#order) {
      const name = this.#open(family, weight)
      const missing = characters.filter((one) => !this.#has(one)).length
      if (best === null || missing < best.missing) best = { name, missing }
      if (missing === 0) break
    }
    const { name, missing } = best as { name: string; missing: number }
    this.#doc.font(name)
    const shown = missing === 0 ? characters : characters.map((one) => (this.#has(one) ? one : MISSING))
    const chosen = { font: name, text: shown.join('') }
    this.#chosen.set(key, chosen)
    return chosen
  }

  #has(character: string): boolean {
    return this.#doc._font.font.hasGlyphForCodePoint(character.codePointAt(0) as number)
  }

  #open(family: Family, weight: Weight): string {
    const name = `${family}-${weight}`
    if (!this.#known.has(name)) {
      this.#known.add(name)
      this.#doc.registerFont(name, readFileSync(pathOf(family, weight)))
    }
    this.#doc.font(name)
    return name
  }
}

function pathOf(family: Family, weight: Weight): string {
  const { entry, name } = files[family]
  return join(dirname(entry), '..', 'fonts', `${name}-${weight === 'bold' ? 'Bold' : 'Regular'}.otf`)
}

/** Minus and narrow blanks as they are in every font at their usual width, so that figures can be copied. */
function plain(text: string): string {
  return text
    .replaceAll('\u2212', '-')
    .replace(/[\u202f\u2009\u00a0]/g, ' ')
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
}
