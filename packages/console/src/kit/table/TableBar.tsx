import { formatNumber } from '@coldkeep/phrases/format'
import type { ReactNode } from 'react'
import { Button } from '../Button'
import { Chip } from '../Chip'
import { useLanguage, useText } from '../text'
import { ColumnsMenu } from './ColumnsMenu'
import type { Column } from './column'
import type { LaidOutColumns } from './column-layout'
import styles from './DataTable.module.css'
import type { ServedRows } from './served-rows'
import { TableSearch } from './TableSearch'
import type { TableView } from './table-view'
import { useCsvFile, type WholeFile } from './use-csv-file'
import { ValueFilter } from './ValueFilter'

export interface TableBarProps<Row> {
  readonly title: string
  readonly headingId: string
  readonly rows: readonly Row[]
  readonly matching: readonly Row[]
  readonly checkedCount: number
  /** The rows are not there, so they are not counted. */
  readonly uncounted: boolean
  readonly laidOut: LaidOutColumns<Row>
  readonly withColumnsMenu: boolean
  readonly filterColumn: Column<Row> | undefined
  readonly view: TableView
  readonly onView: (view: TableView) => void
  readonly served: ServedRows<Row> | undefined
  readonly whole: WholeFile | undefined
  readonly toolbar: ReactNode
  readonly tools: ReactNode
}

/** Title, counts, the screen's own buttons, and the tools every table has. */
export function TableBar<Row>(props: TableBarProps<Row>) {
  const { title, headingId, rows, matching, laidOut, filterColumn, view, onView, served } = props
  const t = useText()
  const language = useLanguage()
  const counted =
    served || matching.length === rows.length
      ? t('kit.table.rows', { count: served?.total ?? rows.length })
      : t('kit.table.rowsOf', {
          shown: formatNumber(language, matching.length),
          total: formatNumber(language, rows.length),
        })
  const selected =
    props.checkedCount === 0 ? '' : ` · ${t('kit.table.selected', { count: props.checkedCount })}`
  // names of what is listed are all here, words of states are not
  const isAllHere = view.filter !== null && filterColumn?.kind !== 'status'
  const csv = useCsvFile({
    columns: laidOut.shownColumns,
    filter: view.filter,
    whole: isAllHere ? null : (props.whole ?? null),
    readRows: async () => (served ? served.readAll() : matching),
  })
  return (
    <>
      <header className={styles.bar}>
        <div className={styles.heading}>
          <h2 id={headingId} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          {!props.uncounted && <span className={styles.count}>{`${counted}${selected}`}</span>}
        </div>
        {props.toolbar !== undefined && (
          <div className={styles.tools} data-no-print>
            {props.toolbar}
          </div>
        )}
        <div className={styles.tools} data-end data-no-print>
          {props.tools}
          {served && served.isSearched !== false && <TableSearch />}
          {filterColumn !== undefined && (
            <ValueFilter
              column={filterColumn}
              rows={rows}
              chosen={view.filter}
              onChange={(filter) => onView({ ...view, filter, page: 1 })}
            />
          )}
          <span className={styles.own}>
            {props.withColumnsMenu && (
              <ColumnsMenu columns={laidOut.ordered} layout={laidOut.layout} onLayout={laidOut.setLayout} />
            )}
            <Button
              size="small"
              icon="download"
              aria-label={t('kit.table.csvLabel', { title })}
              loading={csv.isSaving}
              onClick={() => void csv.save()}
            >
              {t('kit.table.csv')}
            </Button>
            {csv.isSaving && csv.stop !== null && (
              <Button size="small" onClick={csv.stop}>
                {t('kit.table.csvStop')}
              </Button>
            )}
          </span>
        </div>
      </header>
      {filterColumn !== undefined && view.filter !== null && (
        <p className={styles.chips}>
          <Chip name={filterColumn.title} onRemove={() => onView({ ...view, filter: null, page: 1 })}>
            {filterWords(filterColumn.title, view.filter, t('kit.table.noValue'), t('kit.table.none'))}
          </Chip>
        </p>
      )}
    </>
  )
}

function filterWords(title: string, values: readonly string[], noValue: string, none: string): string {
  return `${title}: ${values.map((value) => (value === '' ? noValue : value)).join(', ') || none}`
}
