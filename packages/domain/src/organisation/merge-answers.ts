/** Answers of a form as they travel: objects of values, and lists of rows that have a key. */
type Value = unknown
type Fields = Readonly<Record<string, Value>>
type Row = Fields & { readonly key: string }

/** One value that is another in two states of the same answers. */
export interface Difference {
  /** Names and keys down to the value: `devices`, `17`, `name`. */
  readonly path: readonly string[]
  /** `undefined` where it was not there. */
  readonly before: Value
  readonly after: Value
}

/** Every value that differs; a row that only one side has is one difference. */
export function differencesOf(before: Value, after: Value, path: readonly string[] = []): Difference[] {
  if (isSame(before, after)) return []
  if (isFields(before) && isFields(after)) {
    return namesOf(before, after).flatMap((name) => differencesOf(before[name], after[name], [...path, name]))
  }
  if (isRows(before) && isRows(after)) {
    return differencesOf(byKey(before), byKey(after), path)
  }
  return [{ path, before, after }]
}

/**
 * Applies answers given since a first state to the current state: a value that was not touched follows the
 * current one, one that was touched stays as answered. A row that is gone is gone, whatever was answered for
 * it.
 */
export function mergeAnswers<Answers>(base: Answers, mine: Answers, theirs: Answers): Answers {
  return merge(base, mine, theirs) as Answers
}

function merge(base: Value, mine: Value, theirs: Value): Value {
  if (isSame(base, mine)) return theirs
  if (isSame(base, theirs)) return mine
  if (isFields(mine) && isFields(theirs)) {
    const from = isFields(base) ? base : {}
    const names = namesOf(theirs, mine)
    return Object.fromEntries(names.map((name) => [name, merge(from[name], mine[name], theirs[name])]))
  }
  if (isRows(mine) && isRows(theirs)) return mergeRows(isRows(base) ? base : [], mine, theirs)
  return mine
}

function mergeRows(base: readonly Row[], mine: readonly Row[], theirs: readonly Row[]): Row[] {
  const [known, answered] = [byKey(base), byKey(mine)]
  const kept = theirs.map((row) => {
    const own = answered[row.key]
    return own === undefined ? row : (merge(known[row.key], own, row) as Row)
  })
  const present = byKey(theirs)
  const added = mine.filter(({ key }) => known[key] === undefined && present[key] === undefined)
  return [...kept, ...added]
}

/** True when two values hold the same, whatever the order of their names. */
export function isSame(one: Value, other: Value): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]))
  }
  if (!isFields(one) || !isFields(other)) return false
  return namesOf(one, other).every((name) => isSame(one[name], other[name]))
}

function isFields(value: Value): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An empty list may be one of rows. */
function isRows(value: Value): value is readonly Row[] {
  return Array.isArray(value) && value.every((one) => isFields(one) && typeof one.key === 'string')
}

function byKey(rows: readonly Row[]): Readonly<Record<string, Row>> {
  return Object.fromEntries(rows.map((row) => [row.key, row]))
}

function namesOf(one: Fields, other: Fields): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
}
