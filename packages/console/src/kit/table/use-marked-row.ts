import { type RefObject, useEffect, useRef } from 'react'
import type { TableView } from './table-view'
import type { TableModel } from './use-table-model'

interface MarkedRowInput<Row> {
  readonly card: RefObject<HTMLElement | null>
  readonly marked: string | null
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly model: TableModel<Row>
  readonly view: TableView
  /** The rows are one page that the service made: it stays. */
  readonly isServed: boolean
  readonly onView: (view: TableView) => void
  readonly onClear: () => void
}

/** A row that was just made or changed comes into sight: its page is turned up, and filters that hide it are taken off. */
export function useMarkedRow<Row>(input: MarkedRowInput<Row>): void {
  const { card, marked, rows, rowKey, model, view, isServed, onView, onClear } = input
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (marked === null) shown.current = null
    if (marked === null || shown.current === marked) return
    const place = model.matching.findIndex((row) => rowKey(row) === marked)
    if (place < 0) {
      if (rows.some((row) => rowKey(row) === marked)) onClear()
      return
    }
    const turned = Number.isFinite(view.pageSize) ? Math.floor(place / view.pageSize) + 1 : 1
    const page = isServed ? view.page : turned
    if (page !== (isServed ? view.page : model.page) || view.row !== marked) {
      onView({ ...view, page, row: marked })
      return
    }
    shown.current = marked
    scrollTo(card.current, marked, place)
  })
}

function scrollTo(card: HTMLElement | null, key: string, place: number): void {
  const row = card?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
  if (row) {
    row.scrollIntoView({ block: 'nearest' })
    return
  }
  // Of a windowed table only the visible rows are drawn; all are of one height.
  const frame = card?.querySelector<HTMLElement>('[data-windowed]')
  const rowPx = frame?.querySelector<HTMLElement>('tr[data-row]')?.offsetHeight ?? 0
  frame?.scrollTo({ top: place * rowPx })
}
