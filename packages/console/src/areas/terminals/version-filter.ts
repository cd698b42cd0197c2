import type { listTerminals } from '@coldkeep/contract/areas/terminals'
import type { Answer } from '@coldkeep/contract/call'
import { newestFirst } from '@coldkeep/domain/firmware/versions-behind'
import { groupBy } from '@coldkeep/domain/group-by'
import { formatNumber } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import type { Choice } from '../../kit/field/SelectField'

export const ALL = 'all'
/** What a reader can choose: behind by at least so many released versions. */
const behinds = [0, 1, 2] as const

export type VersionCount = Answer<typeof listTerminals>['versions'][number]

/** As the address has it. */
export interface VersionFilter {
  readonly type: string
  readonly version: string
  readonly behind: (typeof behinds)[number]
}

interface ChoiceWords {
  readonly t: Translate
  readonly language: Language
}

/** What is not known of an address counts as all. */
export function readVersionFilter({
  type = ALL,
  version = ALL,
  behind,
}: Readonly<Record<string, string | undefined>>): VersionFilter {
  return { type, version, behind: behinds.find((one) => String(one) === behind) ?? 0 }
}

/** The types that run, and the one that is chosen, with how many terminals run each. */
export function typeChoices(versions: readonly VersionCount[], chosen: string, words: ChoiceWords): Choice[] {
  return choices(versions, ({ type }) => type, chosen, words)
}

/** The versions of the chosen type, or of all, from the newest on. */
export function versionChoices(
  versions: readonly VersionCount[],
  { type, version }: VersionFilter,
  words: ChoiceWords,
): Choice[] {
  const own = versions.filter((one) => type === ALL || one.type === type)
  const sorted = own.toSorted((a, b) => newestFirst(a.version, b.version))
  return choices(sorted, (one) => one.version, version, words)
}

export function behindChoices(t: Translate): Choice[] {
  const words = { 0: 'any', 1: 'one', 2: 'two' } as const
  return behinds.map((one) => ({ value: String(one), label: t(`terminals.versions.${words[one]}`) }))
}

function choices(
  versions: readonly VersionCount[],
  nameOf: (one: VersionCount) => string,
  chosen: string,
  { t, language }: ChoiceWords,
): Choice[] {
  const counted = [...groupBy(versions, nameOf)].map(([value, counts]) => ({
    value,
    label: `${value} (${formatNumber(
      language,
      counts.reduce((sum, { terminals }) => sum + terminals, 0),
    )})`,
  }))
  const isKnown = chosen === ALL || counted.some(({ value }) => value === chosen)
  const missing = isKnown ? [] : [{ value: chosen, label: chosen }]
  return [{ value: ALL, label: t('terminals.all') }, ...counted, ...missing]
}
