import { weightedQuantile } from '@coldkeep/domain/analysis/median'

/** A score is shown with one decimal. */
const TENTHS_PER_POINT = 10
const BYTES = 2
const MOST_TENTHS = 1_000

/**
 * Scores of 0 to 100 in tenths, two bytes each, the lowest first. Those of several stores one after the other are those
 * of all, so that the database has no work with each of them.
 */
export function packTenths(scores: readonly number[]): Uint8Array {
  const packed = Buffer.alloc(BYTES * scores.length)
  const tenths = scores.map((score) => Math.round(score * TENTHS_PER_POINT)).sort((a, b) => a - b)
  for (const [index, tenth] of tenths.entries()) packed.writeUInt16BE(tenth, BYTES * index)
  return packed
}

/** The middle one of packed scores, of an even number the lower of the two, and how many there are; null of none. */
export function medianOfTenths(
  packed: Uint8Array,
): { readonly score: number; readonly count: number } | null {
  const view = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  const counts = new Array<number>(MOST_TENTHS + 1).fill(0)
  for (let at = 0; at < view.length; at += BYTES) {
    const tenth = view.readUInt16BE(at)
    counts[tenth] = (counts[tenth] ?? 0) + 1
  }
  const middle = weightedQuantile([...counts.keys()], counts, 0.5)
  return middle === null ? null : { score: middle / TENTHS_PER_POINT, count: view.length / BYTES }
}
