import type { PhraseKey, PhraseValues, Translate } from '@coldkeep/phrases/keys'
import { isLanguage, type Language } from '@coldkeep/phrases/translate'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Words a key in the language of the screen; the component is rendered again when the language changes. */
export function useText(): Translate {
  const { t } = useTranslation()
  return useMemo(
    () =>
      <Key extends PhraseKey>(key: Key, ...values: PhraseValues<Key>) =>
        t(key, values[0] ?? {}),
    [t],
  )
}

export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return isLanguage(i18n.language) ? i18n.language : 'en'
}
