import type { listTerminals } from '@coldkeep/contract/areas/terminals'
import type { Answer, Input } from '@coldkeep/contract/call'
import { newestFirst, newestVersion, versionsBehind } from '@coldkeep/domain/firmware/versions-behind'
import { groupBy } from '@coldkeep/domain/group-by'
import type { CountedTerminals, Firmware } from './terminal-queries'

/** Released versions by type. */
type Released = ReadonlyMap<string, readonly string[]>

type VersionFilter = Pick<Input<typeof listTerminals>['query'], 'firmwareType' | 'version' | 'behind'>
type VersionCount = Answer<typeof listTerminals>['versions'][number]

/** What a terminal says that it runs, beside what is released. */
export function presentFirmware(
  {
    firmwareType: type,
    firmwareVersion: version,
  }: {
    readonly firmwareType: string | null
    readonly firmwareVersion: string | null
  },
  released: Released,
) {
  if (type === null || version === null) return null
  const known = released.get(type) ?? []
  return { type, version, behind: versionsBehind(version, known), newest: newestVersion(known) }
}

/** The counted terminals that run what a filter asks for. */
export function withFirmware(
  counted: readonly CountedTerminals[],
  { firmwareType, version, behind }: VersionFilter,
  released: Released,
): readonly CountedTerminals[] {
  return counted.filter(
    (one) =>
      (firmwareType === 'all' || one.type === firmwareType) &&
      (version === 'all' || one.version === version) &&
      (behind === 0 || behindOf(one, released) >= behind),
  )
}

/** What is behind by an unknown number is behind by none. */
function behindOf({ type, version }: CountedTerminals, released: Released): number {
  if (type === null || version === null) return 0
  return versionsBehind(version, released.get(type) ?? []) ?? 0
}

/** Each type and version that runs, once; what cannot be updated is left out. */
export function firmwareOf(counted: readonly CountedTerminals[]): Firmware[] {
  return [...groupBy(reported(counted), nameOf).values()].flatMap(([first]) => (first ? [first] : []))
}

/** How many terminals run what, by type and from the newest version on. */
export function countVersions(counted: readonly CountedTerminals[], released: Released): VersionCount[] {
  return [...groupBy(reported(counted), nameOf).values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return []
      const { type, version } = first
      const terminals = [first, ...others].reduce((sum, one) => sum + one.terminals, 0)
      return [{ type, version, behind: versionsBehind(version, released.get(type) ?? []), terminals }]
    })
    .sort((a, b) => (a.type < b.type ? -1 : a.type > b.type ? 1 : newestFirst(a.version, b.version)))
}

function reported(counted: readonly CountedTerminals[]) {
  return counted.flatMap(({ type, version, terminals }) =>
    type === null || version === null ? [] : [{ type, version, terminals }],
  )
}

function nameOf({ type, version }: Firmware): string {
  return `${type} ${version}`
}
