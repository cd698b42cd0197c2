import type { WireProblem } from '@coldkeep/contract/problem'
import { makeStore } from '../kit/store'

/** What can wait on a device until the service has it; `queued-calls.ts` has the call of each. */
export type WaitingKind = 'photo' | 'renewal' | 'completion' | 'check' | 'confirmation'

/** Why the service did not take something. */
export interface Refusal {
  readonly status: number
  readonly code: WireProblem['code'] | null
  /** In the words of the service. */
  readonly message: string
}

/** A request that was entered here and that the service does not have yet, as far as this device knows. */
export interface WaitingRequest {
  /** Made here: sent again, it is the same. */
  readonly id: string
  /** The account that entered it; no other one sends it. */
  readonly account: string
  readonly kind: WaitingKind
  readonly input: unknown
  /** Of its bytes, which are kept beside it; `null`: it has none. */
  readonly type: string | null
  /** What it belongs to. Screens find theirs by it. */
  readonly of: string
  /** The same as people call it. */
  readonly about: string
  /** It goes once the service has that one. */
  readonly after: string | null
  /** By the clock of this device. */
  readonly enteredAt: number
  /** Refused: it stays until a person decides. Sent: this window saw it arrive. */
  readonly state: 'waiting' | 'refused' | 'sent'
  readonly refusal: Refusal | null
}

/** What of the account that is signed in waits on this device. */
export const waiting = makeStore<readonly WaitingRequest[]>([])

/** What this window sends in this moment, and how much of it, 0 to 100. */
export const underWay = makeStore<{ readonly id: string; readonly percent: number } | null>(null)

/** What is on its way from here to something. */
export function useWaitingOf(of: string): readonly WaitingRequest[] {
  return waiting.use().filter((request) => request.of === of)
}
