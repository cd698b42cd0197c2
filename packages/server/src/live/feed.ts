import { randomBytes } from 'node:crypto'

/** News announced together, under the name from which a listener can resume. */
export interface FeedEntry<News> {
  readonly name: string
  readonly news: readonly News[]
}

interface FeedListener<News> {
  received(entry: FeedEntry<News>): void
  /** News was lost. */
  lost(): void
  /** The feed ends with its server. */
  ended(): void
}

/**
 * Announces to the listeners in this process what has happened, after it was committed, and remembers the
 * last of it.
 */
export interface Feed<News> {
  publish(news: readonly News[]): void
  /** @returns ends listening */
  subscribe(listener: FeedListener<News>): () => void
  /** What came after an entry; null where that is not known any more, or was another process's. */
  since(name: string): readonly FeedEntry<News>[] | null
  /** The name of the newest entry. */
  latest(): string
  /** More has happened than can be announced: no listener can resume from an earlier entry. */
  lose(): void
  hasListeners(): boolean
  close(): void
}

const REMEMBERED = 1_000

export function openFeed<News>(): Feed<News> {
  const listeners = new Set<FeedListener<News>>()
  let epoch = newEpoch()
  let entries: FeedEntry<News>[] = []
  let count = 0
  const nameOf = (number: number) => `${epoch}-${number}`
  return {
    publish(news) {
      if (news.length === 0) return
      count++
      const entry = { name: nameOf(count), news }
      entries.push(entry)
      if (entries.length > REMEMBERED) entries.shift()
      for (const listener of listeners) listener.received(entry)
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
    lose() {
      epoch = newEpoch()
      entries = []
      count = 0
      for (const listener of listeners) listener.lost()
    },
    hasListeners: () => listeners.size > 0,
    close() {
      for (const listener of [...listeners]) listener.ended()
      listeners.clear()
    },
  }
}

function newEpoch(): string {
  return randomBytes(6).toString('hex')
}
