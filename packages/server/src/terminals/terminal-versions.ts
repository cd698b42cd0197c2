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

/** The system of the box of a terminal, beside what is released. */
export function presentBox(
  {
    boxType: type,
    boxVersion: version,
  }: {
    readonly boxType: string | null
    readonly boxVersion: string | null
  },
  released: Released,
) {
  if (type === null) return null
  const known = released.get(type) ?? []
  const behind = version === null ? null : versionsBehind(version, known)
  return { type, version, behind, newest: newestVersion(known) }
}

/** What a filter chooses, each once, of what is reported; null: it leaves all, also what reports nothing. */
export function chosenFirmware(
  counted: readonly CountedTerminals[],
  { firmwareType, version, behind }: VersionFilter,
  released: Released,
): readonly Firmware[] | null {
  if (firmwareType === 'all' && version === 'all' && behind === 0) return null
  return [...groupBy(reported(counted), nameOf).values()]
    .flatMap(([first]) => first ?? [])
    .filter(
      (one) =>
        (firmwareType === 'all' || one.type === firmwareType) &&
        (version === 'all' || one.version === version) &&
        // what is behind by an unknown number is behind by none
        (versionsBehind(one.version, released.get(one.type) ?? []) ?? 0) >= behind,
    )
}

/** The counted terminals whose program or box runs one of these; null: all. */
export function withFirmware(
  counted: readonly CountedTerminals[],
  firmware: readonly Firmware[] | null,
): readonly CountedTerminals[] {
  if (firmware === null) return counted
  const names = new Set(firmware.map(nameOf))
  return counted.filter((one) => reported([one]).some((runs) => names.has(nameOf(runs))))
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
  return counted.flatMap(({ type, version, boxType, boxVersion, terminals }) => [
    ...(type === null || version === null ? [] : [{ type, version, terminals }]),
    ...(boxType === null || boxVersion === null ? [] : [{ type: boxType, version: boxVersion, terminals }]),
  ])
}

function nameOf({ type, version }: Firmware): string {
  return `${type} ${version}`
}
