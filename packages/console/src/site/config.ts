import type { SiteConfig } from '@coldkeep/contract/config'
import { createContext, use } from 'react'
import { defaultColors } from './brand-colors'
import { ownNames } from './own-names'

export const defaultConfig: SiteConfig = {
  url: '',
  port: '',
  title: 'Coldkeep',
  color_nav: defaultColors.nav,
  color_button: defaultColors.button,
  color_error: defaultColors.error,
  vendor_icon: '',
  vendor_title: '',
  languages: Object.entries(ownNames).map(([value, title]) => ({ title, value })),
}

/** The configuration with every missing or unusable value at its default; branding never stops the console. */
export function readConfig(found: unknown): SiteConfig {
  const given = (typeof found === 'object' && found !== null ? found : {}) as Readonly<
    Record<string, unknown>
  >
  const text = (key: keyof SiteConfig, standard: string) => {
    const value = given[key]
    return typeof value === 'string' && value.trim() !== '' ? value : standard
  }
  const languages = Array.isArray(given.languages) ? given.languages.filter(isLanguageEntry) : []
  return {
    url: text('url', ''),
    port: text('port', ''),
    title: text('title', defaultConfig.title),
    color_nav: text('color_nav', defaultConfig.color_nav),
    color_button: text('color_button', defaultConfig.color_button),
    color_error: text('color_error', defaultConfig.color_error),
    vendor_icon: text('vendor_icon', ''),
    vendor_title: text('vendor_title', ''),
    languages: languages.length > 0 ? languages : defaultConfig.languages,
  }
}

function isLanguageEntry(entry: unknown): entry is SiteConfig['languages'][number] {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'title' in entry &&
    typeof entry.title === 'string' &&
    'value' in entry &&
    typeof entry.value === 'string'
  )
}

/** Where the service is: empty for the place that the page came from. */
export function serviceBase(config: Pick<SiteConfig, 'url' | 'port'>): string {
  if (config.url === '') return ''
  const base = config.url.replace(/\/+$/, '')
  return config.port === '' ? base : `${base}:${config.port}`
}

/**
 * The language to begin with: the remembered choice, else the first of the browser's that is on offer, else English.
 * A browser language fits by its whole tag or by its first part; Chinese by its script or region.
 */
export function firstLanguage(
  offered: readonly string[],
  remembered: string | null,
  preferred: readonly string[],
): string {
  if (remembered !== null && offered.includes(remembered)) return remembered
  for (const tag of preferred) {
    for (const text of [tag, spelled(tag)]) {
      const found = offered.find((language) => language.toLowerCase() === text.toLowerCase())
      if (found !== undefined) return found
    }
  }
  return 'en'
}

function spelled(tag: string): string {
  const [language = '', ...rest] = tag.split('-')
  if (language !== 'zh') return language
  return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part.toLowerCase())) ? 'zh-TW' : 'zh-CN'
}

const ConfigContext = createContext(defaultConfig)
export const ConfigProvider = ConfigContext.Provider

export function useConfig(): SiteConfig {
  return use(ConfigContext)
}
