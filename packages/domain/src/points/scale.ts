/** Decimals that every value keeps. */
const VALUE_DECIMALS = 6

/**
 * `raw × multiplier ÷ divisor`, rounded to 6 decimals, half away from zero, in decimal arithmetic: the factors are
 * decimal numbers that people typed, and 0.1 must mean a tenth.
 * @param divisor not 0
 */
export function scale(raw: number, multiplier: number, divisor: number): number {
  return scaleIntegers(raw, multiplier, divisor) ?? scaleDecimals(raw, multiplier, divisor)
}

/** Whole numbers, by far the most frequent, need no big arithmetic as long as all products are exact. */
function scaleIntegers(raw: number, multiplier: number, divisor: number): number | null {
  const numerator = raw * multiplier * 10 ** VALUE_DECIMALS
  const isExact =
    Number.isInteger(raw) &&
    Number.isInteger(multiplier) &&
    Number.isInteger(divisor) &&
    Number.isSafeInteger(numerator)
  if (!isExact) return null
  const size = Math.abs(numerator)
  const by = Math.abs(divisor)
  const remainder = size % by
  const millionths = (size - remainder) / by + (2 * remainder >= by ? 1 : 0)
  return signed(millionths / 10 ** VALUE_DECIMALS, numerator < 0 !== divisor < 0)
}

function scaleDecimals(raw: number, multiplier: number, divisor: number): number {
  const [a, b, by] = [toDecimal(raw), toDecimal(multiplier), toDecimal(divisor)]
  const exponent = a.exponent + b.exponent - by.exponent + VALUE_DECIMALS
  const numerator = a.digits * b.digits * 10n ** BigInt(Math.max(0, exponent))
  const denominator = by.digits * 10n ** BigInt(Math.max(0, -exponent))
  const millionths = (2n * numerator + denominator) / (2n * denominator)
  return signed(Number(`${millionths}e-${VALUE_DECIMALS}`), raw < 0 !== (multiplier < 0 !== divisor < 0))
}

interface Decimal {
  /** Without sign. */
  readonly digits: bigint
  readonly exponent: number
}

/** The shortest decimal that names the double, which is how it was typed. */
function toDecimal(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(Math.abs(value)).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

function signed(size: number, isNegative: boolean): number {
  return isNegative && size !== 0 ? -size : size
}
