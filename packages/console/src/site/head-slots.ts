import { makeStore } from '../kit/store'

const slots = {
  scope: makeStore<HTMLElement | null>(null),
  status: makeStore<HTMLElement | null>(null),
  actions: makeStore<HTMLElement | null>(null),
}

/** Places in the head bar that the screen below fills (see PageHead). */
export function setHeadSlot(slot: keyof typeof slots, element: HTMLElement | null): void {
  slots[slot].set(element)
}

export function useHeadSlot(slot: keyof typeof slots): HTMLElement | null {
  return slots[slot].use()
}
