import { useSyncExternalStore } from 'react'

/** True while the window is narrower than this. */
export function useNarrow(belowPx: 480 | 720 | 1024 | 1280 | 1600 = 720): boolean {
  const query = `(max-width: ${belowPx - 0.02}px)`
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}
