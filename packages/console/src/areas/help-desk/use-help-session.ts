import { getHelpSession, type HelpSession } from '@coldkeep/contract/areas/help-desk'
import { useEffect, useState } from 'react'
import { useCall } from '../../api/use-call'

const LIVE_MS = 1_000

/** A session as it is, looked at each second; what did not change is not sent again. */
export function useHelpSession(id: string | null): {
  readonly session: HelpSession | null
  readonly isLoading: boolean
  /** What a call has answered is newer than what was looked at. */
  readonly take: (session: HelpSession) => void
} {
  const [session, setSession] = useState<HelpSession | null>(null)
  const shown = session?.id === id ? session : null
  const isMoving = shown?.writes.some(({ isOpen }) => isOpen) === true
  // of writes under way each state is of interest, and none of them changes the session
  const revision = isMoving ? undefined : shown?.revision
  const input =
    id === null ? null : { params: { sessionId: id }, query: revision === undefined ? {} : { revision } }
  const answer = useCall(getHelpSession, input, { refreshMs: LIVE_MS, keepsPrevious: true, quiet: true })
  const read = answer.data?.session ?? null
  useEffect(() => {
    if (read !== null) setSession(read)
  }, [read])
  return { session: shown, isLoading: id !== null && shown === null && answer.isPending, take: setSession }
}
