import { useSyncExternalStore } from 'react'

/** A value outside the components that draw it. */
export interface Store<Value> {
  readonly get: () => Value
  readonly set: (next: Value) => void
  /** @returns what ends it */
  readonly subscribe: (listener: () => void) => () => void
  /** The value in a component, which is rendered again when it changes. */
  readonly use: () => Value
}

export function makeStore<Value>(first: Value): Store<Value> {
  let value = first
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  }
}
