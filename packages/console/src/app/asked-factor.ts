import { useSyncExternalStore } from 'react'

let isAsked = false
const listeners = new Set<() => void>()

/** The service opens nothing until the reader has set up a second factor. */
export function useFactorAsked(): boolean {
  return useSyncExternalStore(subscribe, () => isAsked)
}

export function setFactorAsked(next: boolean): void {
  if (isAsked === next) return
  isAsked = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
