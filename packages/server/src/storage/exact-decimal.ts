/** Decimals tried; controllers send at most three, energy counters six after scaling. */
const POWERS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const
const FLOAT32_DECIMALS = 4
const LARGEST_WHOLE = Number.MAX_SAFE_INTEGER / 4

export const SINGLE = 'single'
const DOUBLE = 'double'
/** Width in which a value is stored: 32 or 64 bits. */
export type Width = typeof SINGLE | typeof DOUBLE

export function powerOfTen(decimals: number): number {
  return POWERS[decimals] ?? 10 ** decimals
}

/** The fewest decimals with which the stored value can be written without loss, or -1. */
export function decimalsOf(value: number, width: Width): number {
  const most = width === SINGLE ? FLOAT32_DECIMALS : POWERS.length - 1
  for (let decimals = 0; decimals <= most; decimals++) {
    if (isExact(value, decimals, width)) return decimals
  }
  return -1
}

/** True when the value, rounded to that many decimals, is stored as the very same bits. */
export function isExact(value: number, decimals: number, width: Width): boolean {
  const power = powerOfTen(decimals)
  const whole = Math.round(value * power)
  if (Math.abs(whole) > LARGEST_WHOLE || Object.is(value, -0)) return false
  const written = whole / power
  return (width === SINGLE ? Math.fround(written) : written) === value
}

/**
 * What a person would write for a value kept in 32 bits: -21.4 and not -21.399999618530273.
 * Both ways of keeping a reading, scans and packed hours, answer through this, so that they agree.
 */
export function readableSingle(stored: number): number {
  const decimals = decimalsOf(stored, SINGLE)
  if (decimals < 0) return stored
  const power = powerOfTen(decimals)
  return Math.round(stored * power) / power
}
