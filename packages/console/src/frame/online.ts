import { useSyncExternalStore } from 'react'

let offlineSinceMs: number | null = navigator.onLine ? null : Date.now()

/** Since when the browser has no connection; `null` while it has one. */
export function useOfflineSince(): number | null {
  return useSyncExternalStore(subscribe, () => offlineSinceMs)
}

function subscribe(listener: () => void): () => void {
  const change = () => {
    offlineSinceMs = navigator.onLine ? null : (offlineSinceMs ?? Date.now())
    listener()
  }
  window.addEventListener('online', change)
  window.addEventListener('offline', change)
  return () => {
    window.removeEventListener('online', change)
    window.removeEventListener('offline', change)
  }
}
