import { useSyncExternalStore } from 'react'

type Slot = 'scope' | 'status' | 'actions'

let slots: Readonly<Record<Slot, HTMLElement | null>> = { scope: null, status: null, actions: null }
const listeners = new Set<() => void>()

/** Places in the head bar that the screen below fills (see PageHead). */
export function setHeadSlot(slot: Slot, element: HTMLElement | null): void {
  if (slots[slot] === element) return
  slots = { ...slots, [slot]: element }
  for (const listener of listeners) listener()
}

export function useHeadSlot(slot: Slot): HTMLElement | null {
  return useSyncExternalStore(subscribe, () => slots[slot])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
