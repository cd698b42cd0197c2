import type { Answer, Call } from '@coldkeep/contract/call'
import type { CallInput } from '../api/transport'
import { readCall } from '../api/use-call'
import type { ServedRows } from '../kit/table/served-rows'
import type { TableView } from '../kit/table/table-view'
import { useLanguage } from '../kit/text'
import { useAddress } from '../parts/use-address'
import { useAddressSearch } from '../parts/use-address-search'
import { readEveryPage } from '../site/read-every-page'

const plainRows = (answer: unknown) => answer as readonly never[]
/** Rows of a page; more are refused. */
const MOST_ROWS = 200

/** A list with `key`, `sort`, `page` and `page_size` in its query and `total` in its answer. */
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
 * What a table asks of a list that the service searches, sorts and pages.
 * @returns `null` for a list that comes whole
 */
export function useServedList<List extends Call, Row>(props: ListProps<List, Row>, view: TableView) {
  const { list, name = 't1', query, served, rowsOf = plainRows } = props
  const language = useLanguage()
  const [search, setSearch] = useAddressSearch(`${name}.q`, `${name}.page`)
  const [{ [`${name}.q`]: rested = '' }] = useAddress()
  if (served === undefined) return null
  const sort = view.sort !== null && served.sorts.includes(view.sort.key) ? view.sort : null
  const order = sort === null ? served.sorts[0] : `${sort.descending ? '-' : ''}${sort.key}`
  const key = rested.trim().slice(0, 80)
  const asked = { ...(query as object | undefined), key, sort: order }
  const totalOf = (answer: Answer<List>) => (answer as { readonly total: number }).total
  return {
    query: { ...asked, page: view.page, page_size: Math.min(view.pageSize, MOST_ROWS) },
    lastPageOf: (answer: Answer<List>) => Math.max(1, Math.ceil(totalOf(answer) / view.pageSize)),
    rowsOf: (answer: Answer<List> | undefined): ServedRows<Row> => ({
      total: answer === undefined ? 0 : totalOf(answer),
      sorts: served.sorts,
      search,
      onSearch: setSearch,
      isFiltered: served.isFiltered || key !== '',
      onClear: () => {
        setSearch('')
        served.onClear()
      },
      readAll: () =>
        readEveryPage(async (paging) => {
          const input = { query: { ...asked, ...paging } } as unknown as CallInput<List>
          const page = await readCall(list, input, language)
          return { rows: rowsOf(page) as readonly Row[], total: totalOf(page) }
        }),
    }),
  }
}
