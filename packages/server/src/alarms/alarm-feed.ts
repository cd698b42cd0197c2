import type { ChangedAlarm } from './alarm-queries'

/** Tells those who listen in this process which alarms changed, after the change was committed. */
export interface AlarmFeed {
  publish(changed: readonly ChangedAlarm[]): void
  /** @returns ends listening */
  subscribe(listener: (changed: readonly ChangedAlarm[]) => void): () => void
}

export function alarmFeed(): AlarmFeed {
  const listeners = new Set<(changed: readonly ChangedAlarm[]) => void>()
  return {
    publish(changed) {
      if (changed.length > 0) for (const listener of listeners) listener(changed)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
