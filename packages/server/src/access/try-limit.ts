import { Problem } from '@coldkeep/contract/problem'
import type { EpochMs } from '@coldkeep/domain/time/instant'

/** Counts tries by address in this process; each server process has its own count. */
export interface TryLimit {
  /** @throws Problem `request.too_many` with the seconds to wait; such a try is not counted */
  count(address: string, now: EpochMs): void
}

const WINDOW_MS = 60_000
const MOST_TRIES = 5
const FORGET_ABOVE = 10_000

export function tryLimit(): TryLimit {
  const tries = new Map<string, number[]>()
  const forgetOld = (now: number) => {
    for (const [address, times] of tries) if ((times.at(-1) ?? 0) <= now - WINDOW_MS) tries.delete(address)
  }
  return {
    count(address, now) {
      const recent = (tries.get(address) ?? []).filter((at) => at > now - WINDOW_MS)
      const [oldest = now] = recent
      if (recent.length >= MOST_TRIES) {
        throw new Problem('request.too_many', { seconds: Math.ceil((oldest + WINDOW_MS - now) / 1000) })
      }
      tries.set(address, [...recent, now])
      if (tries.size > FORGET_ABOVE) forgetOld(now)
    },
  }
}
