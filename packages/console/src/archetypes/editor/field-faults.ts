import { type FieldProblem, fieldProblems } from '@coldkeep/contract/problem'
import type { Translate } from '@coldkeep/phrases/keys'
import type * as z from 'zod/mini'
import { isEmptyValue } from '../../kit/form/form-field'
import type { FieldFaults } from '../../kit/form/use-shown-faults'

/** A field by the name it has in a call, or by its place in a row that the call takes. */
export interface NamedField {
  readonly key: string
  readonly position?: number
}

/** What the contract finds wrong, worded for the fields; limits are named. */
export function faultsOfIssues(
  issues: readonly z.core.$ZodIssue[],
  fields: readonly NamedField[],
  values: object,
  t: Translate,
): FieldFaults {
  const faults: Record<string, string> = {}
  for (const issue of issues) {
    const field = fieldAt(issue.path.map(String), fields)
    if (field === undefined || field.key in faults) continue
    faults[field.key] = isEmptyValue(Reflect.get(values, field.key))
      ? t('kit.field.required')
      : issueWords(issue, t)
  }
  return faults
}

/** What the service refused, at the fields it names; names that no field of the form has are left to the message. */
export function faultsOfRefusal(
  refused: Readonly<Record<string, string>>,
  fields: readonly NamedField[],
  t: Translate,
): FieldFaults {
  const faults: Record<string, string> = {}
  for (const [path, problem] of Object.entries(refused)) {
    const field = fieldAt(path.split('.'), fields)
    if (field !== undefined)
      faults[field.key] = t(`errors.field.${isFieldProblem(problem) ? problem : 'format'}`)
  }
  return faults
}

/** By its own name, by the name in the style of the wire, or by its place in a row. */
function fieldAt<Field extends NamedField>(
  path: readonly string[],
  fields: readonly Field[],
): Field | undefined {
  const steps = path.toReversed()
  for (const step of steps) {
    const named = fields.find(({ key }) => key === step || snakeCase(key) === step)
    if (named !== undefined) return named
  }
  const [last, ...before] = steps
  // A single number is the place of the row in the list.
  if (!before.some((step) => /^\d+$/.test(step))) return undefined
  return fields.find(({ position }) => position !== undefined && String(position) === last)
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function isFieldProblem(text: string): text is FieldProblem {
  return (fieldProblems as readonly string[]).includes(text)
}

/** What the contract finds wrong with a value that is there. */
export function issueWords(issue: z.core.$ZodIssue, t: Translate): string {
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const limit = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum)
    if (issue.origin === 'string') {
      return t(issue.code === 'too_small' ? 'kit.field.tooShort' : 'kit.field.tooLong', { count: limit })
    }
    return t(issue.code === 'too_small' ? 'kit.field.tooLow' : 'kit.field.tooHigh', { limit })
  }
  if (issue.code === 'invalid_value') return t('errors.field.choice')
  if (issue.code === 'not_multiple_of' || (issue.code === 'invalid_type' && issue.expected === 'int')) {
    return t('kit.field.notWhole')
  }
  return t(issue.code === 'invalid_type' ? 'errors.field.type' : 'errors.field.format')
}
