import type { listTerminals } from '@coldkeep/contract/areas/terminals'
import type { Answer } from '@coldkeep/contract/call'
import { groupBy } from '@coldkeep/domain/group-by'
import type { Translate } from '@coldkeep/phrases/keys'
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

/** What is not known of an address counts as all. */
export function readVersionFilter({
  type = ALL,
  version = ALL,
  behind,
}: Readonly<Record<string, string | undefined>>): VersionFilter {
  return { type, version, behind: behinds.find((one) => String(one) === behind) ?? 0 }
}

/** The types that run, and the one that is chosen, with how many terminals run each. */
export function typeChoices(versions: readonly VersionCount[], chosen: string, t: Translate): Choice[] {
  return choices(versions, ({ type }) => type, chosen, t)
}

/** The versions of the chosen type, or of all, from the newest on. */
export function versionChoices(
  versions: readonly VersionCount[],
  { type, version }: VersionFilter,
  t: Translate,
): Choice[] {
  const own = versions.filter((one) => type === ALL || one.type === type)
  return choices(own, (one) => one.version, version, t)
}

export function behindChoices(t: Translate): Choice[] {
  const words = { 0: 'any', 1: 'one', 2: 'two' } as const
  return behinds.map((one) => ({ value: String(one), label: t(`terminals.versions.${words[one]}`) }))
}

function choices(
  versions: readonly VersionCount[],
  nameOf: (one: VersionCount) => string,
  chosen: string,
  t: Translate,
): Choice[] {
  const counted = [...groupBy(versions, nameOf)].map(([value, counts]) => ({
    value,
    label: `${value} (${counts.reduce((sum, { terminals }) => sum + terminals, 0)})`,
  }))
  const isKnown = chosen === ALL || counted.some(({ value }) => value === chosen)
  const missing = isKnown ? [] : [{ value: chosen, label: chosen }]
  return [{ value: ALL, label: t('terminals.all') }, ...counted, ...missing]
}
