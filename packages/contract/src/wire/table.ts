import * as z from 'zod/mini'
import { as } from './dialect'

/**
 * How the values of a column are to be shown. Values travel raw (numbers as numbers, `null` for no value);
 * the console formats them in the reader's language.
 */
const columnKinds = ['text', 'number', 'percent', 'date', 'time', 'minutes', 'status'] as const

export const wireColumn = z.object({
  value: z.string(),
  bgColor: z.optional(z.string()),
  txtColor: z.optional(z.string()),
  kind: z.enum(columnKinds),
  unit: z.optional(z.string()),
  /** Digits after the point. */
  decimals: z.optional(z.int()),
  /**
   * Long texts are wrapped into several lines, between words or anywhere, instead of making the table wider.
   */
  wraps: z.optional(z.enum(['words', 'anywhere'])),
})

const cell = z.union([z.string(), z.number(), z.null()])

/** Where a row, a bar or a slice leads: ids as texts. */
export const drill = z.object({
  departmentId: as('depart', z.optional(z.string())),
  storeId: as('store', z.optional(z.string())),
  deviceId: as('device', z.optional(z.string())),
  day: z.optional(z.string()),
  /** The rows of a table that have this tag. */
  tag: z.optional(z.string()),
})

/** The generic table answer: a title, headed columns, rows of values, and which column offers a value filter. */
export const wireTable = z.object({
  title: z.string(),
  header: z.array(wireColumn),
  data: z.array(
    z.object({
      id: z.optional(z.string()),
      value: z.array(cell),
      drill: z.optional(drill),
      /** What its cell in the filtered column says, in any language the same. */
      tag: z.optional(z.string()),
    }),
  ),
  pageSize: z.int(),
  filterIndex: z.nullable(z.int()),
  /** Of a table that does not hold all: of how many stores it has the rows, or how many rows; the file has all. */
  extent: z.optional(z.object({ of: z.enum(['stores', 'rows']), shown: z.int(), total: z.int() })),
})
export type WireTable = z.output<typeof wireTable>
export type WireColumn = z.output<typeof wireColumn>
export type Drill = z.output<typeof drill>
