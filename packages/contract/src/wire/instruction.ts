import * as z from 'zod/mini'
import { line } from './line'

/** What the instruction tables have in common. */
export const INSTRUCTION_PATH = '/api/v2/append-poll'
/** Where rows are written. */
export const instructionAccess = ['2-3-1'] as const
/** Scripts name commands, so that their page reads them too. */
export const instructionReadAccess = ['2-3-1', '2-3-2'] as const

export const modelName = line(1, 60)
export const commandCode = line(1, 60)
export const commandNote = line(0, 300)
/** Of a row that people write. */
export const neededNote = line(1, 300)
/**
 * Hexadecimal; whether it makes bytes is judged with the rest of the row, so that all that is wrong is
 * reported at once.
 */
export const hexText = z.string().check(z.trim(), z.minLength(1), z.maxLength(1200))
/** A decimal number written as text in a row: no blanks, no exponent, at most nine places. */
export const numberText = z.codec(
  z.string().check(z.trim(), z.regex(/^-?\d{1,12}(\.\d{1,9})?$/)),
  z.number().check(z.gte(-1e12), z.lte(1e12)),
  { decode: Number, encode: plainNumber },
)

/** A count of bytes or a position written as text in a row. */
export const countText = z.codec(
  z.string().check(z.trim(), z.regex(/^\d{1,4}$/)),
  z.int().check(z.gte(0), z.lte(9999)),
  { decode: Number, encode: String },
)

function plainNumber(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(9).replace(/\.?0+$/, '') : text
}
