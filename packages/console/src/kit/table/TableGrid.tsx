import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../text'
import { usePrinting } from '../use-printing'
import { Cell } from './Cell'
import type { Column } from './column'
import { RowCheck } from './RowCheck'
import type { RowChecks } from './row-selection'
import styles from './TableGrid.module.css'
import { TableHead } from './TableHead'
import type { TableView } from './table-view'
import { useRowKeys } from './use-row-keys'
import { useRowWindow } from './use-row-window'

export interface TableGridProps<Row> {
  readonly title: string
  readonly columns: readonly Column<Row>[]
  readonly widths: Readonly<Record<string, number>>
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly sort: TableView['sort']
  /** Keys of the columns that can be sorted by; all when left out. */
  readonly sorts?: readonly string[]
  /** Without it the heads are plain. */
  readonly onSort?: (sort: TableView['sort']) => void
  readonly selected: string | null
  /** Key of a row that was just made or changed. */
  readonly marked?: string | null
  readonly onSelect?: (row: Row) => void
  readonly onOpen?: (row: Row) => void
  readonly onDelete?: (row: Row) => void
  readonly onEnter?: (row: Row) => void
  readonly checks?: RowChecks<Row>
  readonly rowActions?: (row: Row) => ReactNode
  /** All rows at once in a frame of their own, only the visible ones drawn. */
  readonly windowed: boolean
  /** Instead of rows: skeletons, an empty state, a failure. */
  readonly instead?: ReactNode
}

const noControls: { checks?: undefined; rowActions?: undefined; onSort?: undefined } = {}

export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { title, columns, widths, rows, rowKey, selected, marked = null, windowed, instead } = props
  const t = useText()
  // Paper has nothing to press, and a head with a button in it is not repeated on each sheet.
  const isPrinting = usePrinting()
  const { checks, rowActions, onSort } = isPrinting ? noControls : props
  const frame = useRef<HTMLElement>(null)
  const scrolls = useOverflow(frame, columns.length)
  const visible = useRowWindow(frame, rows.length, windowed)
  const keys = useRowKeys({ ...props, frame })
  const headRows = columns.some(({ group }) => group !== undefined) ? 2 : 1
  const span = columns.length + (checks === undefined ? 0 : 1) + (rowActions === undefined ? 0 : 1)
  const drawn = instead === undefined ? rows.slice(visible.from, visible.to) : []
  const sideways = scrolls || windowed
  return (
    <section
      ref={frame}
      className={styles.frame}
      data-scrolls={sideways || undefined}
      data-windowed={windowed || undefined}
      data-checks={checks !== undefined || undefined}
      {...(sideways && { tabIndex: 0, 'aria-label': t('kit.table.scrollRegion', { title }) })}
    >
      <table className={styles.table} aria-rowcount={windowed ? rows.length + headRows : undefined}>
        <caption className="visually-hidden">{title}</caption>
        <TableHead
          columns={columns}
          widths={widths}
          sort={props.sort}
          sorts={props.sorts}
          onSort={onSort}
          checks={checks}
          hasActions={rowActions !== undefined}
        />
        <tbody>
          {instead !== undefined && (
            <tr>
              <td colSpan={span} className={styles.instead}>
                {instead}
              </td>
            </tr>
          )}
          {visible.abovePx > 0 && <Gap heightPx={visible.abovePx} span={span} />}
          {drawn.map((row, index) => {
            const key = rowKey(row)
            return (
              <tr
                key={key}
                className={styles.row}
                data-row={key}
                data-selected={key === selected || undefined}
                data-marked={key === marked || undefined}
                aria-selected={props.onSelect === undefined ? undefined : key === selected}
                aria-rowindex={windowed ? visible.from + index + 1 + headRows : undefined}
                {...keys.rowProps(row, visible.from + index)}
              >
                {checks !== undefined && (
                  <td className={styles.check}>
                    <RowCheck checks={checks} row={row} rowKey={key} />
                  </td>
                )}
                {columns.map((column, place) => (
                  <Cell key={column.key} column={column} row={row} first={place === 0} />
                ))}
                {rowActions !== undefined && (
                  <td className={`${styles.cell} ${styles.actions}`}>{rowActions(row)}</td>
                )}
              </tr>
            )
          })}
          {visible.belowPx > 0 && <Gap heightPx={visible.belowPx} span={span} />}
        </tbody>
      </table>
    </section>
  )
}

function Gap({ heightPx, span }: { heightPx: number; span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row takes no focus, it only keeps the height
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height: heightPx, padding: 0, border: 0 }} />
    </tr>
  )
}

/** True while the table is wider than its frame. */
function useOverflow(frame: React.RefObject<HTMLElement | null>, columnCount: number): boolean {
  const [over, setOver] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns need another width
  useLayoutEffect(() => {
    const element = frame.current
    const table = element?.querySelector('table')
    if (!element || !table) return
    const measure = () => setOver(table.scrollWidth > element.clientWidth + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(table)
    return () => observer.disconnect()
  }, [frame, columnCount])
  return over
}
