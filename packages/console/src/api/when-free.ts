import { CallProblem } from './call-problem'

const MOST_TRIES = 4
/** Longer is for the reader to decide. */
const LONGEST_WAIT_SECONDS = 10

/**
 * Repeats a call that the service was too busy for, after the wait that it gave: nothing of such a call has
 * been done.
 * @param refusal of the first try
 * @throws CallProblem of the last try
 */
export async function whenFree<Got>(
  call: () => Promise<Got>,
  refusal: unknown,
  signal?: AbortSignal,
): Promise<Got> {
  let problem = refusal
  for (let tries = 1; ; tries++) {
    const seconds = problem instanceof CallProblem ? problem.retryAfterSeconds : null
    if (seconds === null || seconds > LONGEST_WAIT_SECONDS || tries === MOST_TRIES) throw problem
    await pause(seconds * 1000, signal)
    try {
      return await call()
    } catch (next) {
      problem = next
    }
  }
}

/** @throws what the signal was aborted with */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
    if (signal?.aborted) {
      clearTimeout(timer)
      reject(signal.reason)
    }
  })
}
