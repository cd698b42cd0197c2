import type { ReplyOutcome, ReplyStrictness } from '@coldkeep/modbus/rtu-frame'

/** Who goes first on a bus: a write a person waits for, a single reading a person waits for, the polling. */
export const priorities = ['write', 'single', 'polling'] as const
export type Priority = (typeof priorities)[number]

export interface BusRequest {
  /** As on a serial line: station, function, fields, CRC. */
  readonly frame: Uint8Array
  /** Of the whole reply with station and CRC; 0 when it is not known. */
  readonly expectedLengthBytes: number
  readonly strictness: ReplyStrictness
  readonly timeoutMs: number
  /** Least silence after this exchange. */
  readonly intervalMs: number
  readonly priority: Priority
  /**
   * Set for the one exchange of a write that changes something. Without it nothing but reads goes out,
   * whatever the caller.
   */
  readonly mayWrite?: true
  /**
   * Called directly before the first byte: by then the request may have waited so long that it must not go
   * out.
   */
  readonly isStillNeeded?: () => boolean
  /** Called at each end, with the time from sending: time spent in the queue does not count. */
  readonly ended?: (outcome: BusOutcome, lengthMs: number) => void
}

/**
 * `port`: the line itself is missing, cannot be opened, or broke off. `unwanted`: nothing went out, since it
 * was no longer needed when its turn came. `forbidden`: nothing went out, since it is not a whole request of
 * a kind that the caller may send.
 */
export type BusOutcome = ReplyOutcome | { readonly kind: 'port' | 'unwanted' | 'forbidden' }

/** False where the outcome is about the line or the request itself, and not about the device. */
export function isSent(outcome: BusOutcome): outcome is ReplyOutcome {
  return outcome.kind !== 'port' && outcome.kind !== 'unwanted' && outcome.kind !== 'forbidden'
}

/** Irregularities since the bus was made; none of them makes a reading bad by itself. */
export interface BusCounts {
  /** After the announced end of a reply. */
  extraBytes: number
  /** Bytes that came while no request was open. */
  strayBytes: number
  /** Modbus TCP answers to a question of before. */
  staleReplies: number
}

/**
 * One serial line or TCP endpoint with one request in flight. Frames and replies look the same whatever the port
 * is. A failure is an outcome, never a rejection.
 */
export interface Bus {
  readonly id: string
  readonly counts: Readonly<BusCounts>
  request(request: BusRequest): Promise<BusOutcome>
  /** Ends after the frame in flight; queued requests are answered `port`. */
  stop(): Promise<void>
}

export function noCounts(): BusCounts {
  return { extraBytes: 0, strayBytes: 0, staleReplies: 0 }
}
