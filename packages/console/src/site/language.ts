import { i18nextOptions, isLanguage } from '@coldkeep/phrases/translate'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { setAnswerLanguage } from '../api/transport'

const STORAGE_KEY = 'coldkeep.language'
const reported = new Set<string>()

export function rememberedLanguage(): string | null {
  return localStorage.getItem(STORAGE_KEY)
}

/** Loads the texts of a language and makes them the console's. Nothing that was typed is lost. */
export async function speak(language: string): Promise<void> {
  const spoken = isLanguage(language) ? language : 'en'
  const texts = await textsOf(spoken)
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
