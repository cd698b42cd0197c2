import { ENDED_CODE, getScreenStatus } from '@coldkeep/contract/areas/screens'
import type { Answer } from '@coldkeep/contract/call'
import { CallProblem } from '../../api/call-problem'
import { theCaller } from '../../api/caller'
import { isSignInNeeded, send } from '../../api/send'

type ScreenStatus = Answer<typeof getScreenStatus>

/** What is known of a session that is followed. */
export interface FollowedStatus {
  readonly status: ScreenStatus | null
  /** When that was so. */
  readonly checkedAtMs: number
  /** The last look got no answer. */
  readonly isLost: boolean
}

export const unknownStatus: FollowedStatus = { status: null, checkedAtMs: 0, isLost: false }

const USUAL_SECONDS = 1
const AFTER_FAILURE_SECONDS = 2
const SECOND_MS = 1_000
/** From here on a refusal is one that does not pass. */
const REFUSED_FROM = 400
const FAULT_FROM = 500

/**
 * Looks how a session is, as often as the service says, also while the page is in the background: there it goes on, too.
 * The first look in a row that fails opens the error window.
 * @param ended with the reason, in words; nothing follows
 * @returns what ends it
 */
export function followStatus(
  sessionId: string,
  changed: (status: FollowedStatus) => void,
  ended: (reason: string) => void,
): () => void {
  const stop = new AbortController()
  let known = unknownStatus
  let timer = 0
  const look = async () => {
    let waitSeconds = AFTER_FAILURE_SECONDS
    try {
      const status = await send(getScreenStatus, { query: { sessionId } }, stop.signal)
      if (stop.signal.aborted) return
      if (status.statusCode === ENDED_CODE) return ended(status.status)
      known = { status, checkedAtMs: Date.now(), isLost: false }
      waitSeconds = status.refreshSeconds || USUAL_SECONDS
      changed(known)
    } catch (error) {
      if (stop.signal.aborted) return
      if (isRefused(error)) return ended(error.message)
      if (!known.isLost && error instanceof CallProblem && !isSignInNeeded(error))
        theCaller().reportFailure(error)
      known = { ...known, isLost: true }
      changed(known)
    }
    timer = window.setTimeout(look, waitSeconds * SECOND_MS)
  }
  void look()
  return () => {
    stop.abort()
    window.clearTimeout(timer)
  }
}

function isRefused(error: unknown): error is CallProblem {
  return (
    error instanceof CallProblem &&
    error.status >= REFUSED_FROM &&
    error.status < FAULT_FROM &&
    error.retryAfterSeconds === null &&
    !isSignInNeeded(error)
  )
}
