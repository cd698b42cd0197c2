import { useSyncExternalStore } from 'react'

export const densities = ['comfortable', 'compact'] as const
/** Height of table rows; touch screens keep their own. */
export type Density = (typeof densities)[number]

const STORAGE_KEY = 'coldkeep.density'
const listeners = new Set<() => void>()

let density: Density = localStorage.getItem(STORAGE_KEY) === 'compact' ? 'compact' : 'comfortable'
show()

export function useDensity(): Density {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => density,
  )
}

export function chooseDensity(next: Density): void {
  density = next
  localStorage.setItem(STORAGE_KEY, next)
  show()
  for (const listener of listeners) listener()
}

function show(): void {
  document.documentElement.dataset.density = density
}
