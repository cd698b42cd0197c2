import * as z from 'zod/mini'
import { CSV_START, type CsvCell, csvLine } from './csv'
import type { WireColumn } from './table'

/** What a file needs to know of a column. */
export interface CsvColumn extends Pick<WireColumn, 'kind' | 'unit'> {
  readonly title: string
}

type CsvValue = string | number | null

/** How a file begins: with the titles of its columns, each with its unit. */
export function csvHead(columns: readonly CsvColumn[]): string {
  return CSV_START + csvLine(columns.map(headText))
}

/** A row of a table, one value for each column. Values of time are epoch milliseconds or ISO 8601. */
export function csvRow(columns: readonly CsvColumn[], values: readonly CsvValue[]): string {
  return csvLine(columns.map(({ kind }, place) => csvValue(values[place] ?? null, kind)))
}

function csvValue(value: CsvValue, kind: WireColumn['kind']): CsvCell {
  return kind === 'time' && value !== null ? new Date(value).toISOString() : value
}

/** The title with its unit, for where the column is named by itself. */
export function headText({ title, kind, unit = kind === 'percent' ? '%' : '' }: CsvColumn): string {
  return unit === '' || names(title, unit) ? title : `${title} ${unit}`
}

/** True where the title has the unit as a word of its own: the s of "Last" is not that of seconds. */
function names(title: string, unit: string): boolean {
  const at = title.indexOf(unit)
  const [before, after] = [title[at - 1] ?? '', title[at + unit.length] ?? '']
  return at >= 0 && !/[a-z]/i.test(before) && !/[a-z]/i.test(after)
}

const LONGEST_FILTER = 2_000

/** What calls take that answer with all rows of a table as a file: the columns and rows as the reader has them. */
export const csvChoice = {
  /** The places of the columns, in their order, joined with commas; without it all. */
  columns: z.optional(
    z.codec(z.string().check(z.regex(/^\d{1,2}(,\d{1,2}){0,99}$/)), z.array(z.int()), {
      decode: (text) => text.split(',').map(Number),
      encode: (places) => places.join(','),
    }),
  ),
  /**
   * A list as JSON: only rows with one of these tags in the filtered column, or with one of these words where rows have
   * no tags; without it all.
   */
  filter: z.optional(
    z.codec(z.string().check(z.maxLength(LONGEST_FILTER), z.refine(isListOfTexts)), z.array(z.string()), {
      decode: (text) => JSON.parse(text) as string[],
      encode: (values) => JSON.stringify(values),
    }),
  ),
}

/** The same, in our own words. */
export interface CsvChoice {
  readonly columns?: readonly number[] | undefined
  readonly filter?: readonly string[] | undefined
}

function isListOfTexts(text: string): boolean {
  try {
    const values: unknown = JSON.parse(text)
    return Array.isArray(values) && values.every((value) => typeof value === 'string')
  } catch {
    return false
  }
}
