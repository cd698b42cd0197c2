import { useSyncExternalStore } from 'react'

let isPaused = false
const listeners = new Set<() => void>()

/** Whether the reader has stopped figures from changing by themselves, until the page is left or loaded anew. */
export function useLiveUpdatesPaused(): boolean {
  return useSyncExternalStore(subscribe, () => isPaused)
}

export function pauseLiveUpdates(paused: boolean): void {
  isPaused = paused
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
