import type { Answer, Call } from '@coldkeep/contract/call'
import {
  keepPreviousData,
  skipToken,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLanguage } from '../kit/text'
import type { CallProblem } from './call-problem'
import { useLiveUpdatesPaused } from './live-updates'
import { queryClient } from './query-client'
import { answeredOrSaved, isSavedCall } from './saved-answers'
import { send } from './send'
import type { CallInput } from './transport'

export interface UseCallOptions {
  /** False keeps the call from being made, for example while its part of the page is folded. */
  readonly enabled?: boolean
  /** For how long an answer is taken as new. */
  readonly staleMs?: number
  /**
   * Refreshed this often while the page is visible; failures of such refreshes never open the error window.
   */
  readonly refreshMs?: number
  /** No error window, not even for the first load: the part shows its own error line. */
  readonly quiet?: boolean
  /** Shows the last answer while another input is loading. */
  readonly keepsPrevious?: boolean
}

/**
 * Reads by a call. Answers are kept by call, input and language, since the service words them.
 * @param input `null` while something that the call needs is not chosen yet
 */
export function useCall<C extends Call>(
  call: C,
  input: CallInput<C> | null,
  options: UseCallOptions = {},
): UseQueryResult<Answer<C>, CallProblem> {
  const { enabled = true, staleMs, refreshMs, quiet = false, keepsPrevious = false } = options
  const language = useLanguage()
  const isPaused = useLiveUpdatesPaused()
  return useQuery<Answer<C>, CallProblem, Answer<C>, readonly unknown[]>({
    queryKey: [...keyOf(call), language, input],
    queryFn: input === null ? skipToken : ({ signal }) => read(call, input, language, signal),
    // what is kept is there without a connection
    networkMode: isSavedCall(call) ? 'offlineFirst' : 'online',
    enabled,
    staleTime: staleMs,
    refetchInterval: isPaused ? false : refreshMs,
    refetchOnWindowFocus: !isPaused && refreshMs !== undefined,
    placeholderData: keepsPrevious ? keepPreviousData : undefined,
    meta: { quiet, isLive: refreshMs !== undefined },
  })
}

function read<C extends Call>(
  call: C,
  input: CallInput<C>,
  language: string,
  signal: AbortSignal,
): Promise<Answer<C>> {
  const request = () => send(call, input, signal)
  if (!isSavedCall(call)) return request()
  const queryKey = [...keyOf(call), language, input]
  // once it is there: what was kept is as old as it is, and asked for anew when there is a connection
  const date = (updatedAt: number) =>
    setTimeout(() => queryClient.setQueryData(queryKey, (held: unknown) => held, { updatedAt }))
  return answeredOrSaved(call, input, language, request, date)
}

export interface UseSendOptions<C extends Call> {
  /** Reads whose answers this write changes. */
  readonly invalidates?: readonly Call[]
  readonly onDone?: (answer: Answer<C>, input: CallInput<C>) => void
  /** What sends it, where it can wait on this device; `null`: it does. */
  readonly by?: (input: CallInput<C>) => Promise<Answer<C> | null>
  readonly onKept?: () => void
  /** No error window: the screen words the refusal itself. */
  readonly quiet?: boolean
  /** No error window for those that the screen words itself. */
  readonly isWorded?: (problem: CallProblem) => boolean
  /** No error window when someone else changed the row in the meantime: the screen shows the current row. */
  readonly showsPresent?: boolean
}

/** Writes by a call. It is never repeated automatically. */
export function useSend<C extends Call>(
  call: C,
  options: UseSendOptions<C> = {},
): UseMutationResult<Answer<C>, CallProblem, CallInput<C>> {
  const { invalidates = [], onDone, quiet = false, showsPresent = false, isWorded, onKept } = options
  const { by = (input: CallInput<C>) => send(call, input) } = options
  return useMutation<Answer<C>, CallProblem, CallInput<C>>({
    mutationFn: by as (input: CallInput<C>) => Promise<Answer<C>>,
    onSuccess: async (answer, input) => {
      if (answer === null) return onKept?.()
      await Promise.all(invalidates.map(invalidate))
      onDone?.(answer, input)
    },
    meta: { quiet, showsPresent, isWorded },
  })
}

/** Marks every kept answer of a call as old; what is on screen is loaded again. */
function invalidate(call: Call): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyOf(call) })
}

/** Stops asking; what is on screen stays. */
export function useCancel(call: Call): () => void {
  return useCallback(() => void queryClient.cancelQueries({ queryKey: keyOf(call) }), [call])
}

/** Reads once, outside a component, through the same cache. */
export function readCall<C extends Call>(call: C, input: CallInput<C>, language: string): Promise<Answer<C>> {
  return queryClient.fetchQuery<Answer<C>, CallProblem, Answer<C>, readonly unknown[]>({
    queryKey: [...keyOf(call), language, input],
    queryFn: ({ signal }) => read(call, input, language, signal),
    meta: { quiet: true },
  })
}

export function keyOf(call: Call): readonly unknown[] {
  return [call.method, call.path]
}
