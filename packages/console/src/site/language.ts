import type { LaterArea } from '@coldkeep/phrases/later-texts'
import { i18nextOptions, isLanguage, type Language } from '@coldkeep/phrases/translate'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { setAnswerLanguage } from '../api/transport'

const STORAGE_KEY = 'coldkeep.language'
const reported = new Set<string>()
/** Areas that were opened so far, and when their texts are there. A language that is chosen later brings them, too. */
const opened = new Map<LaterArea, Promise<void>>()

export function rememberedLanguage(): string | null {
  return localStorage.getItem(STORAGE_KEY)
}

/** Loads the texts of a language and makes them the console's. Nothing that was typed is lost. */
export async function speak(language: string): Promise<void> {
  const spoken = languageOf(language)
  const texts = await everyTextOf(spoken)
  if (i18next.isInitialized) {
    i18next.addResourceBundle(spoken, 'translation', texts)
    await i18next.changeLanguage(spoken)
  } else {
    await i18next.use(initReactI18next).init({
      ...i18nextOptions,
      lng: spoken,
      resources: { [spoken]: { translation: texts } },
      react: { useSuspense: false },
      saveMissing: true,
      missingKeyHandler: (_languages, _namespace, key) => reportMissing(key),
      parseMissingKeyHandler: () => '',
    })
  }
  setAnswerLanguage(spoken)
  document.documentElement.lang = spoken
}

/** A choice of the reader: it wins over the browser's languages from now on. */
export async function chooseLanguage(language: string): Promise<void> {
  await speak(language)
  localStorage.setItem(STORAGE_KEY, language)
}

/** A page whose area has texts of its own, with these texts: what it shows has its words at once. */
export async function withTexts<Module>(area: LaterArea, load: () => Promise<Module>): Promise<Module> {
  const texts = opened.get(area) ?? addTexts(area)
  opened.set(area, texts)
  // texts that could not be had are requested again with the page
  texts.catch(() => opened.delete(area))
  const [module] = await Promise.all([load(), texts])
  return module
}

/** Until they are there in the language that is spoken by then. */
async function addTexts(area: LaterArea): Promise<void> {
  for (let spoken: string | null = null; spoken !== i18next.language; ) {
    spoken = i18next.language
    i18next.addResourceBundle(spoken, 'translation', await textsOfArea(area, languageOf(spoken)))
  }
}

/** Those of the start and of all areas that are open by the end. */
async function everyTextOf(language: Language): Promise<Readonly<Record<string, string>>> {
  const texts = await textsOf(language)
  for (;;) {
    const areas = [...opened.keys()]
    const later = await Promise.all(areas.map((area) => textsOfArea(area, language)))
    if (opened.size === areas.length) return Object.assign({}, texts, ...later)
  }
}

/** Where the texts of each area are is not needed before the first of them is opened. */
async function textsOfArea(area: LaterArea, language: Language): Promise<Readonly<Record<string, string>>> {
  const { laterTexts } = await import('@coldkeep/phrases/later-texts')
  return laterTexts(area, language)
}

function languageOf(language: string): Language {
  return isLanguage(language) ? language : 'en'
}

/** Texts of a language by their keys, as the service keeps them. */
export async function textsOf(language: string): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(`/lang-${language}.json`)
  if (!answer.ok) throw new Error(`/lang-${language}.json: ${answer.status}`)
  return answer.json()
}

function reportMissing(key: string): void {
  if (reported.has(key)) return
  reported.add(key)
  reportError(new Error(`No text for ${key}`))
}
