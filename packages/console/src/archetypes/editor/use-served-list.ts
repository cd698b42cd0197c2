import type { Answer, Call } from '@coldkeep/contract/call'
import type { TableView } from '../../kit/table/table-view'
import { totalOf, useServedRows } from '../list/use-served-rows'

const plainRows = (answer: unknown) => answer as readonly never[]
const nothingToClear = () => undefined
/** Rows of a page; more are refused. */
const MOST_ROWS = 200

/** A list with `search`, `sort`, `page` and `pageSize` in its query and `total` in its answer. */
export interface ServedEditor {
  /** Keys of the columns by which it sorts; the first is its own order. */
  readonly sorts: readonly [string, ...string[]]
  /** The page lets only some rows through. */
  readonly isFiltered: boolean
  readonly onClear: () => void
}

interface ListProps<List extends Call, Row> {
  readonly list: List
  readonly name?: string
  readonly query?: unknown
  readonly rowsOf?: (answer: Answer<List>) => readonly Row[]
  readonly served?: ServedEditor
}

/**
 * What a table requests from a list that the service searches, sorts and pages.
 * @returns `null` for a list that comes whole
 */
export function useServedList<List extends Call, Row>(props: ListProps<List, Row>, view: TableView) {
  const { list, name = 't1', query, served, rowsOf = plainRows } = props
  const sort = view.sort !== null && served?.sorts.includes(view.sort.key) ? view.sort : null
  const order = sort === null ? served?.sorts[0] : `${sort.descending ? '-' : ''}${sort.key}`
  const { baseQuery, servedOf } = useServedRows<List, Row, object>({
    list,
    rowsOf,
    query: (search) => ({ ...(query as object | undefined), search, sort: order }),
    names: { search: `${name}.q`, page: `${name}.page` },
    sorts: served?.sorts,
    isFiltered: served?.isFiltered ?? false,
    onClear: served?.onClear ?? nothingToClear,
  })
  if (served === undefined) return null
  return {
    query: { ...baseQuery, page: view.page, pageSize: Math.min(view.pageSize, MOST_ROWS) },
    lastPageOf: (answer: Answer<List>) => Math.max(1, Math.ceil(totalOf(answer) / view.pageSize)),
    rowsOf: servedOf,
  }
}
