import { Problem } from '@coldkeep/contract/problem'
import type { AccountId } from '@coldkeep/domain/ids'
import { type EpochMs, minutes } from '@coldkeep/domain/time/instant'

/** How many calls each account makes. */
export interface CallRate {
  /** @throws Problem `request.too_many` with the seconds until the next minute */
  count(accountId: AccountId, now: EpochMs): void
}

export function countCalls({ callsPerMinute }: { readonly callsPerMinute: number }): CallRate {
  const counts = new Map<AccountId, number>()
  let minute = 0
  return {
    count(accountId, now) {
      const current = Math.floor(now / minutes(1))
      if (current !== minute) counts.clear()
      minute = current
      const count = (counts.get(accountId) ?? 0) + 1
      counts.set(accountId, count)
      if (count <= callsPerMinute) return
      const untilMs = (current + 1) * minutes(1) - now
      throw new Problem('request.too_many', { seconds: Math.ceil(untilMs / 1000) })
    },
  }
}
