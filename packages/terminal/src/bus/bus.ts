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
  /** Of the one exchange of a write that changes something. Without it nothing but reads goes out, whoever asks. */
  readonly mayWrite?: true
  /** Asked directly before the first byte: by then it may have waited so long that it must not go out. */
  readonly isWanted?: () => boolean
  /** Told of each end, with the time from sending: what waited before does not count. */
  readonly ended?: (outcome: BusOutcome, lengthMs: number) => void
}

/**
 * `port`: the line itself is missing, cannot be opened, or broke off. `unwanted`: nothing went out, since nobody wanted
 * it any more when it was its turn. `forbidden`: nothing went out, since it is no whole request of a kind that whoever asked
 * may send.
 */
export type BusOutcome = ReplyOutcome | { readonly kind: 'port' | 'unwanted' | 'forbidden' }

/** False where it says something of the line, or of the wish, and nothing of the device. */
export function isSent(outcome: BusOutcome): outcome is ReplyOutcome {
  return outcome.kind !== 'port' && outcome.kind !== 'unwanted' && outcome.kind !== 'forbidden'
}

/** Oddities since the bus was made; none of them makes a reading bad by itself. */
export interface BusCounts {
  /** After the announced end of a reply. */
  extraBytes: number
  /** While nobody was asked. */
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
  /** Ends after the frame in flight; what waits is answered `port`. */
  stop(): Promise<void>
}

export function noCounts(): BusCounts {
  return { extraBytes: 0, strayBytes: 0, staleReplies: 0 }
}
