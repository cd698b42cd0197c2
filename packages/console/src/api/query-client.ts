import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallProblem, isRowChanged, isWithoutAnswer } from './call-problem'
import { theCaller } from './caller'
import { isFactorRequired, isSignInNeeded } from './send'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      readonly quiet?: boolean
      /** Refreshed periodically. */
      readonly isLive?: boolean
    }
    mutationMeta: {
      readonly quiet?: boolean
      readonly showsPresent?: boolean
      readonly isWorded?: (problem: CallProblem) => boolean
    }
  }
}

/**
 * The server cache. The first load of something and everything a user started open the error window when they
 * fail; later refreshes only mark what they could not renew.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.meta?.quiet || query.state.data !== undefined) return
      announceFailure(error, () => void query.fetch().catch(() => {}))
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, { meta }) => {
      if (meta?.quiet || (meta?.showsPresent && isRowChanged(error))) return
      if (error instanceof CallProblem && meta?.isWorded?.(error)) return
      announceFailure(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      retry: (count, error) => count < 1 && isWithoutAnswer(error) && navigator.onLine,
      retryDelay: 800,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

function announceFailure(error: unknown, retry?: () => void): void {
  if (isFactorRequired(error)) return
  if (error instanceof CallProblem && !isSignInNeeded(error)) theCaller().reportFailure(error, retry)
  else if (!(error instanceof CallProblem) && !isAbort(error)) reportError(error)
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
