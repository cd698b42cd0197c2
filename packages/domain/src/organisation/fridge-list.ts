/** What a fridge is described by, besides its controller: its brand, where in the store it is, and what kind it is. */
export const fridgeLists = ['brand', 'location', 'type'] as const
export type FridgeList = (typeof fridgeLists)[number]

/** A brand is added to the list once it was approved; it is chosen nowhere before. */
export const entryStates = ['proposed', 'approved', 'refused'] as const
export type EntryState = (typeof entryStates)[number]

/** What accounts are notified of about a brand. */
export type BrandNews = EntryState

/** A title without what people write differently for the same thing: case, width and blanks. */
export function foldedTitle(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s/gu, '')
}

const SHORTEST_SLIP = 5

/** True for two titles that may well be of one thing: they differ in marks, or in one letter where they are long enough. */
export function isSimilarTitle(one: string, other: string): boolean {
  const [a, b] = [lettersOf(one), lettersOf(other)]
  if (a === '' || b === '') return foldedTitle(one) === foldedTitle(other)
  if (a === b) return true
  return Math.min(a.length, b.length) >= SHORTEST_SLIP && isOneApart(a, b)
}

/** Letters and digits, without accents. */
function lettersOf(title: string): string {
  return foldedTitle(title)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** One letter more, fewer, or another one. Numbers are no slips: `Case 12` is not `Case 13`. */
function isOneApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const rest = short.slice(short.length === long.length ? at + 1 : at)
  const isSlip = ![short[at], long[at]].some((letter) => letter !== undefined && /\p{N}/u.test(letter))
  return isSlip && rest === long.slice(at + 1)
}
