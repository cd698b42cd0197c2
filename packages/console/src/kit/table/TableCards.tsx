import { headText } from '@coldkeep/contract/wire/table-csv'
import type { ReactNode } from 'react'
import { useText } from '../text'
import { CellContent } from './Cell'
import { type Column, isNumeric } from './column'
import { RowCheck } from './RowCheck'
import type { RowChecks } from './row-selection'
import styles from './TableCards.module.css'

export interface TableCardsProps<Row> {
  readonly title: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly nameOf?: (row: Row) => string
  readonly selected: string | null
  /** Key of a row that was just made or changed. */
  readonly marked: string | null
  readonly onSelect?: (row: Row) => void
  readonly checks?: RowChecks<Row>
  readonly rowActions?: (row: Row) => ReactNode
  /** Of the selected row only. */
  readonly cardActions?: (row: Row) => ReactNode
}

/** Rows as cards for narrow screens: the first two columns are title and status, the rest pairs with their heads. */
export function TableCards<Row>(props: TableCardsProps<Row>) {
  const { title, columns, rows, rowKey, selected, marked, onSelect, checks, rowActions, cardActions } = props
  const t = useText()
  const [first, second, ...others] = columns
  if (first === undefined) return null
  // A figure next to the title would not say what it counts.
  const status = second !== undefined && !isNumeric(second) ? second : undefined
  const rest = second === undefined || status !== undefined ? others : [second, ...others]
  const nameOf = props.nameOf ?? ((row: Row) => String(first.value(row) ?? ''))
  return (
    <ul className={styles.cards} aria-label={title}>
      {rows.map((row) => {
        const key = rowKey(row)
        return (
          <li
            key={key}
            className={styles.card}
            data-row={key}
            data-selected={key === selected || undefined}
            data-marked={key === marked || undefined}
          >
            <div className={styles.top}>
              {checks !== undefined && <RowCheck checks={checks} row={row} rowKey={key} />}
              <strong className={styles.name}>
                <CellContent column={first} row={row} />
              </strong>
              {status !== undefined && (
                <span className={styles.status}>
                  <CellContent column={status} row={row} />
                </span>
              )}
            </div>
            <dl className={styles.pairs}>
              {rest.map((column) => (
                <div key={column.key} className={styles.pair}>
                  <dt>{headText(column)}</dt>
                  <dd>
                    <CellContent column={column} row={row} />
                  </dd>
                </div>
              ))}
            </dl>
            {onSelect !== undefined && (
              <button
                type="button"
                className={styles.select}
                aria-pressed={key === selected}
                onClick={() => onSelect(row)}
              >
                {t('kit.table.selectRow', { row: nameOf(row) })}
              </button>
            )}
            <div className={styles.actions}>
              {key === selected && cardActions?.(row)}
              {rowActions?.(row)}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
