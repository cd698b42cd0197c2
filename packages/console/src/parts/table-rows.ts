import type { UseQueryResult } from '@tanstack/react-query'
import type { AnsweredRows } from '../kit/table/row-source'

/** The rows of an answer for a table; old ones stay where new ones cannot be had. */
export function tableRows<Row>(
  answer: Pick<UseQueryResult, 'isLoading' | 'isError' | 'data' | 'refetch'>,
  rows: readonly Row[] = [],
): AnsweredRows<Row> {
  const state = answer.isLoading ? 'loading' : answer.isError && !answer.data ? 'failed' : 'ready'
  return { rows, state, onRetry: () => void answer.refetch() }
}
