import type { ZoneLimits } from '../analysis/zone-limits'
import { hours } from '../time/instant'

/** From the most urgent down. */
export const priorities = ['critical', 'high', 'medium', 'low'] as const
export type Priority = (typeof priorities)[number]

/** 1 for critical to 4 for low: the digit that people read, and the order in which alarms are listed. */
export function rankOf(priority: Priority): number {
  return priorities.indexOf(priority) + 1
}

export function priorityOfRank(rank: number): Priority {
  return priorities[rank - 1] ?? 'low'
}

/** Within a record the priority only rises. */
export function moreUrgent(a: Priority, b: Priority): Priority {
  return rankOf(a) <= rankOf(b) ? a : b
}

/** Limits that a temperature is held against; what is not a temperature of a protected device has none. */
export type ProtectedLimits = Pick<
  ZoneLimits,
  'insuredLowC' | 'insuredHighC' | 'legalLowC' | 'legalHighC'
> | null

/** By the limit that the extreme value of a record has passed: the law's is critical, the insured one high. */
export function priorityOfValue(branch: 'low' | 'high', extreme: number, limits: ProtectedLimits): Priority {
  if (limits === null) return 'low'
  const [legal, insured] =
    branch === 'high' ? [limits.legalHighC, limits.insuredHighC] : [limits.legalLowC, limits.insuredLowC]
  const hasPassed = (limit: number | null) =>
    limit !== null && (branch === 'high' ? extreme > limit : extreme < limit)
  return hasPassed(legal) ? 'critical' : hasPassed(insured) ? 'high' : 'low'
}

/** Why a point has no value: its device does not answer, or it answers and the probe is broken. */
export type LostCause = 'device' | 'probe'

/** A broken probe of a protected device is critical, since nothing watches the food any more. */
export function priorityOfLost(cause: LostCause, limits: ProtectedLimits): Priority {
  return cause === 'probe' && limits !== null ? 'critical' : 'high'
}

/** So long may a terminal be silent before that is critical. */
export const HOST_LOST_CRITICAL_AFTER_MS = hours(4)

/** @param silentMs since the trouble began */
export function priorityOfHostLost(silentMs: number): Priority {
  return silentMs > HOST_LOST_CRITICAL_AFTER_MS ? 'critical' : 'high'
}
