import { Problem } from '@coldkeep/contract/problem'
import { type EpochMs, minutes } from '@coldkeep/domain/time/instant'

/** How many calls each account, or box, makes. */
export interface CallRate<Key> {
  /** @throws Problem `request.too_many` with the seconds until the next minute */
  count(key: Key, now: EpochMs): void
}

export function countCalls<Key>({ callsPerMinute }: { readonly callsPerMinute: number }): CallRate<Key> {
  const counts = new Map<Key, number>()
  let minute = 0
  return {
    count(key, now) {
      const current = Math.floor(now / minutes(1))
      if (current !== minute) counts.clear()
      minute = current
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count <= callsPerMinute) return
      const untilMs = (current + 1) * minutes(1) - now
      throw new Problem('request.too_many', { seconds: Math.ceil(untilMs / 1000) })
    },
  }
}
