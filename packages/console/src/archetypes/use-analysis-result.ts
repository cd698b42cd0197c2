import type { AnalysisDetail } from '@coldkeep/contract/areas/analysis'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AnalysisResult } from './AnalysisPage'

/** The state of an inquiry as the analysis page shows it. */
export function useAnalysisResult(query: UseQueryResult<AnalysisDetail>, cancel: () => void): AnalysisResult {
  return {
    detail: query.data,
    isLoading: query.isLoading,
    isRefreshing: query.isFetching && !query.isLoading,
    hasFailed: query.isError,
    seconds: useElapsedSeconds(query.isFetching),
    ask: () => void query.refetch(),
    cancel,
  }
}

/** How long the last run took; `null` before the first has ended. */
function useElapsedSeconds(isRunning: boolean): number | null {
  const startedAt = useRef<number | null>(null)
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => {
    if (isRunning) {
      startedAt.current = performance.now()
    } else if (startedAt.current !== null) {
      setSeconds((performance.now() - startedAt.current) / 1000)
      startedAt.current = null
    }
  }, [isRunning])
  return seconds
}
