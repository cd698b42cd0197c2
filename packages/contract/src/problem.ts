import * as z from 'zod/mini'
import { type ProblemCode, problemStatus } from './problem-status'

/** What is wrong with one field: `query.start` → `date`. */
export const fieldProblems = ['missing', 'type', 'range', 'length', 'format', 'choice', 'unknown'] as const
export type FieldProblem = (typeof fieldProblems)[number]

/** The one shape of a refusal on the wire. `message` is in the caller's language. */
export const wireProblem = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** With `row.changed`: the current row, in the shape of the call that lists it. */
  present: z.optional(z.unknown()),
  request_id: z.string(),
})
export type WireProblem = z.output<typeof wireProblem>

export type ProblemValues = Readonly<Record<string, string | number>>

/**
 * A refusal, thrown by handlers and queries. `values` fill the phrase; `fields` name what is wrong where;
 * `present` is the row that was changed by someone else in the meantime, as it travels.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly values: ProblemValues
  readonly fields: Readonly<Record<string, FieldProblem>>
  readonly present: unknown

  constructor(
    code: ProblemCode,
    values: ProblemValues = {},
    fields: Readonly<Record<string, FieldProblem>> = {},
    present: unknown = undefined,
  ) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.values = values
    this.fields = fields
    this.present = present
  }

  get status(): number {
    return problemStatus[this.code]
  }
}
