/** What the service does where it holds more rows than a table should. */
export interface ServedRows<Row> {
  /** Rows that the search and the filters of the screen let through. */
  readonly total: number
  /** Keys of the columns by which the service sorts; none when left out. */
  readonly sorts?: readonly string[]
  readonly search: string
  /** False where the service does not search; it does when left out. */
  readonly isSearched?: boolean
  readonly onSearch: (search: string) => void
  /** Something is searched for or filtered, so that no rows does not mean that there are none. */
  readonly isFiltered: boolean
  readonly onClear: () => void
  /** All of them, for the file; `null` where they could not be had, which the screen has said. */
  readonly readAll: () => Promise<readonly Row[] | null>
}
