import type { Translate } from '@coldkeep/phrases/keys'
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { Button } from '../Button'
import { LoadFailure } from '../LoadFailure'
import { StateView } from '../StateView'
import { useLanguage, useText } from '../text'
import { usePrinting } from '../use-printing'
import { type Column, cellText } from './column'
import { useLaidOut } from './column-layout'
import styles from './DataTable.module.css'
import { Pager } from './Pager'
import type { RowSelection } from './row-selection'
import { answeredRows, type RowSource } from './row-source'
import { SkeletonRows } from './SkeletonRows'
import { TableBar } from './TableBar'
import { TableCards } from './TableCards'
import { TableGrid } from './TableGrid'
import { TableSearchContext } from './TableSearch'
import { ALL_ROWS, DEFAULT_PAGE_SIZE, type HeldView, initialView } from './table-view'
import { useCards } from './use-cards'
import type { WholeFile } from './use-csv-file'
import { useMarkedRow } from './use-marked-row'
import { useTableModel } from './use-table-model'

const WINDOWED_FROM_ROWS = 200
const PRINTED_ROWS_AT_MOST = 2_000
/** Of a page that the service made everything is shown as it came. */
const wholePage = initialView(ALL_ROWS)

export interface DataTableProps<Row extends object> {
  readonly title: string
  /** Names the table for what is remembered of its columns. */
  readonly tableKey: string
  /** Keep this array stable between renders. */
  readonly columns: readonly Column<Row>[]
  readonly rows: RowSource<Row>
  readonly rowKey: (row: Row) => string
  /** Key of the column with the value filter. */
  readonly filterColumn?: string | null
  readonly pageSize?: number
  /** The table keeps its view itself where the screen does not. */
  readonly view?: HeldView
  /** Rows can be selected: one at a time, or several by check boxes. */
  readonly selection?: RowSelection<Row>
  /** Enter or double click. */
  readonly onOpen?: (row: Row) => void
  /** Buttons of a single row, in a column of their own at the right. */
  readonly rowActions?: (row: Row) => ReactNode
  /** The table holds only some of its rows; all of them are in this file. */
  readonly whole?: WholeFile | undefined
  /** Further buttons of the screen, at the right, before those that every table has; `TableSearch` is one. */
  readonly tools?: ReactNode
  /** Buttons of the screen, next to the title. */
  readonly children?: ReactNode
  /** What belongs here and the next step, when there are no rows at all. */
  readonly empty?: { readonly title: string; readonly action?: ReactNode }
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { title, columns, rowKey, pageSize = DEFAULT_PAGE_SIZE, selection, rowActions } = props
  const t = useText()
  const headingId = useId()
  const card = useRef<HTMLElement>(null)
  const shown = useShownRows(props)
  const { rows, state = 'ready', served, model, view, setView, laidOut, drawn } = shown
  const { shownColumns, layout } = laidOut
  const narrow = useCards(columns.length)
  const marked = props.view?.marked ?? null
  useMarkedRow({
    card,
    marked,
    rows,
    rowKey,
    model,
    view,
    isServed: served !== undefined,
    onView: setView,
    onClear: shown.clearFilters,
  })
  const { one, checks, onSelect } = selectionParts(selection, shown, rowKey)
  const instead = insteadOfRows(props, shown, t)

  return (
    <TableSearchContext value={shown.search}>
      <section
        ref={card}
        className={styles.card}
        aria-labelledby={headingId}
        aria-busy={state === 'refreshing' || undefined}
      >
        <TableBar
          title={title}
          headingId={headingId}
          rows={rows}
          matching={model.matching}
          checkedCount={checks?.keys.size ?? 0}
          uncounted={state === 'loading' || state === 'failed'}
          laidOut={laidOut}
          withColumnsMenu={!narrow}
          filterColumn={columns.find((column) => column.key === props.filterColumn)}
          view={view}
          onView={setView}
          served={served}
          whole={props.whole}
          toolbar={props.children}
          tools={props.tools}
        />
        <div className={styles.body} data-refreshing={state === 'refreshing' || undefined}>
          {narrow && instead === undefined ? (
            <TableCards
              title={title}
              columns={shownColumns}
              rows={drawn}
              rowKey={rowKey}
              nameOf={one?.nameOf}
              selected={view.row}
              marked={marked}
              onSelect={onSelect}
              checks={checks}
              rowActions={rowActions}
              cardActions={one?.cardActions}
            />
          ) : (
            <TableGrid
              title={title}
              columns={shownColumns}
              widths={layout.widths}
              rows={drawn}
              rowKey={rowKey}
              sort={view.sort}
              sorts={served && (served.sorts ?? [])}
              onSort={(sort) => setView({ ...view, sort, page: 1 })}
              selected={view.row}
              marked={marked}
              onSelect={onSelect}
              onOpen={props.onOpen}
              onDelete={one?.onDelete}
              onEnter={one?.onEnter}
              rowActions={rowActions}
              checks={checks}
              windowed={shown.windowed}
              instead={instead}
            />
          )}
        </div>
        {state !== 'loading' && (served?.total ?? rows.length) > Math.min(pageSize, DEFAULT_PAGE_SIZE) && (
          <Pager
            page={served ? Math.min(view.page, shown.pages) : model.page}
            pages={shown.pages}
            withoutAll={served !== undefined}
            pageSize={view.pageSize}
            requestedPageSize={pageSize}
            onPage={(page) => setView({ ...view, page })}
            onPageSize={(size) => setView({ ...view, pageSize: size, page: 1 })}
          />
        )}
        {props.whole !== undefined && <p className={styles.note}>{props.whole.note}</p>}
        {shown.windowed && <p className={styles.note}>{t('kit.table.allShown')}</p>}
        {shown.printing && model.matching.length > PRINTED_ROWS_AT_MOST && (
          <p className={styles.note}>{t('kit.table.printedFirst', { count: PRINTED_ROWS_AT_MOST })}</p>
        )}
      </section>
    </TableSearchContext>
  )
}

type ShownRows<Row extends object> = ReturnType<typeof useShownRows<Row>>

/** The rows as the reader searches, filters, sorts and pages them. */
function useShownRows<Row extends object>(props: DataTableProps<Row>) {
  const { tableKey, columns, filterColumn = null, pageSize = DEFAULT_PAGE_SIZE } = props
  const source = answeredRows(props.rows)
  const { rows, served } = source
  const printing = usePrinting()
  const [ownView, setOwnView] = useState(() => initialView(pageSize))
  const [text, setText] = useState('')
  const view = props.view?.current ?? ownView
  const setView = props.view?.onChange ?? setOwnView
  const laidOut = useLaidOut(columns, tableKey)
  const found = useFoundRows(rows, columns, text)
  const model = useTableModel(found, columns, filterColumn, served ? wholePage : view)
  const drawn = printing ? model.matching.slice(0, PRINTED_ROWS_AT_MOST) : model.rows
  const ownSearch = {
    text,
    onChange: (next: string) => {
      setText(next)
      setView({ ...view, page: 1 })
    },
  }
  return {
    ...source,
    printing,
    view,
    setView,
    laidOut,
    model,
    pages: served ? Math.max(1, Math.ceil(served.total / view.pageSize)) : model.pages,
    drawn,
    windowed: !printing && drawn.length > WINDOWED_FROM_ROWS,
    search: served ? { text: served.search, onChange: served.onSearch } : ownSearch,
    clearFilters: () => {
      served?.onClear()
      setText('')
      setView({ ...view, filter: null, page: 1 })
    },
  }
}

/** What the parts of a table need to know of its selection. */
function selectionParts<Row extends object>(
  selection: RowSelection<Row> | undefined,
  { view, setView, model }: ShownRows<Row>,
  rowKey: (row: Row) => string,
) {
  if (selection?.of === 'several') {
    return {
      one: undefined,
      checks: { ...selection, allKeys: model.matching.map(rowKey) },
      onSelect: undefined,
    }
  }
  const toggle = (row: Row) => {
    const taken = view.row === rowKey(row)
    setView({ ...view, row: taken ? null : rowKey(row) })
    selection?.onChange?.(taken ? null : row)
  }
  return { one: selection, checks: undefined, onSelect: selection && toggle }
}

/** What a table shows that has no rows to show. */
function insteadOfRows<Row extends object>(
  { pageSize = DEFAULT_PAGE_SIZE, empty }: DataTableProps<Row>,
  { state, failure, onRetry, rows, served, drawn, laidOut, clearFilters }: ShownRows<Row>,
  t: Translate,
): ReactNode | undefined {
  if (state === 'loading') return <SkeletonRows rows={pageSize} columns={laidOut.shownColumns.length} />
  if (state === 'failed') return <LoadFailure words={failure} onRetry={onRetry} />
  if (rows.length === 0 && !served?.isFiltered)
    return <StateView title={empty?.title ?? t('kit.state.noData')} actions={empty?.action} />
  if (drawn.length > 0) return undefined
  return (
    <StateView
      title={t('kit.state.noMatch')}
      actions={<Button onClick={clearFilters}>{t('kit.state.clearFilters')}</Button>}
    />
  )
}

/** The rows that hold the searched words in any column, as they are written there. */
function useFoundRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  search: string,
): readonly Row[] {
  const t = useText()
  const language = useLanguage()
  return useMemo(() => {
    const plain = (text: string) => text.normalize('NFKC').toLowerCase()
    const sought = plain(search.trim())
    if (sought === '') return rows
    return rows.filter((row) =>
      columns.some((column) => plain(cellText(column.value(row), column, language, t)).includes(sought)),
    )
  }, [rows, columns, search, language, t])
}
