import type { CallProblem } from '../api/call-problem'
import { makeStore } from '../kit/store'

interface Failures {
  readonly problems: readonly CallProblem[]
  readonly retries: readonly (() => void)[]
}

const none: Failures = { problems: [], retries: [] }
const open = makeStore(none)

/** Puts a failed call into the error window; while it is open, further ones join its list. */
export function reportFailure(problem: CallProblem, retry?: () => void): void {
  const { problems, retries } = open.get()
  const isKnown = problems.some(({ method, path }) => method === problem.method && path === problem.path)
  open.set({
    problems: isKnown ? problems : [...problems, problem],
    retries: retry === undefined ? retries : [...retries, retry],
  })
}

/** What the error window shows; `retry` is there when every one of them may be tried again. */
export function useFailures() {
  const { problems, retries } = open.use()
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
  open.set(none)
}
