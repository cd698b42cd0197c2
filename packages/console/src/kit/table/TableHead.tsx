import { headText } from '@coldkeep/contract/wire/table-csv'
import type { CSSProperties } from 'react'
import { CheckField } from '../field/CheckField'
import { Icon } from '../icons'
import { useText } from '../text'
import { headColors } from '../theme/contrast'
import { type Column, isNumeric } from './column'
import { type HeadRun, headRuns } from './head-runs'
import type { RowChecks } from './row-selection'
import styles from './TableGrid.module.css'
import { nextSort, type TableView } from './table-view'

export interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly widths: Readonly<Record<string, number>>
  readonly sort: TableView['sort']
  readonly sorts?: readonly string[]
  readonly onSort?: (sort: TableView['sort']) => void
  readonly checks?: RowChecks<Row>
  readonly hasActions: boolean
}

/** The heads of the columns: in two rows where neighbours share a head, which is then one of their column group. */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, widths, sort, sorts, onSort, checks, hasActions } = props
  const t = useText()
  const runs = headRuns(columns)
  const isGrouped = runs.some(({ group }) => group !== null)
  const rowSpan = isGrouped ? 2 : undefined
  const headOf = (column: Column<Row>, run: HeadRun<Row>) => (
    <Head
      key={column.key}
      column={column}
      text={run.group === null ? headText(withBoundUnit(column)) : shortText(column, run)}
      rowSpan={run.group === null ? rowSpan : undefined}
      isBelow={run.group !== null}
      startsGroup={run.group !== null && column === run.columns[0]}
      isFirst={column === columns[0]}
      widthPx={widths[column.key] ?? column.widthPx}
      sort={sort}
      onSort={sorts === undefined || sorts.includes(column.key) ? onSort : undefined}
    />
  )
  return (
    <>
      {isGrouped && (
        <>
          {checks !== undefined && <colgroup span={1} />}
          {runs.map((run) => (
            <colgroup key={keyOf(run)} span={run.columns.length} />
          ))}
          {hasActions && <colgroup span={1} />}
        </>
      )}
      <thead>
        <tr>
          {checks !== undefined && <HeadCheck checks={checks} rowSpan={rowSpan} />}
          {runs.map((run) =>
            run.group === null ? (
              run.columns.map((column) => headOf(column, run))
            ) : (
              <th
                key={keyOf(run)}
                scope="colgroup"
                colSpan={run.columns.length}
                className={`${styles.head} ${styles.group}`}
              >
                {groupText(run.group, run)}
              </th>
            ),
          )}
          {hasActions && (
            <th scope="col" rowSpan={rowSpan} className={`${styles.head} ${styles.actions}`}>
              <span className="visually-hidden">{t('kit.table.actions')}</span>
            </th>
          )}
        </tr>
        {isGrouped && (
          <tr>
            {runs.flatMap((run) =>
              run.group === null ? [] : run.columns.map((column) => headOf(column, run)),
            )}
          </tr>
        )}
      </thead>
    </>
  )
}

function keyOf<Row>({ columns }: HeadRun<Row>): string {
  return columns.map(({ key }) => key).join(' ')
}

/** Where a head takes two lines, its unit is not alone on the second. */
function withBoundUnit<Row>(column: Column<Row>): Column<Row> {
  const whole = headText(column)
  const { title, unit } = column
  return unit === undefined || whole === title
    ? column
    : { ...column, title: `${title}\u00a0${unit}`, unit: undefined }
}

/** A unit that all columns of a run have is said once, in their shared head. */
function isOneUnit<Row>({ columns }: HeadRun<Row>): boolean {
  return columns.every(({ unit }) => unit === columns[0]?.unit)
}

function groupText<Row>(group: string, run: HeadRun<Row>): string {
  const unit = isOneUnit(run) ? run.columns[0]?.unit : undefined
  return headText({ title: group, kind: 'text', unit })
}

function shortText<Row>(column: Column<Row>, run: HeadRun<Row>): string {
  const title = column.group?.short ?? column.title
  return isOneUnit(run) ? title : headText({ ...column, title })
}

interface HeadProps<Row> {
  readonly column: Column<Row>
  readonly text: string
  readonly rowSpan?: number
  /** Under a shared head. */
  readonly isBelow: boolean
  readonly startsGroup: boolean
  readonly isFirst: boolean
  readonly widthPx?: number
  readonly sort: TableView['sort']
  readonly onSort?: (sort: TableView['sort']) => void
}

function Head<Row>(props: HeadProps<Row>) {
  const { column, text, rowSpan, isBelow, startsGroup, isFirst, widthPx, sort, onSort } = props
  const t = useText()
  const direction = sort?.key !== column.key ? undefined : sort.descending ? 'descending' : 'ascending'
  const { fill, ink } = headColors(column.headFill, column.headInk)
  const style: CSSProperties = {
    background: fill,
    color: ink,
    ...(widthPx !== undefined && { width: widthPx, minWidth: widthPx, maxWidth: widthPx }),
  }
  return (
    <th
      scope="col"
      rowSpan={rowSpan}
      aria-sort={direction}
      className={styles.head}
      data-below={isBelow || undefined}
      data-starts={startsGroup || undefined}
      data-pinned={isFirst || undefined}
      data-numeric={isNumeric(column) || undefined}
      style={style}
    >
      {onSort === undefined ? (
        <span className={styles.plain}>{text}</span>
      ) : (
        <button
          type="button"
          className={styles.sort}
          title={t('kit.table.sortBy', { column: column.title })}
          onClick={() => onSort(nextSort(sort, column.key))}
        >
          <span>{text}</span>
          <span className={styles.arrow} data-on={direction !== undefined || undefined}>
            <Icon name={direction === 'descending' ? 'arrowDown' : 'arrowUp'} size={14} />
          </span>
        </button>
      )}
    </th>
  )
}

function HeadCheck<Row>({ checks, rowSpan }: { checks: RowChecks<Row>; rowSpan: number | undefined }) {
  const t = useText()
  const { keys, allKeys, onChange } = checks
  const all = allKeys.length > 0 && allKeys.every((key) => keys.has(key))
  const some = !all && allKeys.some((key) => keys.has(key))
  return (
    <th scope="col" rowSpan={rowSpan} className={`${styles.head} ${styles.check}`}>
      <CheckField
        label={t('kit.table.selectAll')}
        hideLabel
        checked={all}
        mixed={some}
        onChange={() => onChange(all ? new Set() : new Set(allKeys))}
      />
    </th>
  )
}
