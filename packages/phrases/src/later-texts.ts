import type { english } from './en/english'
import { type FlatPhrases, flattened } from './flattened'
import type { Language } from './translate'

type Texts = Parameters<typeof flattened>[0]
/** Each file of texts offers them under the name of their area. */
type Loads<Area extends string> = Readonly<Record<Language, () => Promise<Readonly<Record<Area, Texts>>>>>

/**
 * Areas whose texts the console loads with their page instead of at its start: each language of each is a file of its
 * own in the build. Only screens of the area use them. The server has them at hand like all others.
 */
const loads = {
  amber: {
    en: () => import('./en/amber'),
    ja: () => import('./ja/amber'),
    'zh-CN': () => import('./zh-CN/amber'),
    'zh-TW': () => import('./zh-TW/amber'),
  },
  audit: {
    en: () => import('./en/audit'),
    ja: () => import('./ja/audit'),
    'zh-CN': () => import('./zh-CN/audit'),
    'zh-TW': () => import('./zh-TW/audit'),
  },
  bulletins: {
    en: () => import('./en/bulletins'),
    ja: () => import('./ja/bulletins'),
    'zh-CN': () => import('./zh-CN/bulletins'),
    'zh-TW': () => import('./zh-TW/bulletins'),
  },
  corrections: {
    en: () => import('./en/corrections'),
    ja: () => import('./ja/corrections'),
    'zh-CN': () => import('./zh-CN/corrections'),
    'zh-TW': () => import('./zh-TW/corrections'),
  },
  firmware: {
    en: () => import('./en/firmware'),
    ja: () => import('./ja/firmware'),
    'zh-CN': () => import('./zh-CN/firmware'),
    'zh-TW': () => import('./zh-TW/firmware'),
  },
  queue: {
    en: () => import('./en/queue'),
    ja: () => import('./ja/queue'),
    'zh-CN': () => import('./zh-CN/queue'),
    'zh-TW': () => import('./zh-TW/queue'),
  },
  help: {
    en: () => import('./en/help'),
    ja: () => import('./ja/help'),
    'zh-CN': () => import('./zh-CN/help'),
    'zh-TW': () => import('./zh-TW/help'),
  },
  helpDesk: {
    en: () => import('./en/help-desk'),
    ja: () => import('./ja/help-desk'),
    'zh-CN': () => import('./zh-CN/help-desk'),
    'zh-TW': () => import('./zh-TW/help-desk'),
  },
  parameters: {
    en: () => import('./en/parameters'),
    ja: () => import('./ja/parameters'),
    'zh-CN': () => import('./zh-CN/parameters'),
    'zh-TW': () => import('./zh-TW/parameters'),
  },
  savings: {
    en: () => import('./en/savings'),
    ja: () => import('./ja/savings'),
    'zh-CN': () => import('./zh-CN/savings'),
    'zh-TW': () => import('./zh-TW/savings'),
  },
  repair: {
    en: () => import('./en/repair'),
    ja: () => import('./ja/repair'),
    'zh-CN': () => import('./zh-CN/repair'),
    'zh-TW': () => import('./zh-TW/repair'),
  },
  daySheet: {
    en: () => import('./en/day-sheet'),
    ja: () => import('./ja/day-sheet'),
    'zh-CN': () => import('./zh-CN/day-sheet'),
    'zh-TW': () => import('./zh-TW/day-sheet'),
  },
  upkeep: {
    en: () => import('./en/upkeep'),
    ja: () => import('./ja/upkeep'),
    'zh-CN': () => import('./zh-CN/upkeep'),
    'zh-TW': () => import('./zh-TW/upkeep'),
  },
  due: {
    en: () => import('./en/due'),
    ja: () => import('./ja/due'),
    'zh-CN': () => import('./zh-CN/due'),
    'zh-TW': () => import('./zh-TW/due'),
  },
  fridgeLists: {
    en: () => import('./en/fridge-lists'),
    ja: () => import('./ja/fridge-lists'),
    'zh-CN': () => import('./zh-CN/fridge-lists'),
    'zh-TW': () => import('./zh-TW/fridge-lists'),
  },
  screens: {
    en: () => import('./en/screens'),
    ja: () => import('./ja/screens'),
    'zh-CN': () => import('./zh-CN/screens'),
    'zh-TW': () => import('./zh-TW/screens'),
  },
  servicePoints: {
    en: () => import('./en/service-points'),
    ja: () => import('./ja/service-points'),
    'zh-CN': () => import('./zh-CN/service-points'),
    'zh-TW': () => import('./zh-TW/service-points'),
  },
  settings: {
    en: () => import('./en/settings'),
    ja: () => import('./ja/settings'),
    'zh-CN': () => import('./zh-CN/settings'),
    'zh-TW': () => import('./zh-TW/settings'),
  },
} as const satisfies { readonly [Area in keyof typeof english]?: Loads<Area> }

export type LaterArea = keyof typeof loads
export const laterAreas = Object.keys(loads) as readonly LaterArea[]

/** The texts of an area by their full keys. */
export async function laterTexts(area: LaterArea, language: Language): Promise<FlatPhrases> {
  return flattened((await loads[area][language]()) as Texts)
}

/** True for a text that comes with its page. */
export function isLaterText(key: string): boolean {
  return laterAreas.some((area) => key.startsWith(`${area}.`))
}
