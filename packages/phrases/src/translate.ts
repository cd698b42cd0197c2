import { createInstance, type i18n } from 'i18next'
import type { FlatPhrases } from './flattened'
import type { PhraseKey, PhraseValues, Translate } from './keys'

export const languages = ['en', 'ja', 'zh-CN', 'zh-TW'] as const
export type Language = (typeof languages)[number]

export function isLanguage(value: string): value is Language {
  return (languages as readonly string[]).includes(value)
}

/** How both programs set up i18next: full keys with dots in them, values printed as they are. */
export const i18nextOptions = {
  keySeparator: false,
  nsSeparator: false,
  fallbackLng: false,
  interpolation: { escapeValue: false },
  initAsync: false,
} as const

/** A translator for texts that are at hand. */
export function translatorOf(language: Language, texts: FlatPhrases): Translate {
  const instance: i18n = createInstance({
    ...i18nextOptions,
    lng: language,
    resources: { [language]: { translation: texts } },
  })
  void instance.init()
  // A text without values is always the same, and a table of a chain asks for it thousands of times.
  const plain = new Map<string, string>()
  return <Key extends PhraseKey>(key: Key, ...values: PhraseValues<Key>) => {
    const isPlain = values[0] === undefined
    const known = isPlain ? plain.get(key) : undefined
    if (known !== undefined) return known
    const text = instance.t(key, values[0] ?? {})
    if (isPlain) plain.set(key, text)
    return text
  }
}
