import type { Translate } from '@coldkeep/phrases/keys'
import { dayFromText } from '../../kit/field/day-text'
import { numberFromText } from '../../kit/field/number-text'
import { emptyValue, type FormChoice, type FormValue } from '../../kit/form/form-field'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import type { issuesOf } from './call-rules'
import type { PlainField, PlainValues } from './editor-field'
import { faultsOfIssues } from './field-faults'

export interface PastedLine {
  /** As it was pasted, from 1. */
  readonly line: number
  readonly values: PlainValues
  readonly faults: FieldFaults
  /** True when it has more cells than the form has fields. */
  readonly isTooLong: boolean
}

export interface PasteRules {
  readonly fields: readonly PlainField[]
  readonly initial: PlainValues
  readonly issuesOfValues: (values: PlainValues) => ReturnType<typeof issuesOf>
  readonly check: (values: PlainValues) => FieldFaults
}

/**
 * Reads tab-separated lines, one row each, in the order of the fields; each line is checked as the form would be.
 * Empty lines are passed over, and so is a first line that repeats the names of the fields.
 */
export function readPastedRows(text: string, rules: PasteRules, t: Translate): readonly PastedLine[] {
  const { fields } = rules
  return text
    .replaceAll('\r', '')
    .split('\n')
    .map((content, index) => ({ cells: content.split('\t').map((cell) => cell.trim()), line: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .filter(({ cells }, index) => index > 0 || !isHead(cells, fields))
    .map(({ cells, line }) => readLine(cells, line, rules, t))
}

function readLine(cells: readonly string[], line: number, rules: PasteRules, t: Translate): PastedLine {
  const { fields, initial, issuesOfValues, check } = rules
  const read: Record<string, FormValue> = { ...initial }
  const unread: Record<string, string> = {}
  fields.forEach((field, index) => {
    const cell = cells[index]
    // a line that ends before has there what a new row starts from
    if (cell === undefined) return
    const value = cell === '' ? valueOfEmptyCell(field, read) : valueInCell(cell, field, read)
    if (value === undefined) unread[field.key] = unreadWords(field, t)
    read[field.key] = value ?? null
  })
  const found = { ...check(read), ...faultsOfIssues(issuesOfValues(read), fields, read, t) }
  return {
    line,
    values: read,
    faults: { ...found, ...unread },
    isTooLong: cells.slice(fields.length).some((cell) => cell !== ''),
  }
}

/** Nothing, unless that is one of the choices, such as no unit. */
function valueOfEmptyCell(field: PlainField, before: PlainValues): FormValue {
  const source = typeof field.choices === 'function' ? field.choices(before) : field.choices
  const isChoice =
    Array.isArray(source) && (source as readonly FormChoice[]).some(({ value }) => value === '')
  return isChoice ? '' : emptyValue(field.kind)
}

/** What a cell says for a field; `undefined` when it says nothing that the field can hold. */
function valueInCell(cell: string, field: PlainField, before: PlainValues): FormValue | undefined {
  switch (field.kind) {
    case 'number':
      return numberFromText(cell)
    case 'check':
      return TRUE_WORDS.has(cell.toLowerCase())
        ? true
        : FALSE_WORDS.has(cell.toLowerCase())
          ? false
          : undefined
    case 'day': {
      const day = dayFromText(cell)
      return day === 'form' || day === 'unreal' ? undefined : day
    }
    case 'choice':
      return choiceOf(cell, field, before)
    case 'choices': {
      const chosen = cell.split(/[,;、，]/).map((one) => choiceOf(one.trim(), field, before))
      return chosen.includes(undefined) ? undefined : chosen.map(String)
    }
    default:
      return cell
  }
}

const TRUE_WORDS = new Set(['1', 'true', 'yes', 'y', 'x', '✓', 'はい', '有', '是', '○'])
const FALSE_WORDS = new Set(['0', 'false', 'no', 'n', '-', '×', 'いいえ', '無', '无', '否'])

/** By its words or by its value; choices that the service lists are taken by value and judged by the service. */
function choiceOf(cell: string, field: PlainField, before: PlainValues): string | number | undefined {
  const source = typeof field.choices === 'function' ? field.choices(before) : field.choices
  if (!Array.isArray(source)) return numberFromText(cell) ?? cell
  const plain = cell.toLowerCase()
  const choice = (source as readonly FormChoice[]).find(
    ({ value, label }) => label.toLowerCase() === plain || String(value).toLowerCase() === plain,
  )
  return choice?.value
}

function unreadWords(field: PlainField, t: Translate): string {
  if (field.kind === 'number') return t('kit.field.notNumber')
  if (field.kind === 'day') return t('kit.field.notDate')
  return t('errors.field.choice')
}

function isHead(cells: readonly string[], fields: readonly PlainField[]): boolean {
  return cells.every(
    (cell, index) => cell === '' || cell.toLowerCase() === fields[index]?.label.toLowerCase(),
  )
}
