import { formatInstant, formatMinutes, formatNumber, NO_VALUE } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import type { ReactNode } from 'react'

export type CellValue = string | number | null
export type ColumnKind = 'text' | 'number' | 'percent' | 'date' | 'time' | 'minutes' | 'status'

interface ColumnGroup {
  /** The shared head: "Limit". */
  readonly title: string
  /** The column under it: "Low". */
  readonly short: string
}

export interface Column<Row> {
  readonly key: string
  readonly title: string
  /** Neighbours of one group have a shared head; elsewhere the column goes by its whole title. */
  readonly group?: ColumnGroup
  /** Decides how a value is written, sorted and aligned. `time` is epoch milliseconds or ISO 8601. */
  readonly kind: ColumnKind
  /** The raw value: sorted, filtered, written to CSV, and worded unless `cell` draws it. */
  readonly value: (row: Row) => CellValue
  readonly cell?: (row: Row) => ReactNode
  /** Makes the cell a link. */
  readonly href?: (row: Row) => string | null
  /** Stands in the head, not in the cells. */
  readonly unit?: string
  readonly decimals?: number
  /** Colours of the head as they were sent; text without enough contrast turns black or white. */
  readonly headFill?: string
  readonly headInk?: string
  readonly widthPx?: number
  /** Long texts wrap there, instead of making the table wider. */
  readonly wraps?: 'words' | 'anywhere'
}

const numeric: readonly ColumnKind[] = ['number', 'percent', 'minutes']

export function isNumeric(column: Pick<Column<never>, 'kind'>): boolean {
  return numeric.includes(column.kind)
}

type Look = Pick<Column<never>, 'kind' | 'decimals' | 'unit'>

/** A value as people read it; an em dash where there is none. */
export function cellText(value: CellValue, look: Look, language: Language, t: Translate): string {
  if (value === null || value === '') return NO_VALUE
  if (look.kind === 'time') return formatInstant(typeof value === 'number' ? value : Date.parse(value))
  if (typeof value === 'string') return value
  // Under a head that names the unit, figures have none, so that they can be compared down the column.
  if (look.kind === 'minutes' && !look.unit) return formatMinutes(t, value)
  return formatNumber(language, value, {
    decimals: look.decimals ?? (look.kind === 'percent' ? 1 : undefined),
  })
}

/**
 * The order of the values of one column, worked out once: numbers by size, days and times by their digits, words as
 * the language sorts them. Missing values have no place; they always come last.
 */
export function orderOf(values: Iterable<CellValue>, kind: ColumnKind, collator: Intl.Collator) {
  const places = new Map<CellValue, number>()
  const byDigits = kind === 'date' || kind === 'time'
  const compare = (a: CellValue, b: CellValue): number => {
    if (typeof a === 'number' && typeof b === 'number') return a - b
    if (byDigits) return String(a) < String(b) ? -1 : 1
    return collator.compare(String(a), String(b))
  }
  const distinct = [...new Set(values)].sort(compare)
  distinct.forEach((value, place) => {
    places.set(value, place)
  })
  return { distinct, place: (value: CellValue) => places.get(value) ?? distinct.length }
}
