/** `1.20.3`, optionally with a pre-release such as `1.20.3-rc.1`; build metadata is not allowed. */
export const VERSION_PATTERN =
  /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/

/**
 * The order of two versions, as Semantic Versioning 2.0.0 item 11 states it: a pre-release comes before its version.
 * @returns below 0 where `a` is the older one, 0 where both are the same
 */
export function compareVersions(a: string, b: string): number {
  const [coreA = '', preA] = parted(a)
  const [coreB = '', preB] = parted(b)
  const byCore = compareLists(coreA.split('.'), coreB.split('.'))
  if (byCore !== 0 || preA === preB) return byCore
  if (preA === undefined) return 1
  if (preB === undefined) return -1
  return compareLists(preA.split('.'), preB.split('.'))
}

function parted(version: string): [string, string?] {
  const at = version.indexOf('-')
  return at < 0 ? [version] : [version.slice(0, at), version.slice(at + 1)]
}

/** A longer list is the newer one where all before is the same. */
function compareLists(a: readonly string[], b: readonly string[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index]
    if (right === undefined) return 1
    const byPart = compareParts(left, right)
    if (byPart !== 0) return byPart
  }
  return a.length - b.length
}

/** Numbers by their value and before words, words by their characters. */
function compareParts(a: string, b: string): number {
  const isNumberA = /^\d+$/.test(a)
  const isNumberB = /^\d+$/.test(b)
  if (isNumberA && isNumberB) return Number(a) - Number(b)
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
