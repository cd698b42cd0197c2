import { compareVersions, VERSION_PATTERN } from './program-version'

/** From so many newer versions on, a terminal was left behind. */
export const LEFT_BEHIND_FROM = 2

/**
 * @param runs what a terminal says that it runs, which may be no version
 * @param released versions of the same type, each once
 * @returns how many of them are newer; null where it is not known
 */
export function versionsBehind(runs: string, released: readonly string[]): number | null {
  if (!VERSION_PATTERN.test(runs)) return null
  return released.filter((version) => compareVersions(version, runs) > 0).length
}

/** The highest version; null where there is none. */
export function newestVersion(released: readonly string[]): string | null {
  return released.toSorted(newestFirst)[0] ?? null
}

/** For sorting: versions from the newest on, and then what is none. */
export function newestFirst(a: string, b: string): number {
  const isVersionA = VERSION_PATTERN.test(a)
  const isVersionB = VERSION_PATTERN.test(b)
  if (isVersionA && isVersionB) return compareVersions(b, a)
  if (isVersionA !== isVersionB) return isVersionA ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
