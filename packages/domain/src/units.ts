/** The digits that a double carries faithfully through decimal notation. */
const FAITHFUL_DIGITS = 15
/** Below this, the digits beyond the faithful ones are less than this distance from a tie. */
const PLAIN_BELOW = 1e10
const TIE_WITHIN = 1e-4
const ALIKE_WITHIN = 1e9

/**
 * Rounds as people do on paper: 0.05 to 0.1, −0.05 to −0.1. The value counts as the decimal number that its first 15
 * digits show, so 1.005 is a tie although its double lies a little below, and 160.92499999999998 is 160.925 and becomes
 * 160.93. For output only: figures are computed unrounded.
 */
export function roundHalfAwayFromZero(value: number, decimals: number): number {
  if (!Number.isFinite(value)) return value
  const factor = 10 ** decimals
  const scaled = Math.abs(value) * factor
  if (scaled >= 10 ** FAITHFUL_DIGITS) return value
  const isNearTie = Math.abs(scaled - Math.floor(scaled) - 0.5) < TIE_WITHIN
  // only near a tie do the shown digits decide, and asking for them takes long
  const steps = isNearTie || scaled >= PLAIN_BELOW ? Number(scaled.toPrecision(FAITHFUL_DIGITS)) : scaled
  const rounded = Math.floor(steps + 0.5) / factor
  return value < 0 && rounded !== 0 ? -rounded : rounded
}

/**
 * Shares of a whole in percent that add up to exactly 100: each is cut to the decimals, and the steps that are
 * left over go to the largest remainders (of equal ones to the first).
 * @param amounts not negative
 * @returns null when all amounts are 0: there is no whole to take shares of
 */
export function largestRemainder(amounts: readonly number[], decimals: number): number[] | null {
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  if (total <= 0) return null
  const steps = 100 * 10 ** decimals
  // Remainders of whole amounts are exact, however unlike the shares are in size; those of others are alike within a billionth.
  const remainders = amounts.map((amount) => (amount * steps) % total)
  const cut = amounts.map((amount, index) =>
    Math.round((amount * steps - (remainders[index] as number)) / total),
  )
  const missing = steps - cut.reduce((sum, share) => sum + share, 0)
  const byRemainder = remainders
    .map((left, index) => ({ index, remainder: Math.round((left / total) * ALIKE_WITHIN) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder.slice(0, missing)) cut[index] = (cut[index] ?? 0) + 1
  return cut.map((share) => share / 10 ** decimals)
}

/** Percent of a rate 0 to 1 with one decimal, as every page shows it; null stays null. */
export function percentOf(rate: number | null): number | null {
  return rate === null ? null : roundHalfAwayFromZero(100 * rate, 1)
}
