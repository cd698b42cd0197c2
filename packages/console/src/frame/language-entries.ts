import type { MenuEntry } from '../kit/Menu'
import { useLanguage } from '../kit/text'
import { useConfig } from '../site/config'
import { keepPreference } from '../site/keep-preference'
import { chooseLanguage } from '../site/language'

/** The languages of the configuration, each in its own words. */
export function useLanguageEntries(): readonly MenuEntry[] {
  const { languages } = useConfig()
  const language = useLanguage()
  return languages.map(({ title, value }) => ({
    key: value,
    label: title,
    language: value,
    checked: value === language,
    onChoose: () => {
      void chooseLanguage(value)
      keepPreference({ language: value })
    },
  }))
}
