import * as z from 'zod/mini'

const runRows = z.array(
  z.object({
    commandCode: z.string(),
    unitId: z.number(),
    ms: z.number(),
    packet: z.string(),
    code: z.optional(z.string()),
    values: z.array(z.object({ name: z.string(), value: z.nullable(z.number()) })),
  }),
)

/** One value of a single run; a command without values has a row of its own. */
export interface ShownRow {
  readonly commandCode: string
  readonly unitId: number
  readonly point: string | null
  readonly value: string | null
  /** Why there is no value. */
  readonly code: string | null
  readonly packet: string
  readonly ms: number
}

/** The rows in the outcome of a single run; none where it has none. */
export function shownRows(outcome: Readonly<Record<string, unknown>> | null): readonly ShownRow[] {
  const read = z.safeParse(runRows, outcome?.rows)
  if (!read.success) return []
  return read.data.flatMap(({ values, code = null, ...row }): ShownRow[] =>
    values.length === 0
      ? [{ ...row, point: null, value: null, code }]
      : values.map(({ name, value }) => ({
          ...row,
          point: name,
          value: value === null ? null : String(value),
          code,
        })),
  )
}
