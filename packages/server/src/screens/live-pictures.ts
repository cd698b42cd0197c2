import type { LiveSession } from './live-session'
import type { PictureThreads } from './pictures'
import type { ScreenPicture } from './screen-picture'

interface Made {
  readonly frame: number
  readonly madeAtMs: number
  readonly bytes: Promise<Uint8Array>
}

/** Pictures of live sessions as files: made when one is fetched, once for each picture, and four a second at most. */
export interface LivePictures {
  take(
    live: LiveSession,
    kind: ScreenPicture['kind'],
  ): Promise<{ readonly bytes: Uint8Array; readonly etag: string }>
}

const NOT_BEFORE_MS = 250

export function openLivePictures(threads: Pick<PictureThreads, 'run'>): LivePictures {
  const made = new WeakMap<LiveSession, Map<ScreenPicture['kind'], Made>>()
  return {
    async take(live, kind) {
      const ofSession = made.get(live) ?? new Map<ScreenPicture['kind'], Made>()
      made.set(live, ofSession)
      const last = ofSession.get(kind)
      const now = performance.now()
      const isFresh = last !== undefined && (last.frame === live.frame || now - last.madeAtMs < NOT_BEFORE_MS)
      const current = isFresh ? last : makeNow(live, kind, now)
      ofSession.set(kind, current)
      try {
        return { bytes: await current.bytes, etag: `"${kind}-${current.frame}"` }
      } catch (error) {
        // the next one tries again
        if (ofSession.get(kind) === current) ofSession.delete(kind)
        throw error
      }
    },
  }

  function makeNow({ framebuffer, frame }: LiveSession, kind: ScreenPicture['kind'], madeAtMs: number): Made {
    const { width, height, bytes } = framebuffer
    return { frame, madeAtMs, bytes: threads.run({ kind, width, height, bytes }) }
  }
}
