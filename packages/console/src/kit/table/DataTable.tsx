import type { Translate } from '@coldkeep/phrases/keys'
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { Button } from '../Button'
import { LoadFailure } from '../LoadFailure'
import { StateView } from '../StateView'
import { useLanguage, useText } from '../text'
import { usePrinting } from '../use-printing'
import { type Column, cellText } from './column'
import { orderedColumns, useColumnLayout } from './column-layout'
import styles from './DataTable.module.css'
import { Pager } from './Pager'
import { SkeletonRows } from './SkeletonRows'
import type { ServedRows } from './served-rows'
import { TableBar } from './TableBar'
import { TableCards } from './TableCards'
import { TableGrid } from './TableGrid'
import type { RowChecks } from './TableHead'
import { ALL_ROWS, DEFAULT_PAGE_SIZE, initialView, type TableView } from './table-view'
import { useCards } from './use-cards'
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
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** How a row is called where it is a card; missing: by its first column. */
  readonly nameOf?: (row: Row) => string
  /** Key of the column with the value filter. */
  readonly filterColumn?: string | null
  readonly pageSize?: number
  /** Both together when the view lives in the address; neither when the table keeps it. */
  readonly view?: TableView
  readonly onView?: (view: TableView) => void
  /** A row was selected, or the selection was taken back. */
  readonly onSelect?: (row: Row | null) => void
  /** Enter or double click. */
  readonly onOpen?: (row: Row) => void
  /** Enter goes on with the row instead of opening it; F2 opens it then. */
  readonly onEnter?: (row: Row) => void
  /** The Delete key. */
  readonly onDelete?: (row: Row) => void
  /** Check boxes for choosing several rows. */
  readonly checks?: Omit<RowChecks<Row>, 'allKeys'>
  /** Key of a row that was just made or changed; it is tinted for two seconds. */
  readonly marked?: string | null
  /** Offers a search over all columns. */
  readonly searchable?: boolean
  /** The rows are one page of more that the service holds. The table itself neither searches, sorts nor filters then. */
  readonly served?: ServedRows<Row>
  /** Buttons of the screen, beside the title. */
  readonly toolbar?: ReactNode
  /** Further buttons of the screen, at the right, before those that every table has. */
  readonly tools?: ReactNode
  /** Buttons of a single row, in a column of their own at the right. */
  readonly rowActions?: (row: Row) => ReactNode
  /** On narrow screens: what can be done with the selected row, on its card. */
  readonly cardActions?: (row: Row) => ReactNode
  /** `refreshing` keeps the old rows, dimmed. */
  readonly state?: 'ready' | 'loading' | 'refreshing' | 'failed'
  readonly failure?: string
  readonly onRetry?: () => void
  /** What belongs here and the next step, when there are no rows at all. */
  readonly empty?: { readonly title: string; readonly action?: ReactNode }
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { title, tableKey, columns, rows, rowKey, filterColumn = null, pageSize = DEFAULT_PAGE_SIZE } = props
  const { state = 'ready', checks, served } = props
  const t = useText()
  const headingId = useId()
  const printing = usePrinting()
  const [ownView, setOwnView] = useState(() => initialView(pageSize))
  const [search, setSearch] = useState('')
  const view = props.view ?? ownView
  const setView = props.onView ?? setOwnView

  const { ordered, shownColumns, layout, setLayout } = useLaidOut(columns, tableKey)
  const found = useFoundRows(rows, columns, search)
  const model = useTableModel(found, columns, filterColumn, served ? wholePage : view)
  const pages = served ? Math.max(1, Math.ceil(served.total / view.pageSize)) : model.pages
  const drawn = printing ? model.matching.slice(0, PRINTED_ROWS_AT_MOST) : model.rows
  const windowed = !printing && drawn.length > WINDOWED_FROM_ROWS
  const narrow = useCards(columns.length)
  const card = useRef<HTMLElement>(null)
  const clearFilters = () => {
    served?.onClear()
    setSearch('')
    setView({ ...view, filter: null, page: 1 })
  }
  useMarkedRow({
    card,
    marked: props.marked ?? null,
    rows,
    rowKey,
    model,
    view,
    isServed: served !== undefined,
    onView: setView,
    onClear: clearFilters,
  })

  const allChecks = checks && { ...checks, allKeys: model.matching.map(rowKey) }
  const toggleRow = (row: Row) => {
    const taken = view.row === rowKey(row)
    setView({ ...view, row: taken ? null : rowKey(row) })
    props.onSelect?.(taken ? null : row)
  }
  const onSelect = props.onSelect === undefined ? undefined : toggleRow
  const instead = insteadOfRows(props, {
    drawn: drawn.length,
    columns: shownColumns.length,
    onClear: clearFilters,
    t,
  })

  return (
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
        columns={ordered}
        shownColumns={shownColumns}
        layout={layout}
        onLayout={setLayout}
        withColumnsMenu={!narrow}
        filterColumn={columns.find((column) => column.key === filterColumn)}
        view={view}
        onView={setView}
        served={served}
        search={served ? served.search : props.searchable ? search : null}
        onSearch={(text) => {
          if (served) return served.onSearch(text)
          setSearch(text)
          setView({ ...view, page: 1 })
        }}
        toolbar={props.toolbar}
        tools={props.tools}
      />
      <div className={styles.body} data-refreshing={state === 'refreshing' || undefined}>
        {narrow && instead === undefined ? (
          <TableCards
            title={title}
            columns={shownColumns}
            rows={drawn}
            rowKey={rowKey}
            nameOf={props.nameOf}
            selected={view.row}
            marked={props.marked ?? null}
            onSelect={onSelect}
            checks={allChecks}
            rowActions={props.rowActions}
            cardActions={props.cardActions}
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
            marked={props.marked}
            onSelect={onSelect}
            onOpen={props.onOpen}
            onDelete={props.onDelete}
            onEnter={props.onEnter}
            rowActions={props.rowActions}
            checks={allChecks}
            windowed={windowed}
            instead={instead}
          />
        )}
      </div>
      {state !== 'loading' && (served?.total ?? rows.length) > Math.min(pageSize, DEFAULT_PAGE_SIZE) && (
        <Pager
          page={served ? Math.min(view.page, pages) : model.page}
          pages={pages}
          withoutAll={served !== undefined}
          pageSize={view.pageSize}
          askedPageSize={pageSize}
          onPage={(page) => setView({ ...view, page })}
          onPageSize={(size) => setView({ ...view, pageSize: size, page: 1 })}
        />
      )}
      {windowed && <p className={styles.note}>{t('kit.table.allShown')}</p>}
      {printing && model.matching.length > PRINTED_ROWS_AT_MOST && (
        <p className={styles.note}>{t('kit.table.printedFirst', { count: PRINTED_ROWS_AT_MOST })}</p>
      )}
    </section>
  )
}

/** The columns as the reader has ordered them, and those of them that are shown. */
function useLaidOut<Row>(columns: readonly Column<Row>[], tableKey: string) {
  const [layout, setLayout] = useColumnLayout(tableKey)
  const ordered = useMemo(() => orderedColumns(columns, layout), [columns, layout])
  const shownColumns = useMemo(
    () => ordered.filter(({ key }, index) => index === 0 || !layout.hidden.includes(key)),
    [ordered, layout],
  )
  return { ordered, shownColumns, layout, setLayout }
}

interface Drawn {
  readonly drawn: number
  readonly columns: number
  readonly onClear: () => void
  readonly t: Translate
}

/** What a table shows that has no rows to show. */
function insteadOfRows<Row extends object>(
  { state, pageSize = DEFAULT_PAGE_SIZE, rows, served, empty, failure, onRetry }: DataTableProps<Row>,
  { drawn, columns, onClear, t }: Drawn,
): ReactNode | undefined {
  if (state === 'loading') return <SkeletonRows rows={pageSize} columns={columns} />
  if (state === 'failed') return <LoadFailure words={failure} onRetry={onRetry} />
  if (rows.length === 0 && !served?.isFiltered)
    return <StateView title={empty?.title ?? t('kit.state.noData')} actions={empty?.action} />
  if (drawn > 0) return undefined
  return (
    <StateView
      title={t('kit.state.noMatch')}
      actions={<Button onClick={onClear}>{t('kit.state.clearFilters')}</Button>}
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
    const wanted = plain(search.trim())
    if (wanted === '') return rows
    return rows.filter((row) =>
      columns.some((column) => plain(cellText(column.value(row), column, language, t)).includes(wanted)),
    )
  }, [rows, columns, search, language, t])
}
