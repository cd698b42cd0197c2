import type { english } from './en/english'
import { type FlatPhrases, flattened } from './flattened'
import type { Language } from './translate'

type Texts = Parameters<typeof flattened>[0]
type Loads = Readonly<Record<Language, () => Promise<Texts>>>

/**
 * Areas whose texts the console loads with their page instead of at its start: each language of each is a file of its
 * own in the build. Only screens of the area use them. The server has them at hand like all others.
 */
const loads = {
  audit: {
    en: () => import('./en/audit').then(({ audit }) => audit),
    ja: () => import('./ja/audit').then(({ audit }) => audit),
    'zh-CN': () => import('./zh-CN/audit').then(({ audit }) => audit),
    'zh-TW': () => import('./zh-TW/audit').then(({ audit }) => audit),
  },
  corrections: {
    en: () => import('./en/corrections').then(({ corrections }) => corrections),
    ja: () => import('./ja/corrections').then(({ corrections }) => corrections),
    'zh-CN': () => import('./zh-CN/corrections').then(({ corrections }) => corrections),
    'zh-TW': () => import('./zh-TW/corrections').then(({ corrections }) => corrections),
  },
  firmware: {
    en: () => import('./en/firmware').then(({ firmware }) => firmware),
    ja: () => import('./ja/firmware').then(({ firmware }) => firmware),
    'zh-CN': () => import('./zh-CN/firmware').then(({ firmware }) => firmware),
    'zh-TW': () => import('./zh-TW/firmware').then(({ firmware }) => firmware),
  },
  repair: {
    en: () => import('./en/repair').then(({ repair }) => repair),
    ja: () => import('./ja/repair').then(({ repair }) => repair),
    'zh-CN': () => import('./zh-CN/repair').then(({ repair }) => repair),
    'zh-TW': () => import('./zh-TW/repair').then(({ repair }) => repair),
  },
  upkeep: {
    en: () => import('./en/upkeep').then(({ upkeep }) => upkeep),
    ja: () => import('./ja/upkeep').then(({ upkeep }) => upkeep),
    'zh-CN': () => import('./zh-CN/upkeep').then(({ upkeep }) => upkeep),
    'zh-TW': () => import('./zh-TW/upkeep').then(({ upkeep }) => upkeep),
  },
  settings: {
    en: () => import('./en/settings').then(({ settings }) => settings),
    ja: () => import('./ja/settings').then(({ settings }) => settings),
    'zh-CN': () => import('./zh-CN/settings').then(({ settings }) => settings),
    'zh-TW': () => import('./zh-TW/settings').then(({ settings }) => settings),
  },
} as const satisfies Partial<Record<keyof typeof english, Loads>>

export type LaterArea = keyof typeof loads
export const laterAreas = Object.keys(loads) as readonly LaterArea[]

/** The texts of an area by their full keys. */
export async function laterTexts(area: LaterArea, language: Language): Promise<FlatPhrases> {
  return flattened({ [area]: await loads[area][language]() })
}

/** True for a text that comes with its page. */
export function isLaterText(key: string): boolean {
  return laterAreas.some((area) => key.startsWith(`${area}.`))
}
