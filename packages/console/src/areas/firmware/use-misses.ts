import { useState } from 'react'
import type { LiveList } from '../../archetypes/list/use-list-screen'

/** How many requests of a list have failed since its last answer. */
export function useMisses({ updatedAtMs, failures }: LiveList): number {
  const [last, setLast] = useState({ updatedAtMs, failures })
  if (last.updatedAtMs !== updatedAtMs) {
    setLast({ updatedAtMs, failures })
    return 0
  }
  return Math.max(0, failures - last.failures)
}
