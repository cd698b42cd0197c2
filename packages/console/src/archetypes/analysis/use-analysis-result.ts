import type { AnalysisDetail } from '@coldkeep/contract/areas/analysis'
import type { Answer, Call } from '@coldkeep/contract/call'
import { useEffect, useRef, useState } from 'react'
import type { CallInput } from '../../api/transport'
import { useCall, useCancel } from '../../api/use-call'
import type { AnalysisResult } from './AnalysisPage'

/**
 * Makes an inquiry, and its state as the analysis page shows it.
 * @param input `null` until the filter is complete
 */
export function useAnalysisResult<C extends Call>(
  call: C,
  input: CallInput<C> | null,
): AnalysisResult<Answer<C> & AnalysisDetail> {
  const query = useCall(call, input, { keepsPrevious: true })
  return {
    detail: query.data as (Answer<C> & AnalysisDetail) | undefined,
    isLoading: query.isLoading,
    isRefreshing: query.isFetching && !query.isLoading,
    hasFailed: query.isError,
    seconds: useElapsedSeconds(query.isFetching),
    refetch: () => void query.refetch(),
    cancel: useCancel(call),
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
