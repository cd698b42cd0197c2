import { fieldOfFlaw, ruleOfWire, wireFileRule } from '@coldkeep/contract/areas/warning-rules'
import type { FieldProblem } from '@coldkeep/contract/problem'
import { namesFromWire, pathToWire } from '@coldkeep/contract/wire/dialect'
import { checkWarningRules, type ScopedWarningRule } from '@coldkeep/domain/alarms/early-warning-rules'
import * as z from 'zod/mini'
import { fieldProblemsOf } from '../calls/decode-input'

/** Three for each store of a large chain, and more. */
const MOST_ROWS = 40_000

export interface RuleFileFault {
  /** Counted from 1, as people count rows; `null` where it is the file as a whole. */
  readonly row: number | null
  readonly field: string
  readonly problem: FieldProblem | 'repeated' | 'foreign' | 'scope' | 'version'
}

export interface RuleFile {
  readonly rules: readonly { readonly row: number; readonly rule: ScopedWarningRule }[]
  readonly faults: readonly RuleFileFault[]
}

const fileShape = z.strictObject({
  version: z.literal(1),
  rules: z.array(z.unknown()).check(z.minLength(1), z.maxLength(MOST_ROWS)),
})

/** Reads a file that was written by hand or exported: its rules, and everything that is wrong with it. */
export function readRuleFile(document: unknown): RuleFile {
  const file = fileShape.safeParse(document)
  if (!file.success) {
    const found = [...fieldProblemsOf(file.error, document)]
    return {
      rules: [],
      faults: found.map(([field, problem]) => ({
        row: null,
        field,
        problem: field === 'version' && problem === 'choice' ? 'version' : problem,
      })),
    }
  }
  const rules: { row: number; rule: ScopedWarningRule }[] = []
  const faults: RuleFileFault[] = []
  for (const [index, line] of file.data.rules.entries()) {
    const row = index + 1
    const read = z.safeDecode(wireFileRule, namesFromWire(wireFileRule, line) as never)
    if (!read.success) {
      for (const [field, problem] of fieldProblemsOf(read.error, namesFromWire(wireFileRule, line)))
        faults.push({ row, field: columnOf(field), problem })
      continue
    }
    const rule = ruleOfWire(read.data)
    if (rule === null) faults.push({ row, field: 'scope_id', problem: 'scope' })
    else rules.push({ row, rule })
  }
  const checked = checkWarningRules(rules.map(({ rule }) => rule))
  if (!checked.ok) {
    for (const { row: place, flaw } of checked.problem) {
      const row = rules[place - 1]?.row ?? place
      faults.push({
        row,
        field: columnOf(fieldOfFlaw[flaw]),
        problem: flaw === 'repeated' ? 'repeated' : 'range',
      })
    }
  }
  return { rules, faults }
}

/** A field as the file calls it. */
function columnOf(field: string): string {
  return pathToWire(wireFileRule, field.split('.')).join('.')
}
