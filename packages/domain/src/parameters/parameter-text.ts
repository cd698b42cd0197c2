import type { Parameter } from './parameter'
import { isPossible } from './profile'

/** One line that sets a parameter. */
export interface TextValue {
  /** From 1. */
  readonly line: number
  readonly code: string
  readonly value: number
  /** What stands behind `#`. */
  readonly reason: string
}

/** What is wrong with a line: it sets nothing; its number is none; no such parameter; out of bounds; between two steps; set again. */
type LineFault = 'form' | 'number' | 'unknown' | 'range' | 'step' | 'twice'

export interface ReadText {
  readonly values: readonly TextValue[]
  /** By their line, from 1. */
  readonly faults: ReadonlyMap<number, LineFault>
}

const LINE = /^(.+?)(?:\s*[=:]\s*|\s+)(\S+)$/u
const NUMBER = /^[+-]?(\d+([.,]\d+)?|[.,]\d+)$/

/**
 * Reads a text that sets parameters, one on each line: `code = value`, with `:` or blanks for the sign as well, and a
 * reason after `#`. Full-width letters count as the others.
 * @param parameters of the model of the device
 */
export function readParameterText(text: string, parameters: readonly Parameter[]): ReadText {
  const known = new Map(parameters.map((parameter) => [folded(parameter.code), parameter]))
  const values: TextValue[] = []
  const faults = new Map<number, LineFault>()
  const seen = new Set<string>()
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = index + 1
    const [written = '', ...reasons] = raw.split('#')
    const setting = written.normalize('NFKC').trim()
    if (setting === '') continue
    const read = readSetting(setting, known)
    if (typeof read === 'string') faults.set(line, read)
    else if (seen.has(read.code)) faults.set(line, 'twice')
    else {
      seen.add(read.code)
      values.push({ line, ...read, reason: reasons.join('#').trim() })
    }
  }
  return { values, faults }
}

/** A text that sets these, in their order. */
export function writeParameterText(
  values: readonly { readonly code: string; readonly value: number; readonly comment: string }[],
): string {
  return values
    .map(({ code, value, comment }) => `${code} = ${value}${comment === '' ? '' : `  # ${comment}`}`)
    .join('\n')
}

function readSetting(
  setting: string,
  known: ReadonlyMap<string, Parameter>,
): LineFault | Pick<TextValue, 'code' | 'value'> {
  const [, name, number] = LINE.exec(setting) ?? []
  if (name === undefined || number === undefined) return 'form'
  const parameter = known.get(folded(name))
  if (parameter === undefined) return 'unknown'
  if (!NUMBER.test(number)) return 'number'
  const value = Number(number.replace(',', '.'))
  if (value < parameter.lowest || value > parameter.highest) return 'range'
  return isPossible(parameter, value) ? { code: parameter.code, value } : 'step'
}

function folded(code: string): string {
  return code.normalize('NFKC').trim().toLowerCase()
}
