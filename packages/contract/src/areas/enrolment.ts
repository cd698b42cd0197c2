import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireInstant } from '../wire/instant'
import { wireTerminalId } from '../wire/terminal-id'

/** Columns of the table, as its head has them; the second may be left out or empty. */
export const enrolmentColumns = ['store', 'terminal'] as const
export const MOST_ENROLLED = 2_000
export const MAX_ENROLMENT_BYTES = 256 * 1024

const csv = z.string().check(z.minLength(1), z.maxLength(MAX_ENROLMENT_BYTES))

const row = z.object({
  /** Line of the file, from 1; 0: the file as a whole. */
  row: z.int(),
  store: z.string(),
  storeName: z.nullable(z.string()),
  /** As the table has it; `null`: one is made up. */
  terminal: z.nullable(z.string()),
  /** How many terminals the store has already. */
  present: z.int(),
  /** Why it cannot be; in the caller's language. */
  fault: z.nullable(z.string()),
})
export type EnrolmentRow = z.output<typeof row>

export const previewEnrolment = defineCall({
  method: 'POST',
  path: '/api/v2/terminals/enrolment/preview',
  access: ['3-2'],
  cost: 'heavy',
  summary: 'What a table of store numbers would make, row by row, or why it cannot. Changes nothing.',
  // a text in JSON may be twice as long as its file
  maxBodyBytes: 2 * MAX_ENROLMENT_BYTES + 1024,
  body: z.object({ csv }),
  answer: z.object({ rows: z.array(row), faultCount: z.int() }),
})

export const enrolTerminals = defineCall({
  method: 'POST',
  path: '/api/v2/terminals/enrolment',
  access: ['3-2'],
  cost: 'heavy',
  summary:
    'Makes a terminal and a claim code for every row of a table, all or nothing. The codes are shown this once.',
  maxBodyBytes: 2 * MAX_ENROLMENT_BYTES + 1024,
  body: z.object({ csv, fileName: z.string().check(z.minLength(1), z.maxLength(255)) }),
  answer: z.object({
    terminals: z.array(
      z.object({
        store: z.string(),
        terminalId: as('terminal', wireTerminalId),
        code: z.string(),
        expiresAt: wireInstant,
      }),
    ),
  }),
})
