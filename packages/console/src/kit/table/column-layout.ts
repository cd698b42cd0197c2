import { useMemo, useState } from 'react'
import type { Column } from './column'

/** What the reader did with the columns of one table; remembered in this browser. */
export interface ColumnLayout {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  readonly widths: Readonly<Record<string, number>>
}

const AS_IT_CAME: ColumnLayout = { order: [], hidden: [], widths: {} }
const NARROWEST_PX = 64

/** Columns in the reader's order; new ones keep the place they came in. */
export function orderedColumns<Row>(columns: readonly Column<Row>[], layout: ColumnLayout): Column<Row>[] {
  const known = layout.order.filter((key) => columns.some((column) => column.key === key))
  if (known.length === 0) return [...columns]
  const places = new Map(known.map((key, index) => [key, index]))
  let last = -1
  const ranked = columns.map((column) => {
    last = places.get(column.key) ?? last + 0.001
    return { column, rank: last }
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ column }) => column)
}

/** Moves a column one place; the ends stay. */
export function movedColumn(keys: readonly string[], key: string, by: -1 | 1): string[] {
  const from = keys.indexOf(key)
  const to = from + by
  if (from < 0 || to < 0 || to >= keys.length) return [...keys]
  return keys.with(from, keys[to] ?? key).with(to, key)
}

export function resizedColumn(layout: ColumnLayout, key: string, fromPx: number, byPx: number): ColumnLayout {
  const widthPx = Math.max(NARROWEST_PX, Math.round((layout.widths[key] ?? fromPx) + byPx))
  return { ...layout, widths: { ...layout.widths, [key]: widthPx } }
}

export interface LaidOutColumns<Row> {
  /** All of them in the reader's order. */
  readonly ordered: readonly Column<Row>[]
  readonly shownColumns: readonly Column<Row>[]
  readonly layout: ColumnLayout
  readonly setLayout: (layout: ColumnLayout | null) => void
}

/** The columns as the reader has ordered them, and those of them that are shown. */
export function useLaidOut<Row>(columns: readonly Column<Row>[], tableKey: string): LaidOutColumns<Row> {
  const [layout, setLayout] = useColumnLayout(tableKey)
  const ordered = useMemo(() => orderedColumns(columns, layout), [columns, layout])
  const shownColumns = useMemo(
    () => ordered.filter(({ key }, index) => index === 0 || !layout.hidden.includes(key)),
    [ordered, layout],
  )
  return { ordered, shownColumns, layout, setLayout }
}

/** The remembered layout of a table and how to change it; `null` puts it back as it came. */
function useColumnLayout(tableKey: string): [ColumnLayout, (layout: ColumnLayout | null) => void] {
  const storageKey = `coldkeep.columns.${tableKey}`
  const [layout, setLayout] = useState(() => stored(storageKey))
  const change = (next: ColumnLayout | null) => {
    setLayout(next ?? AS_IT_CAME)
    if (next === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(next))
  }
  return [layout, change]
}

function stored(storageKey: string): ColumnLayout {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return isLayout(found) ? found : AS_IT_CAME
  } catch {
    return AS_IT_CAME
  }
}

function isLayout(found: unknown): found is ColumnLayout {
  return (
    typeof found === 'object' &&
    found !== null &&
    'order' in found &&
    Array.isArray(found.order) &&
    'hidden' in found &&
    Array.isArray(found.hidden) &&
    'widths' in found &&
    typeof found.widths === 'object'
  )
}
