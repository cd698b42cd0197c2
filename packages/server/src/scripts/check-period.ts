import { Problem } from '@coldkeep/contract/problem'
import { fittingPeriodSeconds } from '@coldkeep/domain/polling/fitting-period'

/**
 * A cycle that does not end before the next is due leaves that one out.
 * @param at the fields that would correct it
 * @throws Problem `script.too_slow`
 */
export function checkPeriod(worstMs: number, periodSeconds: number, at: readonly string[]): void {
  if (worstMs <= periodSeconds * 1_000) return
  const fields = Object.fromEntries(at.map((field) => [field, 'range' as const]))
  const numbers = {
    worst: Math.ceil(worstMs / 1_000),
    period: periodSeconds,
    fits: fittingPeriodSeconds(worstMs),
  }
  throw new Problem('script.too_slow', numbers, fields)
}
