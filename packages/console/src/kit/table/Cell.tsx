import { NO_VALUE } from '@coldkeep/phrases/format'
import { memo } from 'react'
import { Link } from '../Link'
import { useLanguage, useText } from '../text'
import { type Column, cellText, isNumeric } from './column'
import styles from './TableGrid.module.css'

interface CellProps<Row> {
  readonly column: Column<Row>
  readonly row: Row
  readonly first: boolean
}

function PlainCell<Row>({ column, row, first }: CellProps<Row>) {
  const Tag = first ? 'th' : 'td'
  return (
    <Tag
      scope={first ? 'row' : undefined}
      className={styles.cell}
      data-pinned={first || undefined}
      data-numeric={isNumeric(column) || undefined}
      data-wraps={column.wraps}
    >
      <CellContent column={column} row={row} />
    </Tag>
  )
}

/** Cells do not change while the page around them is filtered, sorted or resized. */
export const Cell = memo(PlainCell) as typeof PlainCell

/** The content of a cell, in a table as on a card. */
export function CellContent<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const t = useText()
  const language = useLanguage()
  const href = column.href?.(row) ?? null
  const text = cellText(column.value(row), column, language, t)
  const content = column.cell?.(row) ?? (text === NO_VALUE ? <Missing /> : text)
  return href === null ? content : <Link href={href}>{content}</Link>
}

function Missing() {
  const t = useText()
  return (
    <>
      <span aria-hidden="true">{NO_VALUE}</span>
      <span className="visually-hidden">{t('kit.state.noData')}</span>
    </>
  )
}
