import { CallProblem } from '../api/call-problem'
import { isFactorRequired, isSignInNeeded } from '../api/send'

/** `lost`: nothing gets through; `busy`: this one does not now; `signIn`: not before the person has signed in; else it is theirs to decide. */
type Fate = 'lost' | 'busy' | 'signIn' | 'refused'

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 5 * 60_000

/** How often each was put off, and until when. */
const putOff = new Map<string, { readonly times: number; readonly untilMs: number }>()

export function fateOf(error: unknown): Fate {
  // the signal of the sender ended it
  if (error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return 'lost'
  if (!(error instanceof CallProblem)) return 'refused'
  const { status, code } = error
  if (status === 0) return 'lost'
  if (isSignInNeeded(error) || isFactorRequired(error) || code === 'session.password_change') return 'signIn'
  // the service as a whole, which is not asked for each of many photos in turn
  if (status === 429 || (status >= 502 && status <= 504)) return 'lost'
  return status >= 500 || status === 408 ? 'busy' : 'refused'
}

/** Twice as long each time, or as long as the service says. */
export function backOff(id: string, error: unknown): void {
  const times = (putOff.get(id)?.times ?? 0) + 1
  const givenMs = (error instanceof CallProblem ? (error.retryAfterSeconds ?? 0) : 0) * 1_000
  const ownMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (times - 1))
  // a proxy may say nothing, or a date
  const waitMs = givenMs > 0 ? givenMs : ownMs
  putOff.set(id, { times, untilMs: Date.now() + waitMs })
}

export function isDue(id: string): boolean {
  return (putOff.get(id)?.untilMs ?? 0) <= Date.now()
}

/** Epoch milliseconds; `null`: none was put off. */
export function nextDueMs(): number | null {
  const times = [...putOff.values()].map(({ untilMs }) => untilMs).filter((at) => at > Date.now())
  return times.length === 0 ? null : Math.min(...times)
}

/** There may be a connection again. */
export function tryAllAgain(): void {
  putOff.clear()
}
