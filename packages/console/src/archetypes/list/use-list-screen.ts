import type { Answer, Call, Input } from '@coldkeep/contract/call'
import { useEffect } from 'react'
import type { CallInput } from '../../api/transport'
import { useCall } from '../../api/use-call'
import type { DataTableProps } from '../../kit/table/DataTable'
import { type HeldView, initialView, pageSizes } from '../../kit/table/table-view'
import { tableRows } from '../../parts/table-rows'
import { useAddress } from '../../parts/use-address'
import { totalOf, useServedRows } from './use-served-rows'

const names = { search: 'q', page: 'page' }

/** The query of a list without its page. */
type ListQuery<List extends Call> = Omit<Input<List>['query'], 'page' | 'pageSize'>

interface ListInput<List extends Call, Row extends object> {
  readonly list: List
  readonly rowsOf: (answer: Answer<List>) => readonly Row[]
  /** What is requested, with the search where the call takes it. */
  readonly query: (search: string) => ListQuery<List>
  /** What the filters are called in the address; the reader can take them off all at once. */
  readonly filters: readonly string[]
  /** Some of them are set. */
  readonly isFiltered: boolean
  readonly pageSize: number
  /** Requested again this often, in milliseconds, while it is on screen. */
  readonly refreshMs?: number
  /** False where the call does not search. */
  readonly isSearched?: boolean
  /** No error window: the table shows its own error line. */
  readonly quiet?: boolean
}

/** How fresh a list is. */
export interface LiveList {
  /** When its rows came from the server; 0 before the first time. */
  readonly updatedAtMs: number
  readonly refreshMs: number | undefined
  /** How many of its requests have failed so far. */
  readonly failures: number
}

interface ListScreenState<List extends Call, Row extends object> extends LiveList {
  /** What the table of a screen takes from its list. */
  readonly table: Pick<DataTableProps<Row>, 'rows' | 'pageSize' | 'view'>
  readonly data: Answer<List> | undefined
  /** Of the present page. */
  readonly rows: readonly Row[]
  /** What is requested besides the page. */
  readonly baseQuery: ListQuery<List>
}

/**
 * A list with `page` and `page_size` in its query and `total` in its answer. Page, size and search are kept in the
 * address,
 * with the filters of the screen.
 */
export function useListScreen<List extends Call, Row extends object>(
  input: ListInput<List, Row>,
): ListScreenState<List, Row> {
  const { list, rowsOf, filters, pageSize, refreshMs, quiet, isSearched } = input
  const view = useListView(pageSize)
  const { page, pageSize: shownSize } = view.current
  const [, changeAddress] = useAddress()
  const { baseQuery, servedOf } = useServedRows({
    list,
    rowsOf,
    query: input.query,
    names,
    isFiltered: input.isFiltered,
    onClear: () =>
      changeAddress(
        Object.fromEntries([...filters, names.search, names.page].map((name) => [name, undefined])),
      ),
  })
  const paged = { query: { ...baseQuery, page, pageSize: shownSize } }
  const answer = useCall(list, paged as unknown as CallInput<List>, { keepsPrevious: true, refreshMs, quiet })
  const rows = answer.data === undefined ? [] : rowsOf(answer.data)
  const isOld = answer.isPlaceholderData && answer.isFetching
  const lastPage =
    answer.data === undefined || answer.isPlaceholderData
      ? page
      : Math.max(1, Math.ceil(totalOf(answer.data) / shownSize))
  const isPast = page > lastPage
  // rows were removed in the meantime, or the address is an old one
  useEffect(() => {
    if (isPast) view.onChange({ ...view.current, page: lastPage })
  })
  const answered = tableRows(answer, rows)
  const state = isPast ? 'loading' : answered.state
  return {
    data: answer.data,
    rows,
    baseQuery,
    table: {
      rows: {
        ...answered,
        state: state === 'ready' && isOld ? 'refreshing' : state,
        served: { ...servedOf(answer.data), isSearched },
      },
      pageSize,
      view,
    },
    updatedAtMs: answer.dataUpdatedAt,
    refreshMs,
    failures: answer.errorUpdateCount,
  }
}

function useListView(usualSize: number): HeldView {
  const [parameters, changeAddress] = useAddress()
  const page = Math.max(1, Math.trunc(Number(parameters.page)) || 1)
  const pageSize = pageSizes(usualSize).find((one) => String(one) === parameters.size) ?? usualSize
  return {
    current: { ...initialView(pageSize), page },
    onChange: (next) => {
      if (next.page === page && next.pageSize === pageSize) return
      changeAddress({
        page: next.page === 1 ? undefined : String(next.page),
        size: next.pageSize === usualSize ? undefined : String(next.pageSize),
      })
    },
  }
}
