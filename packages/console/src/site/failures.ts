import { useSyncExternalStore } from 'react'
import type { CallProblem } from '../api/call-problem'

interface Failures {
  readonly problems: readonly CallProblem[]
  readonly retries: readonly (() => void)[]
}

const none: Failures = { problems: [], retries: [] }
let open: Failures = none
const listeners = new Set<() => void>()

/** Puts a failed call into the error window; while it is open, further ones join its list. */
export function reportFailure(problem: CallProblem, retry?: () => void): void {
  const isKnown = open.problems.some(({ method, path }) => method === problem.method && path === problem.path)
  open = {
    problems: isKnown ? open.problems : [...open.problems, problem],
    retries: retry === undefined ? open.retries : [...open.retries, retry],
  }
  tell()
}

/** What the error window shows; `retry` is there when every one of them may be tried again. */
export function useFailures() {
  const { problems, retries } = useSyncExternalStore(subscribe, () => open)
  return {
    problems,
    dismiss,
    retry:
      retries.length >= problems.length && problems.length > 0
        ? () => {
            dismiss()
            for (const retry of retries) retry()
          }
        : undefined,
  }
}

function dismiss(): void {
  open = none
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
