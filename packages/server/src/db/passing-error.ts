import { isTransient } from './transient'

/**
 * Beside what is transient everywhere: waits that this session cuts short, and resources that are short for
 * now.
 */
const PASSING_HERE = [/^53/, /^55P03$/, /^57014$/, /^XX000$/]
/** Data exceptions, and limits of what a value may be. */
const REFUSED_VALUE = /^(22|54)...$/
const NO_PARTITION = '23514'
const NO_TABLE = '42P01'

/** True when the same batch may well be stored a little later. */
export function isPassing(error: unknown): boolean {
  if (isTransient(error) || isPartitionGone(error)) return true
  const code = codeOf(error)
  return code !== null && PASSING_HERE.some((pattern) => pattern.test(code))
}

/** Beside lost connections: a disk that is full, no connection to be had, a database that takes no writes for now. */
const TROUBLE_OF_ALL: ReadonlySet<string> = new Set(['53100', '53300', '25006'])
const NO_CONNECTION = /^timeout exceeded when trying to connect/

/**
 * True where the failure has nothing to do with the data at hand, so that any other would fail too. Narrower
 * than transient: an internal error, a statement that took too long or too much memory may be the fault of
 * the data.
 */
export function isTroubleOfAll(error: unknown): boolean {
  if (isTransient(error) || isPartitionGone(error)) return true
  const code = codeOf(error)
  return code === null
    ? error instanceof Error && NO_CONNECTION.test(error.message)
    : TROUBLE_OF_ALL.has(code)
}

/** True where the values themselves were refused, by their form or their size: stored again they are refused again. */
export function isRefusedValue(error: unknown): boolean {
  return REFUSED_VALUE.test(codeOf(error) ?? '')
}

/** A scan had no partition, although it had one when this process looked: the next attempt makes it again. */
export function isPartitionGone(error: unknown): boolean {
  const code = codeOf(error)
  if (!(error instanceof Error)) return false
  if (code === NO_TABLE) return /scan_\d/.test(error.message)
  return code === NO_PARTITION && /no partition/.test(error.message)
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
