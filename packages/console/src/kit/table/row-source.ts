import type { ServedRows } from './served-rows'

/** Rows that come with an answer. */
export interface AnsweredRows<Row> {
  readonly rows: readonly Row[]
  /** `refreshing` keeps the old rows, dimmed; `ready` when left out. */
  readonly state?: 'ready' | 'loading' | 'refreshing' | 'failed'
  /** Why they could not be had. */
  readonly failure?: string
  readonly onRetry?: () => void
  /** The rows are one page of more that the service holds. The table itself neither searches, sorts nor filters then. */
  readonly served?: ServedRows<Row>
}

/** Where the rows of a table come from: all of them are at hand, or they come with an answer. */
export type RowSource<Row> = readonly Row[] | AnsweredRows<Row>

export function answeredRows<Row>(source: RowSource<Row>): AnsweredRows<Row> {
  return isAnswered(source) ? source : { rows: source }
}

function isAnswered<Row>(source: RowSource<Row>): source is AnsweredRows<Row> {
  return 'rows' in source
}
