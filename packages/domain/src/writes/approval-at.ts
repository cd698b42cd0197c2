import type { EpochMs } from '../time/instant'
import type { Approval } from './line-state'

/** One that was not decided on in time is over before the next round of the server records it. */
export function approvalAt(
  { approval, approveUntil }: { readonly approval: Approval; readonly approveUntil: EpochMs | null },
  now: EpochMs,
): Approval {
  return approval === 'waiting' && approveUntil !== null && approveUntil <= now ? 'expired' : approval
}
