import type { Call } from '@coldkeep/contract/call'
import { hashKey, type Query } from '@tanstack/react-query'
import { queryClient } from './query-client'
import { keyOf } from './use-call'

/**
 * Marks kept answers as old: of these calls, of those that are refreshed periodically, or of all. What is on screen of them
 * is requested again; an answer that is under way may have been read before what made it old, so it is waited for and
 * then requested once more.
 */
export function markStale(calls: readonly Call[] | 'live' | 'all'): void {
  const keys = calls === 'live' || calls === 'all' ? null : new Set(calls.map((call) => hashKey(keyOf(call))))
  const predicate = ({ queryKey, meta }: Query) =>
    keys === null ? calls === 'all' || meta?.isLive === true : keys.has(hashKey(queryKey.slice(0, 2)))
  for (const query of queryClient.getQueryCache().findAll({ predicate })) {
    const again = () =>
      queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false })
    if (query.state.fetchStatus === 'fetching') void query.promise?.then(again, again)
    else void again()
  }
}
