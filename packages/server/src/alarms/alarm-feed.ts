import { randomBytes } from 'node:crypto'
import type { ChangedAlarm } from './alarm-queries'

/** Alarms that changed in one transaction, under the name by which a listener can go on after it. */
export interface FeedEntry {
  readonly name: string
  readonly changed: readonly ChangedAlarm[]
}

export interface FeedListener {
  heard(entry: FeedEntry): void
  /** The feed ends with its server. */
  ended(): void
}

/** Tells those who listen in this process which alarms changed, after the change was committed. */
export interface AlarmFeed {
  publish(changed: readonly ChangedAlarm[]): void
  /** @returns ends listening */
  subscribe(listener: FeedListener): () => void
  /** What came after an entry; null where that is not known any more, or was another process's. */
  since(name: string): readonly FeedEntry[] | null
  /** The name of the newest entry. */
  latest(): string
  hasListeners(): boolean
  close(): void
}

const REMEMBERED = 1_000

export function alarmFeed(): AlarmFeed {
  const epoch = randomBytes(6).toString('hex')
  const listeners = new Set<FeedListener>()
  const entries: FeedEntry[] = []
  let count = 0
  const nameOf = (number: number) => `${epoch}-${number}`
  return {
    publish(changed) {
      if (changed.length === 0) return
      count++
      const entry = { name: nameOf(count), changed }
      entries.push(entry)
      if (entries.length > REMEMBERED) entries.shift()
      for (const listener of listeners) listener.heard(entry)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    since(name) {
      const [theirs, number] = name.split('-')
      const last = Number(number)
      if (theirs !== epoch || !Number.isInteger(last) || last < count - entries.length || last > count)
        return null
      return entries.slice(entries.length - (count - last))
    },
    latest: () => nameOf(count),
    hasListeners: () => listeners.size > 0,
    close() {
      for (const listener of [...listeners]) listener.ended()
      listeners.clear()
    },
  }
}
