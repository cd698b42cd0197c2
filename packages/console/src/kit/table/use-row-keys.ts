import { type KeyboardEvent, type MouseEvent, type RefObject, useState } from 'react'
import { announce } from '../announce'
import { copyText } from '../copy-text'
import { useLanguage, useText } from '../text'
import { type Column, cellText } from './column'

interface RowKeysInput<Row> {
  readonly frame: RefObject<HTMLElement | null>
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  readonly selected: string | null
  readonly onSelect?: (row: Row) => void
  readonly onOpen?: (row: Row) => void
  readonly onDelete?: (row: Row) => void
  /** Enter goes on with the row instead of opening it; F2 opens it then. */
  readonly onEnter?: (row: Row) => void
}

/** One tab stop for all rows: arrows, Home and End move, Space selects, Enter opens, Ctrl or ⌘ C copies. */
export function useRowKeys<Row>(input: RowKeysInput<Row>) {
  const { frame, rows, rowKey, columns, selected, onSelect, onOpen, onDelete, onEnter } = input
  const t = useText()
  const language = useLanguage()
  const [focused, setFocused] = useState<string | null>(null)
  const reachable = onSelect !== undefined || onOpen !== undefined
  const stop = [focused, selected].find((key) => key !== null && rows.some((row) => rowKey(row) === key))

  const focusRow = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (row === undefined) return
    frame.current?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(rowKey(row))}"]`)?.focus()
  }

  const copy = (row: Row) => {
    const line = columns.map((column) => cellText(column.value(row), column, language, t)).join('\t')
    void copyText(line).then((isCopied) =>
      announce(t(isCopied ? 'kit.table.copied' : 'kit.dialog.copyFailed')),
    )
  }

  const onKeyDown = (event: KeyboardEvent, row: Row, index: number) => {
    if (event.target !== event.currentTarget) return
    if ((event.ctrlKey || event.metaKey) && event.key === 'c') {
      if (window.getSelection()?.isCollapsed !== false) copy(row)
      return
    }
    const act = {
      ArrowDown: () => focusRow(index + 1),
      ArrowUp: () => focusRow(index - 1),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      ' ': () => onSelect?.(row),
      Enter: () => (onEnter ?? onOpen ?? onSelect)?.(row),
      F2: () => onOpen?.(row),
      Delete: () => onDelete?.(row),
    }[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }

  const onClick = (event: MouseEvent, row: Row) => {
    const onControl = (event.target as Element).closest('a, button, input, label, select') !== null
    // The second press of a double click opens the row; it does not take back what the first one selected.
    if (onControl || event.detail > 1 || window.getSelection()?.isCollapsed === false) return
    onSelect?.(row)
  }

  return {
    rowProps: (row: Row, index: number) => {
      if (!reachable) return {}
      const key = rowKey(row)
      return {
        tabIndex: (stop === undefined ? index === 0 : key === stop) ? 0 : -1,
        onClick: (event: MouseEvent) => onClick(event, row),
        onDoubleClick: () => onOpen?.(row),
        onFocus: () => setFocused(key),
        onKeyDown: (event: KeyboardEvent) => onKeyDown(event, row, index),
      }
    },
  }
}
