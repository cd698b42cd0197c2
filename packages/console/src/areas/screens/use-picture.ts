import { useState } from 'react'
import type { FollowedStatus } from './follow-status'

interface Picture {
  readonly sessionId: string | null
  /** What is shown or on its way. */
  readonly source: { readonly frame: number; readonly url: string } | null
  readonly isOnWay: boolean
  readonly loadedFrame: number | null
  /** When what is shown was the newest. */
  readonly newestAtMs: number
}

const none = { source: null, isOnWay: false, loadedFrame: null, newestAtMs: 0 }

/**
 * The picture of a session: fetched anew only when the service counts another one, and not before the one before has
 * come.
 */
export function usePicture(sessionId: string | null, { status, checkedAtMs }: FollowedStatus) {
  const [picture, setPicture] = useState<Picture>({ sessionId, ...none })
  const next = nextPicture(picture.sessionId === sessionId ? picture : { sessionId, ...none })
  if (next !== picture) setPicture(next)
  const { source, loadedFrame, newestAtMs } = next
  return {
    url: source?.url ?? null,
    loadedFrame,
    newestAtMs: loadedFrame === null ? null : newestAtMs,
    onLoad: () =>
      setPicture((now) => ({
        ...now,
        isOnWay: false,
        loadedFrame: now.source?.frame ?? null,
        newestAtMs: Date.now(),
      })),
    /** The next look at the session tries again. */
    onError: () => setPicture((now) => ({ ...now, isOnWay: false, source: null })),
  }

  function nextPicture(now: Picture): Picture {
    if (status === null) return now
    const { frame, pictureUrl } = status
    if (!now.isOnWay && frame > 0 && frame !== now.source?.frame) {
      return { ...now, source: { frame, url: `${pictureUrl}&frame=${frame}` }, isOnWay: true }
    }
    const isNewest = frame === now.loadedFrame && checkedAtMs > now.newestAtMs
    return isNewest ? { ...now, newestAtMs: checkedAtMs } : now
  }
}
