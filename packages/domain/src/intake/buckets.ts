import type { Clock } from '../time/instant'

interface Bucket {
  tokens: number
  atMs: number
}

const FORGET_ABOVE = 20_000

/** Token buckets by name: each fills at `perSecond` up to `burst`. Full ones are forgotten, they say nothing. */
export function buckets(perSecond: number, burst: number, clock: Clock) {
  const known = new Map<string, Bucket>()
  const forgetFull = (nowMs: number) => {
    for (const [name, bucket] of known) {
      if (bucket.tokens + ((nowMs - bucket.atMs) / 1000) * perSecond >= burst) known.delete(name)
    }
  }
  return {
    /** Takes `amount` if the bucket holds it. */
    take(name: string, amount: number): boolean {
      const nowMs = clock.now()
      const bucket = known.get(name) ?? { tokens: burst, atMs: nowMs }
      const elapsedMs = Math.max(0, nowMs - bucket.atMs)
      bucket.tokens = Math.min(burst, bucket.tokens + (elapsedMs / 1000) * perSecond)
      bucket.atMs = nowMs
      if (bucket.tokens < amount) return false
      bucket.tokens -= amount
      known.set(name, bucket)
      if (known.size > FORGET_ABOVE && known.size % 1000 === 0) forgetFull(nowMs)
      return true
    },
  }
}
