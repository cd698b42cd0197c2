import type { Answer, Call } from '@coldkeep/contract/call'
import type { CallInput } from '../../api/transport'
import { readCall } from '../../api/use-call'
import type { ServedRows } from '../../kit/table/served-rows'
import { useLanguage } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { useAddressSearch } from '../../parts/use-address-search'
import { readEveryPage } from '../../site/read-every-page'

/** Letters of a search; more are refused. */
const LONGEST_SEARCH = 80

interface ServedRowsInput<List extends Call, Row, Query extends object> {
  readonly list: List
  readonly rowsOf: (answer: Answer<List>) => readonly Row[]
  /** What is requested besides the page. */
  readonly query: (search: string) => Query
  /** What search and page are called in the address. */
  readonly names: { readonly search: string; readonly page: string }
  /** Keys of the columns by which it sorts. */
  readonly sorts?: readonly string[]
  /** The screen lets only some rows through. */
  readonly isFiltered: boolean
  /** Takes off what the screen filters by. */
  readonly onClear: () => void
}

/** How many rows there are on all pages. */
export function totalOf(answer: unknown): number {
  return (answer as { readonly total: number }).total
}

/** The search of a list that the service pages, what is requested from it, and all its rows for the file. */
export function useServedRows<List extends Call, Row, Query extends object>(
  input: ServedRowsInput<List, Row, Query>,
) {
  const { list, rowsOf, names, sorts, isFiltered, onClear } = input
  const language = useLanguage()
  const [search, setSearch] = useAddressSearch(names.search, names.page)
  const [{ [names.search]: rested = '' }] = useAddress()
  const key = rested.trim().slice(0, LONGEST_SEARCH)
  const baseQuery = input.query(key)
  return {
    baseQuery,
    servedOf: (answer: Answer<List> | undefined): ServedRows<Row> => ({
      total: answer === undefined ? 0 : totalOf(answer),
      sorts,
      search,
      onSearch: setSearch,
      isFiltered: isFiltered || key !== '',
      onClear: () => {
        setSearch('')
        onClear()
      },
      readAll: () =>
        readEveryPage(async (paging) => {
          const whole = { query: { ...baseQuery, ...paging } } as unknown as CallInput<List>
          const page = await readCall(list, whole, language)
          return { rows: rowsOf(page), total: totalOf(page) }
        }),
    }),
  }
}
