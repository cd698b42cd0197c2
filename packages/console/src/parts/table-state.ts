import type { UseQueryResult } from '@tanstack/react-query'

/** The state of the table that shows an answer; an old one stays where a new one cannot be had. */
export function tableStateOf(
  answer: Pick<UseQueryResult, 'isLoading' | 'isError' | 'data'>,
): 'loading' | 'failed' | 'ready' {
  if (answer.isLoading) return 'loading'
  return answer.isError && !answer.data ? 'failed' : 'ready'
}
