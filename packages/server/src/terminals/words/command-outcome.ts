import { runRow } from '@coldkeep/contract/mqtt/command-arguments'
import type { Translate } from '@coldkeep/phrases/keys'
import * as z from 'zod/mini'
import { pointName } from '../../wording/point-name'

const ran = z.looseObject({ rows: z.array(runRow) })

/** What a terminal answered; the values of a single run are named in the reader's language. */
export function presentCommandOutcome(
  outcome: Readonly<Record<string, unknown>>,
  translate: Translate,
): Record<string, unknown> {
  const run = z.safeParse(ran, outcome)
  if (!run.success) return { ...outcome }
  const rows = run.data.rows.map((row) => ({
    ...row,
    values: row.values.map((value) => ({ ...value, name: pointName(value.name, translate) })),
  }))
  return { ...outcome, rows }
}
